"""How a question is put, and what came of it stage by stage: for the bench and for checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from provenance.services.access.grants import Grants
from recall.services.question import Candidate

LIMIT = "limit"


@dataclass(frozen=True, kw_only=True)
class Put:
    """How a question is put.

    `view` is the principal whose grants answer it, where it is not the caller's own: the caller
    has to be one who may take that view. Receipt and exposure are the caller's all the same, at
    this `door`. With `told` false nobody is shown the answer, so neither of them is written.
    `noted` goes into the receipt: codes, numbers and times, never what anybody said.
    """

    view: UUID | None = None
    door: str = "recall"
    told: bool = True
    noted: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Course:
    """The course of one recall: by whose grants, and its candidates at each stage, best first.

    `gone` says of the candidates that do not hold, by ledger position, as what they are counted;
    `kept` are those that support the question, of which `limit` may be told.
    """

    answer: dict[str, Any]
    grants: Grants
    found: list[Candidate]
    gone: Mapping[int, str]
    holding: list[Candidate]
    kept: list[Candidate]
    limit: int

    def places(self) -> dict[UUID, int]:
        """The episodic items of the answer: the place of each, from 1."""
        told = self.answer["episodic"]
        return {UUID(item["observation"]): place for place, item in enumerate(told, start=1)}

    def left_out(self) -> dict[UUID, tuple[str, Candidate]]:
        """Each candidate that was found and is not in the answer, with the reason."""
        told = self.places()
        holds = {one.observation_id: one for one in self.holding}
        supports = {one.observation_id: place for place, one in enumerate(self.kept)}
        left: dict[UUID, tuple[str, Candidate]] = {}
        for one in [*self.found, *self.holding]:
            if one.observation_id in told:
                continue
            if (reason := self.gone.get(one.position)) is None:
                reason = self._reason(one.observation_id, holds=holds, supports=supports)
            left.setdefault(one.observation_id, (reason, one))
        return left

    def _reason(
        self, one: UUID, *, holds: Mapping[UUID, Candidate], supports: Mapping[UUID, int]
    ) -> str:
        if one not in holds:
            return "duplicate"
        if one not in supports:
            return "below_threshold"
        return "budget" if supports[one] < self.limit else LIMIT
