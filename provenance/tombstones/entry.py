"""One line of the file: an act, by ids, positions and digests; never what anybody said."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

VERSION = 1
# `opened` begins a file; the others are rows of the ledger, each known by its own id.
ACTS = ("opened", "decided", "reverted", "stood", "erased")
_SUM = 16


class DamagedError(Exception):
    """A line that was altered or cut in the middle of the file. `line` is 1-based."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An act. `position` is its place in the ledger that it was written in.

    `about` holds, by act: `decided` correction, kind, by, proposer, targets; `reverted`
    correction, by; `stood` observation, digest, foreign, standing, admission, by; `erased`
    observation, digest, foreign, by. `foreign` is the digest of the name in another system,
    `name` that without the session, `said` of name, role and text; `anywhere` tells that the
    name needs no session. Older files have the first alone.
    """

    act: str
    id: str
    position: int
    at: str
    about: dict[str, Any] = field(default_factory=dict)


def line_of(entry: Entry) -> bytes:
    """The entry as a line of the file, with its own sum, so that an altered one shows."""
    form = {
        "v": VERSION,
        "act": entry.act,
        "id": entry.id,
        "position": entry.position,
        "at": entry.at,
        **entry.about,
    }
    return _dumped({**form, "sum": _sum(form)}) + b"\n"


def entry_of(line: bytes, *, number: int) -> Entry:
    """The entry of a line without its end. Raises DamagedError."""
    try:
        form = json.loads(line)
        given = form.pop("sum")
        known = form["v"] == VERSION and form["act"] in ACTS
        if not known:
            raise DamagedError(number, "of a version or an act that is not known here")
        if given != _sum(form):
            raise DamagedError(number, "altered")
        return Entry(
            act=form.pop("act"),
            id=form.pop("id"),
            position=form.pop("position"),
            at=form.pop("at"),
            about={name: value for name, value in form.items() if name != "v"},
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DamagedError(number, "not a line of this file") from None


def foreign_digest(system: str | None, session: str | None, name: str | None) -> str | None:
    """SHA-256 of a name in another system; None where there is none."""
    if system is None or name is None:
        return None
    return sha256("\0".join((system, session or "", name)).encode()).hexdigest()


def name_digest(system: str | None, name: str | None, part: int | None) -> str | None:
    """SHA-256 of a name in another system, whatever its session; None where there is none."""
    if system is None or name is None:
        return None
    return sha256("\0".join((system, name, "" if part is None else str(part))).encode()).hexdigest()


def said_digest(name: str | None, *, role: str, text_sha256: str) -> str | None:
    """SHA-256 of what was said under a name of `name_digest`: never of the words alone."""
    return name and sha256("\0".join((name, role, text_sha256)).encode()).hexdigest()


def _sum(form: dict[str, Any]) -> str:
    return sha256(_dumped(form)).hexdigest()[:_SUM]


def _dumped(form: dict[str, Any]) -> bytes:
    return json.dumps(form, sort_keys=True, separators=(",", ":")).encode()
