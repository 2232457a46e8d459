"""MemoryD's envelope: every answer of this door wears it, refusals too."""

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

_MEMBERS = {"profile": "missing_profile", "workspace": "missing_workspace"}
# MemoryD's word where it has one for the same thing; our own codes stand for the rest.
_CODES = {
    "unauthenticated": "auth_missing",
    "invalid_json": "invalid_request",
    "invalid_time": "invalid_request",
    "unknown_member": "invalid_request",
    "unknown_reference": "not_found",
    "unavailable": "storage_unavailable",
}
SECRET, DENIED = "secret_detected", "policy_denied"


def provider() -> dict[str, str]:
    """Who answers."""
    try:
        return {"name": "memoryapp", "version": version("memoryapp")}
    except PackageNotFoundError:
        return {"name": "memoryapp", "version": "0"}


def success(
    data: Mapping[str, Any], *, request: HttpRequest, warnings: Sequence[str] = ()
) -> dict[str, Any]:
    """The envelope of what went well."""
    return {"ok": True, "data": data, "warnings": list(warnings), **_signature(request)}


def failure(
    code: str,
    message: str,
    *,
    request: HttpRequest,
    errors: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    """The envelope of a refusal. `errors` are our own pointers to what was refused."""
    error: dict[str, Any] = {"code": code, "message": message}
    if errors:
        error["errors"] = list(errors)
    return {"ok": False, "error": error, "warnings": [], **_signature(request)}


def enveloped(answer: HttpResponse, *, request: HttpRequest) -> HttpResponse:
    """A problem's answer with its status and headers, in the envelope."""
    problem = json.loads(answer.content)
    body = failure(
        memoryd_code(problem), problem["detail"], request=request, errors=problem.get("errors", ())
    )
    answer.content = json.dumps(body).encode()
    answer["Content-Type"] = "application/json"
    return answer


def memoryd_code(problem: Mapping[str, Any]) -> str:
    """MemoryD's code for a problem, given as RFC 9457 writes it."""
    errors = problem.get("errors", ())
    codes = {error["code"] for error in errors}
    if codes == {"unsupported_member"}:
        return "unsupported_member"
    if codes == {"required"} and errors[0]["pointer"].strip("/") in _MEMBERS:
        return _MEMBERS[errors[0]["pointer"].strip("/")]
    if problem["code"] == "policy_rejected":
        return refusal_code(problem.get("receipt"))
    code: str = problem["code"]
    return _CODES.get(code, code)


def refusal_code(receipt: Any) -> str:
    """MemoryD tells secrets apart from all else that a policy refuses."""
    rule = receipt.get("rule") if isinstance(receipt, Mapping) else None
    return SECRET if "secret" in str(rule) or "credential" in str(rule) else DENIED


def _signature(request: HttpRequest) -> dict[str, Any]:
    given = getattr(request, "request_id", None)
    name = given.hex if isinstance(given, UUID) else "0" * 32
    return {"request_id": f"req_{name}", "provider": provider()}
