"""What was erased does not come again: not under its identity, its foreign name, or as a copy."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.problems import Erased

_ERASED = """
SELECT observation_id FROM erasure
WHERE workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])
"""
_REFUSALS = ("no_copy_of_the_erased", "no_wording_of_the_erased")


def erased_among(observation_ids: Collection[UUID]) -> set[UUID]:
    """Those of these observations that were erased. Inside the workspace."""
    if not observation_ids:
        return set()
    asked = {"here": current_workspace(), "ids": list(observation_ids)}
    return {one for (one,) in fetch(_ERASED, asked)}


def refuse_the_erased(*observation_ids: UUID) -> None:
    """Raises Erased where any of these observations was erased."""
    if erased_among(observation_ids):
        raise Erased


@contextmanager
def erased_words_refused() -> Iterator[None]:
    """Raises Erased where the database refuses a proven copy, or the wording, of what was erased."""
    try:
        yield
    except IntegrityError as error:
        diagnosis = getattr(error.__cause__, "diag", None)
        if getattr(diagnosis, "constraint_name", None) in _REFUSALS:
            raise Erased from error
        raise
