"""What a reconciliation is asked to look at, and whether that is here."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from provenance.models import ImportPlan, Observation, Producer, Session, UnresolvedPair
from provenance.problems import InvalidRequest, field_error
from provenance.services.access.grants import Grants

PRODUCERS, SESSIONS, NAMESPACES = "producers", "sessions", "namespaces"
PAIRS, STANDING, TIMES = "pairs", "standing", "times"
KINDS = (PRODUCERS, SESSIONS, NAMESPACES, PAIRS, STANDING, TIMES)
MOST_PAIRS = 10_000
_FORMAT = "reconcile:"


# The two families of plans; doors of one do not show the other's.
IMPORTS, RECONCILIATIONS = "imports", "reconciliations"


def is_reconciliation(plan: ImportPlan) -> bool:
    """True for a plan of what is here; False for one of an import."""
    return plan.format.startswith(_FORMAT)


def plans_of(family: str | None) -> Any:
    """The plans of one family, or of both. Inside the workspace."""
    plans = ImportPlan.objects.here()
    if family is None:
        return plans
    ours = {"format__startswith": _FORMAT}
    return plans.filter(**ours) if family == RECONCILIATIONS else plans.exclude(**ours)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The question of a plan. `first` and `second` are two names for what may be one.

    Producers are named "harness/instance", sessions by `ref` or by a host's id that is the only one
    of its name, namespaces by the beginning of their event ids. `verdict` is what is to be settled
    of pairs: all that are unsettled where none is named.
    """

    kind: str
    first: str | None = None
    second: str | None = None
    verdict: str | None = None
    pairs: Sequence[UUID] | None = None

    @property
    def format(self) -> str:
        """What the plan's kind is called."""
        return _FORMAT + self.kind

    @property
    def name(self) -> str:
        """What people call it."""
        if self.first is not None:
            return f"{self.kind}: {self.first} = {self.second}"[:300]
        return f"{self.kind}: {self.verdict}" if self.verdict else self.kind


def found_here(asked: Asked, *, grants: Grants) -> tuple[dict[str, Any], str]:
    """The ids of what is asked for, as the plan keeps them, and their digest. Inside the workspace.

    Names that lead nowhere are refused, so a plan keeps no word that was not here before. Raises
    InvalidRequest.
    """
    kept: dict[str, Any] = {"kind": asked.kind}
    if asked.kind in (PRODUCERS, SESSIONS, NAMESPACES):
        if asked.first is None or asked.second is None or asked.first == asked.second:
            raise _refused("/second", "invalid_value")
        kept |= {name: _named(asked, name, grants=grants) for name in ("first", "second")}
        if kept["first"] == kept["second"]:
            raise _refused("/second", "invalid_value")
    if asked.kind == PAIRS:
        if asked.verdict is None:
            raise _refused("/verdict", "required")
        kept |= {"verdict": asked.verdict, "pairs": _pairs(asked, grants=grants)}
    text = json.dumps(kept, sort_keys=True)
    return kept, sha256(text.encode()).hexdigest()


def reached(grants: Grants) -> Any:
    """The observations that may be reconciled: within the grants, and not in the restricted lane."""
    return Observation.objects.here().filter(grants.reach("reconcile"), lane="open")


def _named(asked: Asked, side: str, *, grants: Grants) -> str:
    name = asked.first if side == "first" else asked.second
    if name is None:
        raise _refused(f"/{side}", "required")
    if asked.kind == NAMESPACES:
        here = reached(grants).filter(event_id__startswith=name)
        found = [name] if name and here.exists() else []
    elif asked.kind == PRODUCERS:
        harness, _, instance = name.partition("/")
        producers = Producer.objects.here().filter(harness=harness, instance=instance)
        ids = producers.values_list("id", flat=True)
        found = [str(one) for one in ids if reached(grants).filter(producer_id=one).exists()]
    else:
        found = _sessions(name, grants=grants)
    if len(found) != 1:
        raise _refused(f"/{side}", "invalid_value" if found else "unknown_reference")
    return found[0]


def _sessions(name: str, *, grants: Grants) -> list[str]:
    """The session of that `ref`, else those that a host calls so, two at most."""
    sessions = Session.objects.here().filter(grants.reach("reconcile"))
    named = sessions.filter(external_id=name)
    try:
        ref = sessions.filter(id=UUID(name))
    except ValueError:
        ref = sessions.none()
    rows = ref if ref.exists() else named
    return [str(one) for one in rows.values_list("id", flat=True)[:2]]


def _pairs(asked: Asked, *, grants: Grants) -> list[str] | None:
    if asked.pairs is None:
        return None
    ids = sorted(set(asked.pairs))
    within = reached(grants).values("id")
    rows = UnresolvedPair.objects.unsettled().filter(
        id__in=ids, observation_id__in=within, other_id__in=within
    )
    if rows.count() != len(ids) or len(ids) > MOST_PAIRS:
        raise _refused("/pairs", "unknown_reference")
    return [str(one) for one in ids]


def _refused(pointer: str, code: str) -> InvalidRequest:
    return InvalidRequest(errors=[field_error(pointer=pointer, code=code)])
