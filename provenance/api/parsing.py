"""Reads a request body: its size and charset, then strict JSON."""

import re
from typing import IO, Any

from rest_framework.parsers import BaseParser

from provenance.problems import PayloadTooLarge, UnsupportedMediaType
from provenance.services.strict_json import parse_json

MAX_BODY_BYTES = 1024 * 1024


class StrictJSONParser(BaseParser):
    """REST framework's parser for every door that takes JSON.

    A view may raise the limit with an attribute `max_body_bytes`. Raises PayloadTooLarge,
    UnsupportedMediaType (another charset), or InvalidJson.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> dict[str, Any]:
        """The body as a dict."""
        context = parser_context or {}
        _require_utf8(media_type or "")
        limit = getattr(context.get("view"), "max_body_bytes", MAX_BODY_BYTES)
        return parse_json(_bounded(stream, limit=limit, request=context.get("request")))


def _require_utf8(media_type: str) -> None:
    charset = re.search(r';\s*charset\s*=\s*"?([^";\s]+)', media_type, re.IGNORECASE)
    if charset and charset[1].lower() not in ("utf-8", "utf8"):
        raise UnsupportedMediaType("The body must be UTF-8.")


def _bounded(stream: IO[Any], *, limit: int, request: Any) -> bytes:
    """The whole body. The stated length is believed only where it is too large."""
    stated = request.META.get("CONTENT_LENGTH") or "0" if request is not None else "0"
    if stated.isascii() and stated.isdigit() and int(stated) > limit:
        raise _too_large(limit)
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> PayloadTooLarge:
    return PayloadTooLarge(f"The body is larger than the {limit} bytes that are taken here.")
