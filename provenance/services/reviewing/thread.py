"""A conversation in reading order, each turn with how it stands to the one above it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from provenance.models import Observation, ProvenCopy
from provenance.services.reading.pages import Cursor, Order, Turn, page_of
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of

# A proven copy, by its basis, in a word for the thread.
_HEARD = {"foreign_reference": "copy", "same_text_with_link": "echo", "mapping": "copy"}
_THREAD = Order(field="turn_index", tie="position", descending=False)


@dataclass(frozen=True, kw_only=True)
class Said:
    """One observation of a thread. `missing` are the turn indexes that are absent above it; `heard`
    says that it is proven to be no news: an echo, or a copy."""

    observation: Observation
    standing: str
    missing: tuple[int, int] | None
    continues: bool
    heard: str | None = None

    @property
    def aside(self) -> bool:
        """True for what was said in a sidechain, to or by a subagent."""
        return "sidechain" in self.observation.labels


def thread_page(
    reader: Reader, *, session_id: UUID, after: UUID | None, size: int
) -> tuple[Sequence[Said], UUID | None]:
    """Turns that the reader may see, by turn index, those without one last; and the last one's
    id where more follow.

    `after` is the last observation of the page before. What is missing was not recorded, or is
    not visible: the two look alike.
    """
    rows = reader.observations().filter(session_id=session_id)
    above = rows.filter(id=after).first() if after else None
    cursor = Cursor(above.turn_index, above.position, backwards=False) if above else None
    page = page_of(rows.with_source(), order=_THREAD, turn=Turn(limit=size, cursor=cursor))
    heard = _heard([row.id for row in page.rows])
    said = list(_in_relation(above, reader.as_seen(page.rows), heard))
    return said, said[-1].observation.id if page.next else None


def kinds_of(reader: Reader, *, session_id: UUID) -> list[tuple[str, int]]:
    """How many observations of each kind the reader may see in the session, the most first."""
    rows = reader.observations().filter(session_id=session_id).values("kind")
    counted = rows.annotate(many=Count("id")).order_by("-many", "kind")
    return list(counted.values_list("kind", "many"))


def _heard(observation_ids: Sequence[UUID]) -> dict[UUID, str]:
    copies = ProvenCopy.objects.live().filter(observation_id__in=observation_ids)
    return {one: _HEARD[basis] for one, basis in copies.values_list("observation_id", "basis")}


def _in_relation(
    above: Observation | None, rows: Sequence[Observation], heard: Mapping[UUID, str]
) -> Iterator[Said]:
    for observation in rows:
        yield Said(
            observation=observation,
            standing=standing_of(observation)[0],
            missing=_missing(above, observation) if above else None,
            continues=above is not None and _continues(above, observation),
            heard="said again" if observation.after_exposure else heard.get(observation.id),
        )
        above = observation


def _missing(above: Observation, here: Observation) -> tuple[int, int] | None:
    if above.turn_index is None or here.turn_index is None:
        return None
    first, last = above.turn_index + 1, here.turn_index - 1
    return (first, last) if first <= last else None


def _continues(above: Observation, here: Observation) -> bool:
    """True where a long utterance goes on: the next part of the same whole."""
    if above.part_index is None or here.part_index is None:
        return False
    return (
        here.part_index == above.part_index + 1
        and here.part_of == above.part_of
        and here.speaker_role == above.speaker_role
    )
