"""REST framework's nested validation errors, as the contract's flat `errors`."""

from collections.abc import Iterator
from typing import Any

from rest_framework.settings import api_settings

from provenance.problems import FIELD_ERRORS, MAX_ERRORS, FieldError, field_error
from provenance.services.screening.pointers import Token, pointer_to

_OURS = {
    "null": "required",
    "blank": "too_short",
    "max_length": "too_long",
    "min_length": "too_short",
    "max_string_length": "out_of_range",
    "max_value": "out_of_range",
    "min_value": "out_of_range",
    "not_a_list": "invalid_type",
    "not_a_dict": "invalid_type",
    "empty": "too_few",
    "null_characters_not_allowed": "invalid_text",
    "surrogate_characters_not_allowed": "invalid_text",
}
# Only a list of serializers reports its length under the key of no field.
_OF_LISTS = {"max_length": "too_many", "min_length": "too_few"}


def errors_from(detail: Any, *, path: tuple[Token, ...] = ()) -> list[FieldError]:
    """At most MAX_ERRORS errors of a ValidationError's `detail`, found at the end of `path`.

    Codes outside the closed list become `invalid_value`; messages are ours, since those of the
    framework may quote the value.
    """
    errors = zip(range(MAX_ERRORS), _walk(detail, path), strict=False)
    return [error for _, error in errors]


def _walk(detail: Any, path: tuple[Token, ...]) -> Iterator[FieldError]:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            if name == api_settings.NON_FIELD_ERRORS_KEY and isinstance(inner, list):
                yield from (_error(item, path, _OF_LISTS) for item in inner)
            else:
                yield from _walk(inner, (*path, name))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            # A list of dicts has one per item; a list of codes belongs to one member.
            if isinstance(inner, dict):
                yield from _walk(inner, (*path, index))
            else:
                yield from _walk(inner, path)
    else:
        yield _error(detail, path, {})


def _error(detail: Any, path: tuple[Token, ...], special: dict[str, str]) -> FieldError:
    code = str(getattr(detail, "code", "invalid"))
    code = special.get(code) or _OURS.get(code, code)
    told = code if code in FIELD_ERRORS else "invalid_value"
    return field_error(pointer=pointer_to(path), code=told)
