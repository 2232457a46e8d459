"""A repository that MemoryD names, as subjects that are asked about."""

from typing import Any

from provenance.compat.contributions import subjects_of
from recall.services.question import SubjectAsked


def asked_about(repo: dict[str, Any] | None) -> tuple[SubjectAsked, ...]:
    """The same names that a contribution about this repository bears."""
    return tuple(SubjectAsked(**vars(subject)) for subject in subjects_of(repo))
