"""Goes through the checks of one host."""

from collections.abc import Iterator
from typing import Any

from memoryapp.doctor.aftermath import sweep_up
from memoryapp.doctor.credentials import check_credentials
from memoryapp.doctor.report import Check
from memoryapp.doctor.round_trip import RoundTrip
from memoryapp.doctor.server import Server, Unreachable
from memoryapp.doctor.unknown import why_unknown

# Of a host's clock: seconds by which event times may differ before their order means nothing.
MOST_SECONDS_APART = 5
SCRATCH_PRODUCER = ("doctor", "scratch")
_OK, _UNAUTHENTICATED = 200, 401


def examine(*, url: str, key: str, producer: tuple[str, str] | None) -> Iterator[Check]:
    """Every check in order, as far as each leads. The key appears in none of them."""
    server = Server(url=url, key=key)
    try:
        yield from _examined(server, key=key, producer=producer)
    except Unreachable as error:
        yield Check(
            False,
            "server",
            f"no answer at {server.url} ({error})",
            "is it up? is the address right?",
        )


def _examined(server: Server, *, key: str, producer: tuple[str, str] | None) -> Iterator[Check]:
    me = server.ask("/v1/whoami")
    yield Check(True, "server", f"answers at {server.url}")
    yield _clock(me.ahead)
    if me.status == _UNAUTHENTICATED:
        yield Check(False, "key", why_unknown(key), "make one in the admin, or ask for the next")
        return
    if me.status != _OK:
        yield Check(False, "key", f"no answer to who it is: {me.code}", "is this memoryapp?")
        return
    speaks_for = producer or _own_producer(me.body)
    yield from check_credentials(me.body, producer=speaks_for)
    trip = RoundTrip(server, producer=speaks_for, recalls="recall" in me.body["live"])
    try:
        yield from trip.checks()
    finally:
        left = trip.observation and sweep_up(
            trip.observation, workspace_id=me.body["workspace"]["id"]
        )
    if trip.observation:
        yield Check(True, "scratch", left or "the turn is erased again")


def _own_producer(me: dict[str, Any]) -> tuple[str, str]:
    """The one that the key is bound to, else one that its observe grants name, else a scratch one."""
    named = [me["key"]["producer"]] if me["key"]["producer"] else []
    named += [
        one
        for grant in me["capabilities"]
        if grant["capability"] == "observe"
        for one in grant["producers"]
    ]
    return (named[0]["harness"], named[0]["instance"]) if named else SCRATCH_PRODUCER


def _clock(ahead: float | None) -> Check:
    if ahead is None:
        return Check(False, "clock", "the server does not tell its time", "is a proxy in between?")
    side = "behind" if ahead > 0 else "ahead of"
    apart = f"this machine is {abs(ahead):.0f} s {side} the server"
    return Check(
        abs(ahead) <= MOST_SECONDS_APART,
        "clock",
        apart,
        "set both by NTP: event times order memory",
    )
