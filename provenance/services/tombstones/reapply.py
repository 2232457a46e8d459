"""Does again in a restored copy what was withdrawn and erased since it was saved (P9)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Erasure, Principal
from provenance.services.access.caller import Caller
from provenance.services.erase import MOST, erase_again
from provenance.services.tombstones.acts import all_acts
from provenance.services.tombstones.awaited import await_absent
from provenance.services.tombstones.decisions import Again, decide_again, revert_again, stand_again
from provenance.tombstones.entry import Entry

ERASED_AGAIN = "Erased before; done again in a restored copy."
HOLDS_LESS = ("withdrawn", "corrected", "superseded")


@dataclass(kw_only=True)
class Reapplied:
    """What was done again in one workspace, and what could not be.

    `absent` counts observations that the copy does not have: they are awaited, and bound when
    they come again. `unproven` names, in a sentence
    each, why it is not known that everything was done.
    """

    decisions: int = 0
    reversals: int = 0
    standings: int = 0
    erased: int = 0
    absent: int = 0
    unproven: list[str] = field(default_factory=list)


def reapply(*, tenancy: Tenancy, entries: Sequence[Entry], at: datetime) -> Reapplied:
    """Decides, reverts and erases again what the copy lacks, in the order of the ledger.

    What is here already is left alone, so a second run changes nothing.
    """
    done = Reapplied()
    ordered = sorted(entries, key=lambda entry: entry.position)
    done.unproven += _not_in_the_file(tenancy, ordered)
    with workspace(tenancy):
        people = set(Principal.objects.here().values_list("id", flat=True))
        founder = Principal.objects.here().filter(kind="human").earliest("id")
    again = Again(tenancy=tenancy, people=people, founder=founder.id, at=at)
    for entry in ordered:
        if entry.act == "decided":
            done.decisions += decide_again(entry, again)
        elif entry.act == "reverted":
            done.reversals += revert_again(entry, again)
    erased = [UUID(entry.about["observation"]) for entry in ordered if entry.act == "erased"]
    done.erased = _erase(erased, again, name=founder.name)
    standing = _last(ordered)
    done.standings, less, absent = stand_again(standing, again)
    done.absent = absent
    await_absent(ordered, standing=standing, erased=set(erased), again=again)
    done.unproven += [f"{one} stands better than the file says" for one in less]
    return done


def _not_in_the_file(tenancy: Tenancy, entries: Sequence[Entry]) -> list[str]:
    """The copy is older than the file, so the file must know all acts of the copy."""
    known = {entry.id for entry in entries}
    with workspace(tenancy, restricted=True):
        acts = all_acts()
    here = [*acts.decisions, *acts.reversals, *acts.standings, *acts.erasures]
    lacking = sum(str(one) not in known for one in here)
    if not lacking:
        return []
    return [f"the file lacks {lacking} acts of this ledger: it was cut, or is of another one"]


def _last(entries: Sequence[Entry]) -> dict[UUID, str]:
    """Where each observation stood last, of those that did not hold any more."""
    last = {
        UUID(entry.about["observation"]): entry.about["standing"]
        for entry in entries
        if entry.act == "stood"
    }
    return {one: standing for one, standing in last.items() if standing in HOLDS_LESS}


def _erase(observations: Sequence[UUID], again: Again, *, name: str) -> int:
    caller = Caller(
        workspace_id=again.tenancy.workspace_id,
        principal_id=again.founder,
        name=name,
        kind="human",
    )
    count = 0
    for start in range(0, len(observations), MOST):
        page = observations[start : start + MOST]
        with workspace(again.tenancy, restricted=True):
            before = Erasure.objects.here().count()
            erase_again(caller=caller, observations=page, reason=ERASED_AGAIN, at=again.at)
            count += Erasure.objects.here().count() - before
    return count
