"""An observation as it is embedded: its text whole, or in its pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from provenance.models import Observation
from recall.services.pieces import pieces_of


@dataclass(frozen=True)
class Passage:
    """A text that waits for its vectors: whole, or in its pieces."""

    observation_id: UUID
    position: int
    pieces: Sequence[str]


def passage_of(observation: Observation, *, text: str) -> Passage:
    """The observation as it is embedded: its speaker's name is part of each piece."""
    pieces = pieces_of(text, name=observation.speaker_name)
    return Passage(observation.id, observation.position, pieces)


def numbered(passages: Sequence[Passage]) -> Iterator[tuple[Passage, int]]:
    """Each passage with the numbers of its pieces, in the order in which they are embedded."""
    for passage in passages:
        for number in range(len(passage.pieces)):
            yield passage, number
