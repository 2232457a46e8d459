"""When two foreign references name the same event: the one place that says so (P5, P9).

Why these rules: docs/decisions/0016-names-in-other-systems.md.
"""

import re

from django.db.models import Q

from provenance.models import Observation

# Ids that cannot be another event's, in whatever session they stand: UUIDs (Claude Code's lines,
# with the importer's blocks), and a vendor's prefix before twenty random characters.
_UNIQUE = re.compile(
    r"(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[a-z]{2,8}_[0-9A-Za-z]{20,})(?::b\d+)?",
    re.IGNORECASE,
)


def unique_by_itself(foreign_id: str | None) -> bool:
    """True for an id that names one event of its system whatever the session."""
    return _UNIQUE.fullmatch(foreign_id or "") is not None


def of_one_name(observation: Observation) -> Q:
    """The rows that bear the observation's foreign name. It must have one.

    System, id and part agree, and so do the sessions, unless one of the two names none (who
    leaves it out says that the id needs none) or the id is unique by itself.
    """
    named = Q(
        foreign_system=observation.foreign_system,
        foreign_id=observation.foreign_id,
        part_index=observation.part_index,
    )
    session = observation.foreign_session
    if session is None or unique_by_itself(observation.foreign_id):
        return named
    return named & (Q(foreign_session=session) | Q(foreign_session=None))


def is_one_name(one: Observation, other: Observation) -> bool:
    """As `of_one_name`, of two rows that are at hand. False where one has no foreign name."""
    if one.foreign_id is None or any(
        getattr(one, name) != getattr(other, name)
        for name in ("foreign_system", "foreign_id", "part_index")
    ):
        return False
    sessions = {one.foreign_session, other.foreign_session}
    return len(sessions) == 1 or None in sessions or unique_by_itself(one.foreign_id)


def binds_by_name(erased: Observation, observation: Observation) -> bool:
    """True where the name alone says that this is what was erased, whatever its words are now.

    A short id in no session may be another event's: then the words have to agree too, else
    whoever erased one event would have banned the events of other sessions.
    """
    return (
        erased.foreign_session == observation.foreign_session
        or unique_by_itself(observation.foreign_id)
        or is_same_speech(erased, observation)
    )


def is_same_speech(one: Observation, other: Observation) -> bool:
    """The same role and, as texts are compared, the same words; erased words by their digest."""
    return one.speaker_role == other.speaker_role and one.text_sha256 == other.text_sha256
