"""What was erased does not come again: not under its identity, its foreign name, or as a copy."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from provenance.models import Erasure
from provenance.problems import Erased

_REFUSALS = ("no_copy_of_the_erased", "no_wording_of_the_erased")


def erased_among(observation_ids: Collection[UUID]) -> set[UUID]:
    """Those of these observations that were erased. Inside the workspace."""
    rows = Erasure.objects.here().filter(observation_id__in=observation_ids)
    return set(rows.values_list("observation_id", flat=True))


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
