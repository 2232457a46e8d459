"""MemoryD's members as a contribution: claims stay claims, and a retry has the same name."""

import re
from hashlib import sha256
from typing import Any

import rfc8785

from provenance.api.fields import MAX_OBJECT_BYTES
from provenance.problems import InvalidRequest, field_error
from provenance.services.access.caller import Caller
from provenance.services.contributing.contribution import Contribution, ProducerClaim, SubjectClaim

HARNESS = "memoryd"
_REMOTE = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:git@)?(?P<host>[A-Za-z0-9.-]+)(?::\d+(?=/))?[:/]+"
    r"(?P<path>[^@]+?)(?:\.git)?/?",
    re.ASCII,
)


def contribution(
    *, caller: Caller, body: dict[str, Any], claims: dict[str, Any], **said: Any
) -> Contribution:
    """What a MemoryD request contributes. `claims` are kept in its metadata and obeyed nowhere.

    So is what the session and the repository say beyond what names them: nothing of a request is
    passed over, and so nothing passes by the screening.
    """
    session = body.get("session", {})
    source = session.get("source")
    return Contribution(
        session_id=session.get("id") or session.get("thread_id"),
        producer=None
        if caller.bound_producer_id
        else ProducerClaim(
            harness=source or HARNESS, instance=HARNESS, telemetry={"transport": HARNESS}
        ),
        metadata=_kept({"session": session, "repo": _beyond(body.get("repo", {})), **claims}),
        **said,
    )


def event_name(route: str, *identity: Any) -> str:
    """MemoryD names no events: one is named by what it says, so that a retry is the same event."""
    return f"memoryd:{route}:{sha256(rfc8785.dumps(list(identity))).hexdigest()[:32]}"


def role_of(caller: Caller) -> str:
    """Who speaks where MemoryD does not say: the program that calls, or the person whose key it is."""
    return "user" if caller.kind == "human" else "assistant"


def subjects_of(
    repo: dict[str, Any] | None, *, branch: str | None = None, commit: str | None = None
) -> tuple[SubjectClaim, ...]:
    """A repository under MemoryD's id, and under its remote as `host/owner/name` where it has one.

    Raises InvalidRequest for a remote that bears a user name or a password.
    """
    if repo is None:
        return ()
    keys = [repo["repo_id"]]
    if (remote := repo.get("remote")) is not None:
        keys.append(_remote_key(remote))
    return tuple(
        SubjectClaim(
            kind="repository",
            key=key,
            branch=branch or repo.get("branch"),
            revision=commit or repo.get("commit"),
        )
        for key in dict.fromkeys(keys)
    )


def _remote_key(remote: str) -> str:
    named = _REMOTE.fullmatch(remote)
    if named is None:
        error = field_error(pointer="/repo/remote", code="invalid_value")
        raise InvalidRequest("The remote bears credentials or is no address.", errors=[error])
    return f"{named['host'].lower()}/{named['path'].strip('/')}"


def _beyond(repo: dict[str, Any]) -> dict[str, Any]:
    """What a repository's subjects do not hold, or may hold otherwise."""
    return {name: value for name, value in repo.items() if name not in ("repo_id", "remote")}


def _kept(claims: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in claims.items() if value not in (None, {}, [])}
    if not kept:
        return {}
    if len(rfc8785.dumps(kept)) > MAX_OBJECT_BYTES:
        raise InvalidRequest(errors=[field_error(pointer="/metadata", code="too_long")])
    return {"memoryd": kept}
