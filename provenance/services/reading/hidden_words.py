"""What is left of an observation for those who may know of it and not read it."""

from typing import Any

from provenance.models import Observation

# All that its request said in words of its own; any of it may be what screening found.
_BLANK: dict[str, Any] = {
    "event_id": None,
    "speaker_name": None,
    "foreign_system": None,
    "foreign_session": None,
    "foreign_id": None,
}


def hide_words(observation: Observation) -> None:
    """Blanks the row in memory, its text included. What we decided ourselves stays: ids, principal,
    clocks, kind, role, admission, standing. Shapes and pages leave out the names of producer and
    session where `words_hidden`."""
    observation.words_hidden = True
    for name, value in _BLANK.items():
        setattr(observation, name, value)
    observation.labels, observation.telemetry = [], {}
