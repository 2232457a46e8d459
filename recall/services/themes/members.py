"""The observations that themes are made of: those of a window that the caller may recall now."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db.models import Exists, F, OuterRef

from provenance.models import ProvenCopy
from provenance.services.access.grants import Grants
from recall.models import Embedding
from recall.services.allowed import allowed_by
from recall.services.in_use import in_use
from recall.services.question import Question

# The newest of a window are clustered: more would take minutes, and tell less.
MOST = 20_000
# "Yes, thanks" is no theme.
FEWEST_WORDS = 4
TALKED = ("turn", "message", "note", "conclusion", "preference", "decision", "lesson", "goal")


@dataclass(frozen=True)
class Members:
    """Ledger positions in ascending order, and the label of the embedder whose vectors they have.

    `older`: how many more of the window are left out. `made_of` is the same for the same members
    alone, whoever asks for whatever window.
    """

    positions: list[int]
    embedder: str
    older: int

    @property
    def made_of(self) -> str:
        digest = hashlib.sha256(self.embedder.encode())
        digest.update(np.array(self.positions, "<i8").tobytes())
        return digest.hexdigest()


def talked(grants: Grants, *, since: datetime | None, until: datetime | None) -> Any:
    """What was said in the window of event time, holds now, and is within the caller's grants.

    Proven copies and the very short are left out, and without any window what has no known time
    is not. Raises CapabilityRequired without a recall grant.
    """
    question = Question(since=since, until=until, kinds=TALKED)
    copies = ProvenCopy.objects.live().filter(observation_id=OuterRef("id"))
    return (
        allowed_by(grants, question=question)
        .still_holding()
        .filter(lane="open", word_count__gte=FEWEST_WORDS)
        .filter(~Exists(copies))
        .exclude(current__standing__in=("superseded", "corrected", "withdrawn"))
    )


def members_of(rows: Any) -> Members:
    """The newest MOST of the rows that have vectors. Inside the workspace."""
    now = in_use()
    label = now.embedder if now else ""
    vectors = Embedding.objects.here().filter(
        observation_id=OuterRef("id"), embedder=label, piece=0
    )
    embedded = rows.filter(Exists(vectors))
    newest = embedded.order_by(F("ordered_at").desc(nulls_last=True), "-position")
    positions = list(newest.values_list("position", flat=True)[: MOST + 1])
    older = embedded.count() - MOST if len(positions) > MOST else 0
    return Members(sorted(positions[:MOST]), label, older)
