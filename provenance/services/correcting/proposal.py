"""What a door hands to `propose`: a proposed change of standing, typed, and its digest."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID

import rfc8785

# What a caller may propose. `fact` (a consolidation's) and `release` (of what is held in
# quarantine) are proposed by services of ours.
KINDS = ("correct", "withdraw", "supersede", "restore", "adopt")
# What these make of a statement is a fact; the first and the last cannot do without one.
FACT_MAKING = ("correct", "supersede", "adopt", "fact")
# These make it of their targets as they were said.
ADOPTING = ("adopt", "fact")
MAX_TARGETS = 100
MAX_STATEMENT_BYTES = 65_536
MAX_REASON = 2_000


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One proposal. `targets` are observations, each once; `event_id` names it for its proposer."""

    kind: str
    targets: Sequence[UUID]
    reason: str
    event_id: str
    statement: str | None = None
    detail: dict[str, Any] = field(default_factory=dict)

    def digest(self) -> str:
        """`sha256:<64 hex>` over the RFC 8785 form of what is proposed; `detail` is not covered."""
        form = {
            "event_id": self.event_id,
            "kind": self.kind,
            "reason": self.reason,
            "statement": self.statement,
            "targets": [str(one) for one in self.targets],
        }
        canonical = rfc8785.dumps({name: value for name, value in form.items() if value})
        return "sha256:" + sha256(canonical).hexdigest()
