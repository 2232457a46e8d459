"""Writes a conversation's turns into its store, as the program that hosted it would have."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from time import monotonic, sleep

from provenance.database.tenancy import workspace
from provenance.models import IndexWork, Observation
from provenance.services.contributing.contribution import Contribution, ProducerClaim
from provenance.services.observe_batch import Failed, observe_each
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.port import Embedder
from recall.evaluation.benchmark import Turn
from recall.evaluation.store import Store
from recall.services.embed import embed_pending, index_pending

PRODUCER = ProducerClaim(harness="evaluation", instance="evaluate")
ROLES = ("user", "assistant")
MOST_BYTES = 65_536
_OBSERVED_AT_ONCE = 50
_EMBEDDED_AT_ONCE = 64
_PATIENCE_SECONDS, _PAUSE_SECONDS = 60.0, 0.2

# Called after each step with the stage's name and how many texts it dealt with.
Progress = Callable[[str, int], None]


def load(*, store: Store, turns: Sequence[Turn], progress: Progress) -> Counter[str]:
    """Observes the turns that are not here yet; counts the events by outcome.

    `observed`, `here` (loaded earlier), `empty` (nothing to store), or the code of the problem.
    Each event is committed by itself: a load that breaks off goes on where it stopped.
    """
    here = _events(store)
    counts: Counter[str] = Counter()
    waiting: list[Contribution] = []
    for turn in turns:
        events = list(contributions(turn))
        new = [event for event in events if event.event_id not in here]
        counts["empty"] += not events
        counts["here"] += len(events) - len(new)
        waiting += new
    progress("observe", counts["here"] + counts["empty"])
    for start in range(0, len(waiting), _OBSERVED_AT_ONCE):
        batch = waiting[start : start + _OBSERVED_AT_ONCE]
        for result in observe_each(caller=store.host, items=batch, at=datetime.now(UTC)):
            counts[result.problem.code if isinstance(result, Failed) else "observed"] += 1
        progress("observe", len(batch))
    return +counts


def embed(*, store: Store, embedder: Embedder, progress: Progress) -> None:
    """Gives everything in the store its words and vectors. EmbedderUnavailable where that fails."""
    while index_pending(tenancy=store.tenancy, at=datetime.now(UTC), limit=_EMBEDDED_AT_ONCE):
        continue
    give_up = monotonic() + _PATIENCE_SECONDS
    while left := _waiting(store):
        if count := embed_pending(
            tenancy=store.tenancy,
            embedder=embedder,
            at=datetime.now(UTC),
            limit=_EMBEDDED_AT_ONCE,
        ):
            progress("embed", count)
            give_up = monotonic() + _PATIENCE_SECONDS
        elif monotonic() > give_up:
            raise EmbedderUnavailable(f"{left} texts of {store.slug} wait for their vectors.")
        else:
            sleep(_PAUSE_SECONDS)  # a worker has them in hand


def _waiting(store: Store) -> int:
    with workspace(store.host):
        return int(IndexWork.objects.here().filter(semantic_pending=True).count())


def held_back(store: Store) -> dict[str, int]:
    """What was stored but not admitted, by admission: recall does not return it."""
    with workspace(store.host):
        rows = Observation.objects.here().exclude(admission="admitted")
        return dict(Counter(rows.values_list("admission", flat=True)))


def contributions(turn: Turn) -> Iterator[Contribution]:
    """The turn as its host reports it: one event, parts of it where it is longer than one holds."""
    parts = list(_parts(turn.text))
    role = turn.speaker.lower()
    for index, text in enumerate(parts):
        yield Contribution(
            event_id=turn.id if index == 0 else f"{turn.id}#{index}",
            kind="turn",
            speaker_role=role if role in ROLES else "user",
            speaker_name=turn.speaker or None,
            content=text,
            session_id=turn.session,
            turn_index=turn.order,
            observed_at=turn.happened_at,
            part=(index, len(parts)) if len(parts) > 1 else None,
            producer=PRODUCER,
        )


def _parts(text: str) -> Iterator[str]:
    raw = text.encode() if text.strip() else b""
    while raw:
        # A cut within a letter leaves that letter to the next part.
        part = raw[:MOST_BYTES].decode(errors="ignore")
        yield part
        raw = raw[len(part.encode()) :]


def _events(store: Store) -> set[str]:
    with workspace(store.host):
        rows = Observation.objects.here().filter(principal_id=store.host.principal_id)
        return set(rows.values_list("event_id", flat=True))
