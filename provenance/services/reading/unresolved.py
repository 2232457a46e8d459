"""Pairs that nobody has decided on, as a reader may see them."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from provenance.models import UnresolvedPair
from provenance.services.reading.reader import Reader


def pairs_of(observation_ids: Collection[UUID], *, reader: Reader) -> list[UnresolvedPair]:
    """The unresolved pairs of these observations whose two ends the reader may see: one query."""
    one_of_them = Q(observation_id__in=observation_ids) | Q(other_id__in=observation_ids)
    visible = reader.observations()
    pairs = (
        UnresolvedPair.objects.here()
        .filter(one_of_them)
        .filter(Exists(visible.filter(id=OuterRef("observation_id"))))
        .filter(Exists(visible.filter(id=OuterRef("other_id"))))
        .order_by("id")
    )
    return list(pairs)
