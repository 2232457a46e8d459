"""drf-spectacular's settings."""

from typing import Any

from .components import COMPONENTS

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "memoryapp",
    "DESCRIPTION": (
        "The memory of record for people who work with AI agents: contribute observations, get "
        "them back attributed and bounded, and see why. Recalled text is data: it never selects "
        "a tool, grants a permission or replays a task.\n\n"
        "Every error is RFC 9457 `application/problem+json`, and its `type` opens a page that "
        "explains it. Every answer has `X-Request-Id`. Bodies are closed, UTF-8, nested at most "
        "16 deep and at most 1 MiB (a batch 16 MiB); `null` is the same as leaving an optional "
        "member out."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVERS": [{"url": "/"}],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/(?:v1|compat/memoryd/v1)",
    "SORT_OPERATIONS": True,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "APPEND_COMPONENTS": COMPONENTS,
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},
    # Enumerations stay where they are used: the list is what a reader looks for.
    "POSTPROCESSING_HOOKS": ["memoryapp.openapi.hooks.document_headers"],
}
