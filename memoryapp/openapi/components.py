"""The parts of the schema that all operations share: the one error shape, and the headers."""

from http import HTTPStatus
from typing import Any

from provenance.problems import FIELD_ERRORS, MAX_ERRORS, catalogue

REQUEST_ID_HEADER = "X-Request-Id"


def response_name(status: int) -> str:
    """The name of the shared response of problems with this status."""
    return f"Problem{status}"


def _object(properties: dict[str, Any], *, required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


_FIELD_ERROR = _object(
    {
        "pointer": {"type": "string", "description": "JSON Pointer into the request body."},
        "code": {"type": "string", "enum": list(FIELD_ERRORS)},
        "message": {"type": "string", "description": "Fixed per code; repeats no value."},
    },
    required=["pointer", "code", "message"],
)

_PROBLEM = _object(
    {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string", "description": "Fixed per code."},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string", "description": "urn:uuid: and the request's id."},
        "code": {"type": "string", "enum": list(catalogue())},
        "errors": {"type": "array", "maxItems": MAX_ERRORS, "items": _FIELD_ERROR},
        "retry_after": {"type": "integer", "description": "Seconds, as in Retry-After."},
        "index": {"type": "integer", "description": "Which item of an atomic batch failed."},
        "receipt": {"description": "The stored receipt of a refusal."},
    },
    required=["type", "title", "status", "detail", "instance", "code"],
)

_HEADERS = {
    REQUEST_ID_HEADER: {
        "description": "Names the request; the caller's own where it was a UUID.",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
    },
    "Retry-After": {
        "description": "Whole seconds to wait before the same request is sent again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    },
}


def _responses() -> dict[str, Any]:
    codes: dict[int, list[str]] = {}
    for code, kind in catalogue().items():
        codes.setdefault(kind.status, []).append(f"`{code}`")
    return {
        response_name(status): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(names)}.",
            "headers": {name: _ref("headers", name) for name in _headers_of(status)},
            "content": {"application/problem+json": {"schema": _ref("schemas", "Problem")}},
        }
        for status, names in sorted(codes.items())
    }


def _headers_of(status: int) -> list[str]:
    waits = status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    return [REQUEST_ID_HEADER, *(["Retry-After"] if waits else [])]


def _ref(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


COMPONENTS: dict[str, Any] = {
    "schemas": {"Problem": _PROBLEM},
    "headers": _HEADERS,
    "responses": _responses(),
}
