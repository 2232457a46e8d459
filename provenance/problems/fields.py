"""Which member was refused, and why: a closed list of codes."""

from typing import TypedDict


class FieldError(TypedDict):
    """One member that was refused: where (a JSON Pointer), why (a code), and the code's words."""

    pointer: str
    code: str
    message: str


# An answer lists at most so many refused members.
MAX_ERRORS = 50

# The closed list of codes inside `errors`. Texts are fixed, so that none can repeat a value.
FIELD_ERRORS: dict[str, str] = {
    "invalid_json": "The body is not one JSON object in UTF-8 without a byte order mark.",
    "required": "This member is required.",
    "unknown_member": "No member of this name is accepted here.",
    "invalid_type": "The value is not of the type that the schema states.",
    "invalid_value": "The value is not one that is accepted here.",
    "invalid_text": "The text holds NUL or a lone surrogate.",
    "invalid_time": (
        "A time is RFC 3339 with an offset, at most six fraction digits, years 0001 to 9999."
    ),
    "invalid_number": "Numbers are finite, and smaller than 2^53 either way.",
    "too_long": "The value is longer than the schema allows.",
    "too_short": "The value is shorter than the schema allows.",
    "too_many": "The list has more items than the schema allows.",
    "too_few": "The list has fewer items than the schema allows.",
    "out_of_range": "The number is outside the range that the schema allows.",
    "too_deep": "The body is nested deeper than 16 levels.",
    "duplicate_member": "The same member name stands twice in one object.",
    "exactly_one": "Exactly one of the alternatives must be given.",
    "unknown_reference": "Nothing that you may see has this name.",
    "unsupported_member": "This member would widen authority; it is not obeyed here.",
}


def field_error(*, pointer: str, code: str) -> FieldError:
    """The error `code` (a key of FIELD_ERRORS, else KeyError) at the JSON Pointer `pointer`."""
    return {"pointer": pointer, "code": code, "message": FIELD_ERRORS[code]}
