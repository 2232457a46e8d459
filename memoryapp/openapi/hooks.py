"""What is added to the finished schema."""

from typing import Any

from .components import REQUEST_ID_HEADER

_WAITING = ("429", "503")
# What is refused before a door is reached (`WireMiddleware`) has our shape at every door.
_BEFORE_ANY_DOOR = ("400", "411")
_PROBLEM = {"schema": {"$ref": "#/components/schemas/Problem"}}


def document_headers(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Documents X-Request-Id on every answer, Retry-After on those that ask to wait, and our own
    problems where a door with another shape was not reached.

    The shared problems have theirs already.
    """
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                names = [REQUEST_ID_HEADER, *(["Retry-After"] if status in _WAITING else [])]
                if "$ref" in response:
                    continue
                response.setdefault("headers", {}).update(_references(names))
                if status in _BEFORE_ANY_DOOR:
                    response["content"].setdefault("application/problem+json", _PROBLEM)
    return result


def _references(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
