"""Measures one layout: so many observations, spread evenly over so many workspaces."""

import resource
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from provenance.services.access.hosts import another_key
from provenance.services.access.workspaces import enter_workspace
from recall.embedders.port import Embedder
from recall.evaluation.speed.doors import NAMES, acts, asked
from recall.evaluation.speed.floors import Floors
from recall.evaluation.speed.grow import grow
from recall.evaluation.speed.texts import Talk
from recall.evaluation.speed.timed import Timed, timed
from recall.evaluation.store import ASKER, EVALUATOR, Store, open_store
from recall.services.embed import label_of

WORDS = 50_000


@dataclass(frozen=True, kw_only=True)
class Layout:
    """`size` observations in all, in `workspaces`."""

    size: int
    workspaces: int

    @property
    def each(self) -> int:
        """How many a workspace holds."""
        return self.size // self.workspaces

    def __str__(self) -> str:
        return f"{self.size:,} in {self.workspaces:,}"


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One act on one layout, beside its floor."""

    layout: Layout
    name: str
    act: Timed
    floor: Timed

    @property
    def ratio(self) -> float:
        """How many times the floor the act takes, in the median."""
        return self.act.percentile(50) / max(1e-6, self.floor.percentile(50))

    @property
    def busy_ratio(self) -> float:
        """The same of the processors' time."""
        return self.act.busy_median / max(1e-6, self.floor.busy_median)


def fill(
    *, layout: Layout, embedder: Embedder, progress: Callable[[str, int], None]
) -> tuple[Store, Talk]:
    """Makes and fills what is missing of the layout; its first workspace, and what it talks of."""
    talk = Talk(words=WORDS, dimension=embedder.dimension)
    stores = []
    for number in range(layout.workspaces):
        slug = f"speed-{layout.size}-{layout.workspaces}-{number}"
        store = open_store(slug, name=f"Speed: {layout}, {number}")
        grow(
            store=store,
            size=layout.each,
            talk=talk,
            embedder=label_of(embedder),
            progress=progress,
        )
        stores.append(store)
    return stores[0], talk


def measure(
    *,
    layout: Layout,
    store: Store,
    talk: Talk,
    embedder: Embedder,
    times: int,
    names: Collection[str] = NAMES,
    progress: Callable[[str, int], None],
) -> Iterator[Measured]:
    """Each act of these `names` with its floor, one after the other. Writing acts come last of all."""
    questions = asked(talk=talk, size=layout.each, count=times)
    floors = Floors(store=store, embedder=embedder, label=label_of(embedder), questions=questions)
    found = acts(store=store, keys=_keys(store), talk=talk, size=layout.each, times=times)
    chosen = [act for act in found if act.name in names]
    for act in sorted(chosen, key=lambda act: act.name.startswith("observe")):
        measured = Measured(
            layout=layout,
            name=act.name,
            act=timed(act, times=times),
            floor=timed(floors.of()[act.name], times=times),
        )
        progress(act.name, 1)
        yield measured


def embedder_alone(*, embedder: Embedder, talk: Talk, times: int) -> Timed:
    """One query after the other, with nothing around it."""
    questions = talk.questions(times, number=0)
    return timed(lambda n: embedder.embed_query(text=questions[n % times]), times=times)


def memory_mb() -> float:
    """The most memory that this process has held: the application with its model."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _keys(store: Store) -> tuple[str, str]:
    human, at = enter_workspace(slug=store.slug), datetime.now(UTC)
    return (
        another_key(by=human, name=EVALUATOR, kind="host", at=at),
        another_key(by=human, name=ASKER, kind="agent", at=at),
    )
