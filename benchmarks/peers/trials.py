"""What a system does with a retry, with another text under the same id, and for another user."""

from dataclasses import replace

from benchmarks.peers.port import Peer, Record, RefusedError

FIRST = Record(
    id="trial-1",
    session="trial",
    order=1,
    speaker="Vera",
    text="Vera keeps the spare lighthouse lamp behind the blue boat.",
    time="2026-03-01T12:00:00Z",
)
OTHER = replace(FIRST, text="Vera gave the spare lighthouse lamp to the harbour museum.")
_LIMIT = 10


def trials(peer: Peer) -> dict[str, str]:
    """By trial, in words, what happened."""
    return {
        "identical write twice": _twice(peer),
        "other payload, same id": _other(peer),
        "another user": _stranger(peer),
    }


def _twice(peer: Peer) -> str:
    peer.enter("trial-a")
    outcome = [_outcome(peer, FIRST, user="trial-a") for _ in range(2)]
    peer.settle("trial-a")
    return f"{_times(_texts(peer, user='trial-a'), FIRST.text)}{_refusal(outcome[1])}"


def _other(peer: Peer) -> str:
    peer.enter("trial-b")
    outcome = [_outcome(peer, record, user="trial-b") for record in (FIRST, OTHER)]
    peer.settle("trial-b")
    here = _texts(peer, user="trial-b")
    first, other = FIRST.text in here, OTHER.text in here
    kept = {
        (True, True): "both are returned",
        (True, False): "the first stays",
        (False, True): "silently replaced",
        (False, False): "neither is returned",
    }[first, other]
    return f"{kept}{_refusal(outcome[1])}"


def _stranger(peer: Peer) -> str:
    peer.enter("trial-c")
    seen = sum(text in (FIRST.text, OTHER.text) for text in _texts(peer, user="trial-c"))
    return f"sees {seen}" if seen else "sees nothing"


def _outcome(peer: Peer, record: Record, *, user: str) -> str | None:
    """How it was refused; None where it was taken."""
    try:
        peer.write(record, user=user)
    except RefusedError as refused:
        return str(refused)
    return None


def _texts(peer: Peer, *, user: str) -> list[str]:
    return [one.text for one in peer.ask("spare lighthouse lamp", user=user, limit=_LIMIT)]


def _times(texts: list[str], text: str) -> str:
    count = texts.count(text)
    return {0: "not returned", 1: "returned once"}.get(count, f"returned {count} times")


def _refusal(outcome: str | None) -> str:
    return f", refused ({outcome})" if outcome else ""
