"""What is added to the finished schema."""

from typing import Any

from .components import REQUEST_ID_HEADER

_WAITING = ("429", "503")


def document_headers(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Documents X-Request-Id on every answer, and Retry-After on those that ask to wait.

    The shared problems have theirs already.
    """
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                names = [REQUEST_ID_HEADER, *(["Retry-After"] if status in _WAITING else [])]
                if "$ref" not in response:
                    response.setdefault("headers", {}).update(_references(names))
    return result


def _references(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
