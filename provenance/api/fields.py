"""Field types that coerce nothing: what is stored is what was sent, or it is refused."""

import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import rfc8785
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

_INVALID_TYPE: dict[str, Any] = {"invalid_type": "Of another type."}
_INSTANT = re.compile(
    r"\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?"
    r"(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII | re.IGNORECASE,
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
MAX_OBJECT_BYTES = 8 * 1024
MAX_INTEGER = 2**53 - 1


class StrictCharField(serializers.CharField):
    """Text, kept as sent. `max_length` counts characters, `max_bytes` counts UTF-8 bytes."""

    default_error_messages = {**_INVALID_TYPE, "too_long": "Too long."}

    def __init__(self, *, max_bytes: int | None = None, **kwargs: Any) -> None:
        self.max_bytes = max_bytes
        if max_bytes is not None:
            # No text of more characters fits, so the schema may state this as its maxLength.
            kwargs.setdefault("max_length", max_bytes)
            meaning = kwargs.get("help_text") or ""
            kwargs["help_text"] = f"{meaning} At most {max_bytes} bytes in UTF-8.".strip()
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """The text itself."""
        if not isinstance(data, str):
            self.fail("invalid_type")
        if self.max_bytes is not None and _utf8_length(data) > self.max_bytes:
            self.fail("too_long")
        return data


class StrictChoiceField(serializers.ChoiceField):
    """One of a closed list of strings."""

    default_error_messages = _INVALID_TYPE

    def to_internal_value(self, data: Any) -> str:
        """The choice."""
        if not isinstance(data, str):
            self.fail("invalid_type")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A whole number; neither text, true nor 1.0 is one."""

    default_error_messages = _INVALID_TYPE

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_value", MAX_INTEGER)
        kwargs.setdefault("min_value", -MAX_INTEGER)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if type(data) is not int:
            self.fail("invalid_type")
        return data


class StrictNumberField(serializers.FloatField):
    """A finite number."""

    default_error_messages = _INVALID_TYPE

    def to_internal_value(self, data: Any) -> float:
        """The number as a float."""
        if type(data) not in (int, float):
            self.fail("invalid_type")
        return float(data)


class StrictBooleanField(serializers.BooleanField):
    """true or false, not their many spellings."""

    default_error_messages = _INVALID_TYPE

    def to_internal_value(self, data: Any) -> bool:
        """The truth value."""
        if not isinstance(data, bool):
            self.fail("invalid_type")
        return data


class IdField(serializers.UUIDField):
    """An id in its hyphened form."""

    default_error_messages = _INVALID_TYPE

    def to_internal_value(self, data: Any) -> UUID:
        """The id."""
        if not isinstance(data, str):
            self.fail("invalid_type")
        if not _UUID.fullmatch(data):
            self.fail("invalid")
        return UUID(data)


class InstantField(serializers.DateTimeField):
    """A moment: RFC 3339 with an offset, at most six fraction digits, returned in UTC."""

    default_error_messages = {**_INVALID_TYPE, "invalid_time": "Not a moment."}

    def to_internal_value(self, value: Any) -> datetime:
        """The moment as an aware datetime in UTC."""
        if not isinstance(value, str):
            self.fail("invalid_type")
        if not _INSTANT.fullmatch(value):
            self.fail("invalid_time")
        try:
            return datetime.fromisoformat(value.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            # No such day, or a moment that lies outside the years 0001 to 9999 in UTC.
            self.fail("invalid_time")


class StrictListField(serializers.ListField):
    """A list of at most `max_length` items, counted before any of them is read."""

    default_error_messages = {**_INVALID_TYPE, "too_many": "Too many.", "too_few": "Too few."}

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """The validated items, in their order."""
        if isinstance(data, list) and len(data) > (self.max_length or 0):
            self.fail("too_many")
        if isinstance(data, list) and len(data) < (self.min_length or 0):
            self.fail("too_few")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> list[Any]:
        """The items."""
        if not isinstance(data, list):
            self.fail("invalid_type")
        return super().to_internal_value(data)


@extend_schema_field({"type": "object", "additionalProperties": {}})
class JSONObjectField(serializers.JSONField):
    """An open JSON object of at most `max_bytes` (8 KiB) in RFC 8785 canonical form."""

    default_error_messages = {**_INVALID_TYPE, "too_long": "Too large."}

    def __init__(self, *, max_bytes: int = MAX_OBJECT_BYTES, **kwargs: Any) -> None:
        self.max_bytes = max_bytes
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object."""
        if not isinstance(data, dict):
            self.fail("invalid_type")
        try:
            canonical = rfc8785.dumps(data)
        except (rfc8785.CanonicalizationError, UnicodeEncodeError):
            self.fail("invalid")
        if len(canonical) > self.max_bytes:
            self.fail("too_long")
        return data


def _utf8_length(text: str) -> int:
    # surrogatepass: a lone surrogate is refused by the validators that follow, under its own name.
    return len(text.encode("utf-8", "surrogatepass"))
