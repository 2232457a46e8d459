"""What consolidation reads: statements that hold, with the words and vectors they are compared by."""

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Exists, OuterRef

from provenance.models import Observation, ProvenCopy, Subject
from provenance.services.access.grants import Grants
from provenance.services.reading.representation import text_of
from recall.models import Embedding
from recall.services.in_use import in_use
from recall.services.terms import query_terms

# The newest statements of a workspace take part in one run.
WINDOW = 2_000
_LONGEST = 2_000
FEWEST_WORDS = 4
_STATED = ("turn", "note", "conclusion", "preference", "decision", "lesson", "goal")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|cannot|nicht|kein\w*|nie|pas|jamais|aucun\w*|nunca|não|не|нет)\b"
    r"|n['’]t\b|不|没|無|没有",
    re.IGNORECASE,
)
_QUESTION = ("?", "？", "؟")


@dataclass(frozen=True)
class Statement:
    """One observation as it is compared. `about` is what it is about, branch and revision too.

    `sentence` is the digest of its normal form: equal for what says the same words.
    """

    id: UUID
    text: str
    sentence: str
    admitted_as: str
    witness: UUID | None
    terms: frozenset[str]
    numbers: frozenset[str]
    negated: bool
    about: frozenset[tuple[str, str, str | None, str | None]]
    vector: Any = field(default=None, compare=False)


def material(grants: Grants) -> list[Statement]:
    """The newest statements that hold, in the order of the ledger. Inside the workspace.

    Proven copies are left out, as are questions, the very long and the very short. Raises
    CapabilityRequired without a recall grant.
    """
    copies = ProvenCopy.objects.live().filter(observation_id=OuterRef("id"))
    rows = (
        Observation.objects.visible_to(grants.reach("recall"))
        .still_holding()
        .filter(lane="open", kind__in=_STATED, word_count__gte=FEWEST_WORDS, part_of=None)
        .filter(~Exists(copies))
        .exclude(current__standing__in=("superseded", "corrected", "withdrawn"))
        .select_related("content")
        .order_by("-position")[:WINDOW]
    )
    texts = {row.id: (row, text) for row in rows if (text := _statement_of(row))}
    vectors = _vectors(list(texts))
    about = _subjects(list(texts))
    return [
        Statement(
            id=row.id,
            text=text,
            sentence=row.text_sha256,
            admitted_as=row.admitted_as,
            witness=row.witness_id,
            terms=frozenset(query_terms(text)),
            numbers=frozenset(_NUMBER.findall(text)),
            negated=bool(_NEGATION.search(text)),
            about=about.get(row.id, frozenset()),
            vector=vectors.get(row.id),
        )
        for row, text in reversed(texts.values())
    ]


def _statement_of(row: Observation) -> str | None:
    text = (text_of(row) or "").strip()
    if not text or len(text) > _LONGEST or text.endswith(_QUESTION):
        return None
    return text


def _vectors(ids: list[UUID]) -> dict[UUID, Any]:
    """Their vectors by the embedder in use, of long texts those of the first piece."""
    if (now := in_use()) is None:
        return {}
    rows = Embedding.objects.here().filter(observation_id__in=ids, embedder=now.embedder, piece=0)
    return {
        observation_id: np.asarray(vector, np.float32)
        for observation_id, vector in rows.values_list("observation_id", "vector")
    }


def _subjects(ids: list[UUID]) -> dict[UUID, Any]:
    about: dict[UUID, set[Any]] = {}
    rows = Subject.objects.here().filter(observation_id__in=ids)
    for one, *subject in rows.values_list("observation_id", "kind", "key", "branch", "revision"):
        about.setdefault(one, set()).add(tuple(subject))
    return {one: frozenset(subjects) for one, subjects in about.items()}
