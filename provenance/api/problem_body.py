"""A problem as RFC 9457 writes it: in an answer, and inside the result of a batch."""

from typing import Any
from uuid import UUID

from provenance.problems import Problem


def problem_body(problem: Problem, *, request_id: UUID | str) -> dict[str, Any]:
    """The members of RFC 9457 and the contract's extensions, those alone that apply."""
    body: dict[str, Any] = {
        "type": f"/problems/{problem.code}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": f"urn:uuid:{request_id}",
        "code": problem.code,
    }
    if problem.index is not None:
        body["index"] = problem.index
    extensions = {
        "errors": problem.errors,
        "retry_after": problem.retry_after,
        "receipt": problem.receipt,
    }
    return body | {name: value for name, value in extensions.items() if value}
