"""LangGraph's PostgresStore: a library over PostgreSQL, namespaces as users."""

from contextlib import ExitStack
from importlib.metadata import version

from langgraph.store.postgres import PostgresStore

from benchmarks.peers.client import Vectors
from benchmarks.peers.port import Found, Place, Record


class LangGraph:
    settings = "library; pgvector index over the text; namespace (user,)"

    def __init__(self, place: Place) -> None:
        self.version = f"langgraph-checkpoint-postgres {version('langgraph-checkpoint-postgres')}"
        self._stack = ExitStack()
        embed = Vectors(base=place.embeddings, model=place.model)
        self._store = self._stack.enter_context(
            PostgresStore.from_conn_string(
                place.database,
                index={"dims": place.dimension, "embed": embed, "fields": ["text"]},
            )
        )
        self._store.setup()

    def enter(self, user: str) -> None:
        """A namespace needs no making."""

    def write(self, record: Record, *, user: str) -> None:
        self._store.put((user,), record.id, {"text": record.named, "time": record.time})

    def settle(self, user: str) -> None:
        """What was put is there."""

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        found = self._store.search((user,), query=text, limit=limit)
        return [Found(id=one.key, text=one.value["text"]) for one in found]

    def close(self) -> None:
        self._stack.close()


def open_peer(place: Place) -> LangGraph:
    return LangGraph(place)
