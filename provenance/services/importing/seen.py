"""What a plan, or an earlier import, knows of a record already."""

from collections.abc import Collection
from uuid import UUID

from provenance.models import ImportItem, ImportOutcome


def applied_before(observation_id: UUID, *, digest: str) -> bool:
    """True where this record, word for word, was imported as that observation."""
    outcomes = ImportOutcome.objects.here().filter(observation_id=observation_id)
    return bool(outcomes.filter(item__record_sha256=digest).exists())


def earlier_items(
    plan_id: UUID, *, identities: Collection[str], names: Collection[str]
) -> tuple[dict[str, str], set[str]]:
    """Of these identities, those that are in the plan, with their record's digest; and of these
    foreign names those that are."""
    items = ImportItem.objects.here().filter(plan_id=plan_id)
    admitted = items.exclude(disposition__in=("refused", "invalid", "conflict", "duplicate"))
    rows = admitted.filter(identity__in=identities).values_list("identity", "record_sha256")
    known = {str(identity): str(digest) for identity, digest in rows}
    named_rows = admitted.filter(foreign_name__in=names).values_list("foreign_name", flat=True)
    return known, {str(name) for name in named_rows}
