"""What happened since a person last looked, counted from the chronicle."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from provenance.database.prepared import compiled, fetch
from provenance.models import ChronicleEvent, LastLook, Principal
from provenance.services.reviewing.home.last_look import last_look
from provenance.services.reviewing.visitor import Visitor

# Of so many acts, the latest, the page tells; what lies before is "and more".
MOST_ACTS = 1_000
# How far below the last look an event that was being written then is looked for.
_LATE = 10_000
MOST_NAMED = 12


@dataclass(frozen=True, kw_only=True)
class Since:
    """The acts since `look` (None: since ever), by what they are called in the chronicle.

    `more` says that there were more than were counted. `active` are the names of the principals
    who did anything, `others` how many more there are; `abstained` the receipts of recalls that
    had nothing to tell, the latest first. What the visitor may not see is in none.
    """

    look: LastLook | None
    acts: Counter[str]
    more: bool
    abstained: Sequence[UUID]
    active: Sequence[str]
    others: int

    def told(self) -> list[tuple[int, str, str]]:
        """Count, act and words of those acts that a person looks for."""
        return [
            (self.acts[act], act, one if self.acts[act] == 1 else many)
            for act, (one, many) in _WORDS.items()
            if self.acts[act]
        ]


# The LIMIT keeps the planner from reading the ledger for those in sight.
_SEEN = """
SELECT a.id FROM unnest(%(ids)s::uuid[]) AS a (id)
CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = a.id LIMIT 1) AS seen
"""


class _Act(NamedTuple):
    act: str
    principal_id: UUID
    about: str
    about_id: UUID
    detail__abstained: bool | None


_WORDS = {
    "observed": ("observation recorded", "observations recorded"),
    "proposed": ("change proposed", "changes proposed"),
    "decided": ("decision", "decisions"),
    "reverted": ("decision taken back", "decisions taken back"),
    "fact_made": ("fact made", "facts made"),
    "released": ("release from quarantine", "releases from quarantine"),
    "kept_back": ("kept back", "kept back"),
    "conflicted": (
        "event that conflicts with an earlier one",
        "events that conflict with earlier ones",
    ),
    "rejected": ("request refused by policy", "requests refused by policy"),
    "applied": ("import applied", "imports applied"),
    "erased": ("erasure", "erasures"),
    "recalled": ("recall", "recalls"),
}


def since_last_look(visitor: Visitor) -> Since:
    """At most MOST_ACTS of them are read; four queries. Inside the workspace."""
    look = last_look(visitor.caller)
    rows = ChronicleEvent.objects.here()
    if look is not None:
        late = Q(position__gt=look.position - _LATE, transaction__gte=look.transaction)
        fresh = rows.filter(position__gt=look.position - _LATE)
        rows = fresh.filter(Q(position__gt=look.position) | late)
    found = rows.order_by("-position")[: MOST_ACTS + 1]
    read = [_Act(*row) for row in found.values_list(*_Act._fields)]
    acts = _visible(visitor, read[:MOST_ACTS])
    names = _names(Counter(one.principal_id for one in acts).most_common())
    return Since(
        look=look,
        acts=Counter(one.act for one in acts),
        more=len(read) > MOST_ACTS,
        abstained=[one.about_id for one in acts if one.detail__abstained is True],
        active=names[:MOST_NAMED],
        others=max(len(names) - MOST_NAMED, 0),
    )


def _visible(visitor: Visitor, acts: Sequence[_Act]) -> list[_Act]:
    """The acts that the visitor may know of: their own, those on what they may see, and for those
    who oversee the workspace also those on no observation.

    Asked by id: of "on one that is seen" the planner would read the whole ledger.
    """
    me, oversees = visitor.caller.principal_id, visitor.oversees
    sight, named = compiled(visitor.reader().observations(), "id", prefix="sight")
    about = list({one.about_id for one in acts if one.about == "observation"})
    seen = {row[0] for row in fetch(_SEEN.format(sight=sight), {"ids": about, **named})}
    return [
        one
        for one in acts
        if one.principal_id == me
        or (one.about_id in seen if one.about == "observation" else oversees)
    ]


def _names(active: Iterable[tuple[UUID, int]]) -> list[str]:
    """The names, of the busiest first."""
    ids = [one for one, _ in active]
    rows = Principal.objects.here().filter(id__in=ids)
    named = dict(rows.values_list("id", "name"))
    return [named[one] for one in ids if one in named]
