"""What a plan, or an earlier import, knows of a record already."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from provenance.models import ImportItem, ImportOutcome

IN_PLAN = "in_plan"


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


def repeats_of(items: Collection[ImportItem], *, left_out: Collection[int]) -> set[UUID]:
    """Those of a plan's items that repeat, or copy, one that is left out (by its ordinal).

    They would come in in its place, though whoever left it out was told that they are nothing new.
    """
    again = [item for item in items if item.code == IN_PLAN]
    if not again or not left_out:
        return set()
    rows = (
        ImportItem.objects.here()
        .filter(plan_id=again[0].plan_id, ordinal__in=left_out)
        .filter(
            Q(identity__in=[item.identity for item in again if item.identity])
            | Q(foreign_name__in=[item.foreign_name for item in again if item.foreign_name])
        )
        .values_list("identity", "foreign_name")
    )
    names = {name for row in rows for name in row if name}
    return {item.id for item in again if {item.identity, item.foreign_name} & names}
