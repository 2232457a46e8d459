"""What stands beside an observation: what is like it, the facts on it, what was proposed of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import FactEvidence, Observation, ProvenCopy
from provenance.services.correcting.fact_shape import evidence_of, visible_facts
from provenance.services.reading.corrections import (
    CorrectionFilters,
    corrections_page,
    represent_to,
)
from provenance.services.reading.pages import Turn
from provenance.services.reading.reader import Reader
from provenance.services.reading.unresolved import pairs_of

MOST = 20
_BASES = {
    "foreign_reference": "copy: the same event elsewhere",
    "same_text_with_link": "copy: its words again",
    "mapping": "copy: a person said so",
}
_KINDS = {
    "possible_equivalent": "possible equivalent",
    "foreign_conflict": "conflict of names",
    "contradiction": "contradiction",
}


@dataclass(frozen=True, kw_only=True)
class Similar:
    """Another observation, and why it is named: a proven copy, or a pair that nobody settled."""

    observation: Observation
    why: str
    proven: bool


@dataclass(frozen=True, kw_only=True)
class Beside:
    """At most MOST of each: copies first, then open pairs; facts and corrections newest first."""

    similar: Sequence[Similar]
    facts: Sequence[Any]
    evidence: Sequence[UUID]
    corrections: Sequence[dict[str, Any]]

    @property
    def told(self) -> list[UUID]:
        """The observations whose words are in it."""
        alike = [one.observation for one in self.similar]
        return [*(one.id for one in alike if not one.words_hidden), *self.evidence]


def beside_of(reader: Reader, *, observation_id: UUID) -> Beside:
    """As far as the reader may see. A fixed number of queries."""
    page = corrections_page(
        reader, filters=CorrectionFilters(target=observation_id), turn=Turn(limit=MOST)
    )
    on_it = FactEvidence.objects.here().filter(observation_id=observation_id).values("fact_id")
    facts = list(visible_facts(reader).filter(id__in=on_it).order_by("-position")[:MOST])
    stood_on = evidence_of([fact.id for fact in facts]) if facts else {}
    return Beside(
        similar=_similar(reader, observation_id),
        facts=facts,
        evidence=[one for ids in stood_on.values() for one in ids],
        corrections=represent_to(reader, page.rows),
    )


def _similar(reader: Reader, here: UUID) -> list[Similar]:
    copies = ProvenCopy.objects.live().filter(Q(observation_id=here) | Q(original_id=here))
    why: dict[UUID, tuple[str, bool]] = {}
    for one, other, basis in copies.values_list("observation_id", "original_id", "basis")[:MOST]:
        why[other if one == here else one] = (_BASES[basis], True)
    for pair in pairs_of([here], reader=reader)[:MOST]:
        other = pair.other_id if pair.observation_id == here else pair.observation_id
        why.setdefault(other, (_KINDS[pair.kind], False))
    rows = reader.observations().filter(id__in=list(why)).with_source().order_by("position")
    seen = reader.as_seen(list(rows))
    found = [Similar(observation=one, why=why[one.id][0], proven=why[one.id][1]) for one in seen]
    return sorted(found, key=lambda one: not one.proven)
