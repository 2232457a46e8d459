"""What became of an item, in MemoryD's words."""

from provenance.api.problem_body import problem_body
from provenance.problems import Problem

from .envelope import memoryd_code


def rejection(problem: Problem) -> dict[str, str]:
    """Reason and code of an item that was refused. Neither repeats what it said."""
    return {
        "reason": problem.detail,
        "code": memoryd_code(problem_body(problem, request_id="")),
    }


def redacted(content: str) -> str:
    """MemoryD's stand-in for a text that was refused."""
    return f"[redacted rejected content; {len(content.encode())} bytes]"
