"""Fills a workspace to a size with what the services would have written, in bulk."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Content, Observation, Receipt, Session
from provenance.models.ids import uuid7
from provenance.services.contributing.contribution import Contribution
from provenance.services.observe import observe
from recall.evaluation.load import PRODUCER
from recall.evaluation.speed.copying import insert_like
from recall.evaluation.speed.positions import next_positions
from recall.evaluation.speed.readings import write_readings
from recall.evaluation.speed.texts import BATCH, Talk
from recall.evaluation.store import Store
from recall.services.arrange import arrange
from recall.services.attributed import attributed
from recall.services.in_use import held
from recall.services.vocabulary import count_everything

TURNS_OF_A_SESSION = 20
SPEAKERS = ("sam", "agent")

Progress = Callable[[str, int], None]


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Observations that are written together, as columns. `number` names their texts."""

    number: int
    ids: list[UUID]
    positions: list[int]
    texts: list[str]


def grow(*, store: Store, size: int, talk: Talk, embedder: str, progress: Progress) -> None:
    """Adds observations until there are `size`; those that are here stay.

    In sessions of 20 turns, a person's and an agent's in turn, one a minute up to now; with
    content, receipt, words and vectors by the `embedder` (name@revision), counted.
    """
    pattern = _pattern(store)
    here = _count(store)
    progress("there", here)
    while here < size:
        number, count = here // BATCH, min(BATCH - here % BATCH, size - here)
        with workspace(store.host):
            batch = Batch(
                number=number,
                ids=[uuid7() for _ in range(count)],
                positions=next_positions(count),
                texts=talk.texts(BATCH, number=number)[here % BATCH :][:count],
            )
            _write_ledger(batch, pattern=pattern, first=here, size=size)
            vectors = talk.vectors(count, number=number)
            said = [
                attributed(text, name=_speaker(here + place))
                for place, text in enumerate(batch.texts)
            ]
            held(embedder)  # the first vectors' embedder is the one in use
            write_readings(batch.ids, batch.positions, said, vectors, embedder=embedder)
        here += count
        progress("written", count)
    count_everything(tenancy=store.tenancy, progress=lambda stage, count: None)
    arrange(tenancy=store.tenancy, embedder=embedder)


def _speaker(turn: int) -> str:
    return SPEAKERS[turn % 2]


def _count(store: Store) -> int:
    with workspace(store.host):
        return int(Observation.objects.here().count())


def _pattern(store: Store) -> Observation:
    """The first observation of the workspace, written by the real service where there is none."""
    with workspace(store.host):
        first = Observation.objects.here().order_by("position").first()
    if first is None:
        event = Contribution(
            event_id="speed",
            session_id="speed",
            turn_index=0,
            kind="turn",
            speaker_role="user",
            speaker_name=SPEAKERS[0],
            content="The first of many.",
            observed_at=datetime(2020, 1, 1, tzinfo=UTC),
            producer=PRODUCER,
        )
        observe(caller=store.host, contribution=event, at=datetime.now(UTC))
        return _pattern(store)
    return first


def _write_ledger(batch: Batch, *, pattern: Observation, first: int, size: int) -> None:
    """The rows that `observe` writes of each, but for its chronicle."""
    now = datetime.now(UTC)
    turns = range(first, first + len(batch.ids))
    users = [turn % 2 == 0 for turn in turns]
    times = [now - timedelta(minutes=size - turn) for turn in turns]
    sessions = _sessions(batch, pattern=pattern, first=first)
    insert_like(
        pattern,
        {
            "id": batch.ids,
            "position": batch.positions,
            "event_id": [f"speed-{turn}" for turn in turns],
            "session_id": sessions,
            "turn_index": [turn % TURNS_OF_A_SESSION for turn in turns],
            "observed_at": times,
            "recorded_at": times,
            "speaker_role": ["user" if user else "assistant" for user in users],
            "speaker_name": [_speaker(turn) for turn in turns],
            "admitted_as": ["user_primary" if user else "assistant_authored" for user in users],
            "witness_id": [pattern.witness_id if user else None for user in users],
            "text_sha256": [f"{turn:064x}" for turn in turns],
            "word_count": [len(text.split()) for text in batch.texts],
        },
    )
    ids = {"observation_id": batch.ids}
    content = Content.objects.here().get(observation_id=pattern.id)
    insert_like(content, {"id": _ids(batch), **ids, "text": batch.texts})
    receipt = Receipt.objects.here().get(observation_id=pattern.id, outcome="accepted")
    events = [f"speed-{turn}" for turn in turns]
    insert_like(receipt, {"id": _ids(batch), **ids, "event_id": events})


def _sessions(batch: Batch, *, pattern: Observation, first: int) -> list[UUID]:
    """The session of each; those that are new are written."""
    numbers = [(first + place) // TURNS_OF_A_SESSION for place in range(len(batch.ids))]
    names = {number: f"speed-{number}" for number in numbers}
    here = Session.objects.here().filter(external_id__in=list(names.values()))
    known = dict(here.values_list("external_id", "id"))
    new = {name: uuid7() for name in names.values() if name not in known}
    if new:
        one = Session.objects.here().get(external_id="speed")
        insert_like(one, {"id": list(new.values()), "external_id": list(new)})
    return [{**known, **new}[names[number]] for number in numbers]


def _ids(batch: Batch) -> list[UUID]:
    return [uuid7() for _ in batch.ids]
