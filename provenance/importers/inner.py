"""JSON that stands as text inside other data."""

import json
from typing import Any

from .nesting import too_deep


def parsed(text: object) -> Any:
    """The value that a text holds, or None. Raw control characters in it are read as they are.

    Writers that escape no tabs and line breaks make JSON that is invalid and yet plain.
    """
    if not isinstance(text, str) or too_deep(text.encode("utf-8", "replace")):
        return None
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return None
