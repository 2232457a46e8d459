"""Saved questions as a person reads them: with the last result, and what changed since the one before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import CheckRun, Observation, QuestionCheck
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.views import reach_of_views
from provenance.services.saved.shelf import Saved, told, visible_to
from recall.services.asking.reasons import meaning_of
from recall.services.asking.sheet import DOOR
from recall.services.checking.run import UNFINISHED

BROKEN = "broken"


@dataclass(frozen=True, kw_only=True)
class Expected:
    """An expected observation: where it stands in the answer (None: nowhere) and where it stood."""

    observation: Observation | None
    place: int | None
    why: str
    before: int | None
    known_before: bool

    @property
    def changed(self) -> bool:
        """True where the run before found it elsewhere."""
        return self.known_before and self.place != self.before


@dataclass(frozen=True, kw_only=True)
class Row:
    """A saved question, the address that asks it on the bench, and what it expects."""

    saved: Saved
    address: str
    expected: Sequence[Expected]
    may_retire: bool

    @property
    def outcome(self) -> str:
        """passed, broken, erased, or `new` where it was not checked yet."""
        return self.saved.check.outcome if self.saved.check else "new"

    @property
    def before(self) -> str | None:
        """The outcome of the run before."""
        earlier = self.saved.check.before if self.saved.check else None
        return earlier["outcome"] if earlier else None


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """A page of saved questions, the newest first, and the run of them."""

    rows: Sequence[Row]
    next: UUID | None
    count: int
    broken: int
    run: CheckRun | None

    @property
    def running(self) -> bool:
        """True while a worker is at it, or waited for."""
        return self.run is not None and self.run.state in UNFINISHED

    @property
    def percent(self) -> int:
        """How far the run is."""
        run = self.run
        return 100 * run.done // run.total if run and run.total else 0


def shelf_of(
    *, caller: Caller, only_broken: bool, before: UUID | None, size: int, at: datetime
) -> Shelf:
    """The saved questions whose view the caller may take, those saved before the one named.

    What they expect is shown, and recorded so. Raises CapabilityRequired for one who neither
    recalls nor administers.
    """
    with workspace(caller):
        grants = live_grants(caller=caller, at=at)
        reach = reach_of_views(grants)
        seen = visible_to(caller=caller, grants=grants, at=at)
        checks = QuestionCheck.objects.here().filter(outcome=BROKEN)
        broken = seen.filter(id__in=checks.values("saved_id"))
        wanted = broken if only_broken else seen
        page = wanted if before is None else wanted.filter(id__lt=before)
        saved = told(page.order_by("-id")[: size + 1])
        shown = saved[:size]
        reader = Reader(caller=caller, at=at, reach=reach, grants=grants)
        ids = {one for row in shown for one in row.expected}
        rows = list(reader.observations().filter(id__in=ids).with_source())
        known = {row.id: row for row in reader.shown(rows, door=DOOR)}
        return Shelf(
            rows=[_row(one, known=known, caller=caller, grants=grants) for one in shown],
            next=shown[-1].id if len(saved) > size else None,
            count=seen.count(),
            broken=broken.count(),
            run=CheckRun.objects.here().first(),
        )


def _row(saved: Saved, *, known: Mapping[UUID, Observation], caller: Caller, grants: Grants) -> Row:
    check = saved.check
    now = {one["observation"]: one for one in check.found} if check else {}
    before = (
        {one["observation"]: one for one in (check.before or {}).get("found", [])} if check else {}
    )
    expected = []
    for one in saved.expected:
        found, earlier = now.get(str(one), {}), before.get(str(one), {})
        expected.append(
            Expected(
                observation=known.get(one),
                place=found.get("place"),
                why=meaning_of(found["reason"]) if found.get("reason") else "",
                before=earlier.get("place"),
                known_before=bool(earlier),
            )
        )
    reviews = bool(grants.of("review") or grants.of("administer"))
    return Row(
        saved=saved,
        address=_address(saved),
        expected=expected,
        may_retire=reviews or saved.by.id == caller.principal_id,
    )


def _address(saved: Saved) -> str:
    """The query string of the bench that asks it."""
    asked: dict[str, Any] = {"q": saved.text, "view": str(saved.view.id), **saved.asked}
    return urlencode({name: value for name, value in asked.items() if value}, doseq=True)
