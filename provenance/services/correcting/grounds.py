"""What a fact may stand on: nothing that was erased, and nothing that is held back (P11)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from provenance.database.grounds import NO_FACT_ON_THE_ERASED, NO_FACT_ON_THE_HELD_BACK
from provenance.models import Observation
from provenance.problems import Erased, HeldBack
from provenance.services.contributing.erased import erased_among
from provenance.services.reading.standing_now import standing_of


def refuse_erased_ground(observations: Collection[Observation]) -> None:
    """Raises Erased where one of these lost its words for good: nothing is left to be a fact."""
    if erased_among([one.id for one in observations]):
        raise Erased("What it would make a fact of was erased.")


def refuse_held_ground(observations: Collection[Observation]) -> None:
    """Raises HeldBack where one of these is quarantined, withheld or restricted.

    That is for reviewers alone, and a fact is for all. Read `with_source`.
    """
    if is_held_back(observations):
        raise HeldBack


def is_held_back(observations: Collection[Observation]) -> bool:
    """True where one of these (read `with_source`) is quarantined, withheld or restricted."""
    return any(one.lane != "open" or standing_of(one)[1] != "admitted" for one in observations)


@contextmanager
def grounds_kept() -> Iterator[None]:
    """Raises Erased or HeldBack where the database refuses what a fact would stand on."""
    try:
        yield
    except IntegrityError as error:
        diagnosis = getattr(error.__cause__, "diag", None)
        constraint = getattr(diagnosis, "constraint_name", None)
        if constraint == NO_FACT_ON_THE_ERASED:
            raise Erased from error
        if constraint == NO_FACT_ON_THE_HELD_BACK:
            raise HeldBack from error
        raise
