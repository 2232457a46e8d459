"""Short words for the tests of erasure: erase something, and look whether anything is left."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.services.erase import Erasal, Erasing, erase
from tests.cast import Person
from tests.database.sql import TENANT_TABLES, as_superuser, rows_of


def erased(by: Person, *observations: UUID, at: datetime | None = None, **more: Any) -> Erasal:
    """Erases, as that person."""
    erasing = Erasing(observations=observations, reason=more.pop("reason", "asked for"), **more)
    return erase(caller=by.caller, erasing=erasing, at=at or datetime.now(UTC))


def rows_that_say(word: str) -> Iterator[str]:
    """Names of the tenant tables, of any workspace, in which the word stands anywhere."""
    with as_superuser() as everything:
        for table in TENANT_TABLES:
            if any(word in str(row) for row in rows_of(everything, table)):
                yield table


def here(person: Person, model: Any, **which: Any) -> list[Any]:
    """Rows of the person's workspace, the restricted lane included."""
    with workspace(person.principal, restricted=True):
        return list(model.objects.here().filter(**which))
