"""What a plan proposes, before any of it is tried: one list for each kind of question."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from provenance.models import ImportPlan
from provenance.services.access.grants import Grants

SAME, DISTINCT, UNRESOLVED = "same", "distinct", "unresolved"
REPAIR, UNKNOWN = "repair", "unknown"
EVENT, PAIR, STANDING, TIME = "event", "pair", "standing", "time"
# More than so many stay for the next plan; the plan says so.
MOST = 100_000


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One item to be: what (`about`) is proposed of an observation and of an earlier one, and why."""

    about: str
    disposition: str
    code: str | None
    observation: UUID
    meets: UUID | None = None
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[UUID, UUID | None, str | None]:
        """What makes it one item of its plan."""
        return self.observation, self.meets, self.detail.get("pair")


@dataclass(frozen=True, kw_only=True)
class Proposals:
    """The proposals in an order that stays, and counts of what none is made for."""

    rows: Sequence[Proposal]
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Asking:
    """A plan that is being made, and over what its maker may make it."""

    plan: ImportPlan
    grants: Grants

    @property
    def asked(self) -> dict[str, Any]:
        """The ids of what the plan is about."""
        asked: dict[str, Any] = self.plan.asked
        return asked
