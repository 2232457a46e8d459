"""Reads JSON that every reader reads alike, bounded before it is parsed."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from provenance.problems import MAX_ERRORS, FieldError, InvalidJson, field_error
from provenance.services.screening.pointers import Token, pointer_to

MAX_DEPTH = 16
_BEYOND_INTEGERS = 2**53
_LONGEST_INTEGER = len(str(-_BEYOND_INTEGERS))


# Possessive, and an unterminated string runs to the end: linear on every input.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEP = [1 if byte in b"[{" else -1 for byte in range(256)]
# Only an escape can bring NUL or a surrogate in: UTF-8 and the JSON grammar refuse them raw.
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class _Refused:
    """Stands in the parsed tree where a value was refused, so that a pointer can be given."""

    code: str


def parse_json(body: bytes) -> dict[str, Any]:
    """The JSON object in `body`. InvalidJson where it is not one that every reader reads alike."""
    text = _decoded(body)
    if _depth(body) > MAX_DEPTH:
        raise _invalid(field_error(pointer="", code="too_deep"))
    refused: list[str] = []
    document = _loaded(text, refused)
    if not isinstance(document, dict):
        raise InvalidJson("The body is not a JSON object.")
    if refused or _SUSPECT_ESCAPE.search(text):
        errors = [error for _, error in zip(range(MAX_ERRORS), _walk(document, ()), strict=False)]
        if errors:
            raise _invalid(*errors)
    return document


def _decoded(body: bytes) -> str:
    if body.startswith(b"\xef\xbb\xbf"):
        raise InvalidJson("The body begins with a byte order mark.")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidJson("The body is not UTF-8.") from None


def _depth(body: bytes) -> int:
    """How deep the brackets outside strings nest, whether or not they fit together."""
    brackets = _STRING.sub(b"", body).translate(None, _NOT_BRACKETS)
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def _loaded(text: str, refused: list[str]) -> Any:
    def refuse(code: str) -> _Refused:
        refused.append(code)
        return _Refused(code)

    def integer(digits: str) -> int | _Refused:
        # The length first: Python refuses to read thousands of digits, and they cost more to read.
        number = int(digits) if len(digits) <= _LONGEST_INTEGER else _BEYOND_INTEGERS
        return number if abs(number) < _BEYOND_INTEGERS else refuse("invalid_number")

    def real(digits: str) -> float | _Refused:
        # Every float of 2^53 and beyond is an integer, and would come back from jsonb as one.
        number = float(digits)
        fits = math.isfinite(number) and abs(number) < _BEYOND_INTEGERS
        return number if fits else refuse("invalid_number")

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        whole = dict(pairs)
        if len(whole) != len(pairs):
            times = Counter(name for name, _ in pairs)
            repeated = [name for name, count in times.items() if count > 1]
            whole.update(dict.fromkeys(repeated, refuse("duplicate_member")))
        return whole

    try:
        return json.loads(
            text,
            parse_int=integer,
            parse_float=real,
            parse_constant=lambda _: refuse("invalid_number"),
            object_pairs_hook=members,
        )
    except json.JSONDecodeError as error:
        # Its position is told, its text (which holds the document) is not.
        where = f"line {error.lineno}, column {error.colno}"
    raise InvalidJson(f"The body is not JSON: the grammar breaks at {where}.")


def _walk(value: Any, path: tuple[Token, ...]) -> Iterator[FieldError]:
    """Errors of everything refused in a parsed value; the depth is bounded already."""
    if isinstance(value, _Refused):
        yield field_error(pointer=pointer_to(path), code=value.code)
    elif isinstance(value, str):
        if _UNKEEPABLE.search(value):
            yield field_error(pointer=pointer_to(path), code="invalid_text")
    elif isinstance(value, dict):
        for name, item in value.items():
            if _UNKEEPABLE.search(name):
                yield field_error(pointer=pointer_to(path), code="invalid_text")
            yield from _walk(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, (*path, index))


def _invalid(*errors: FieldError) -> InvalidJson:
    return InvalidJson("The body is refused; `errors` says where and why.", errors=errors)
