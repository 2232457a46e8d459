"""mem0: a library; pgvector, no language model (`infer=False`), users by `user_id`."""

import os
from importlib.metadata import version
from pathlib import Path

# Before it is imported: it would report each call.
os.environ["MEM0_TELEMETRY"] = "False"

from mem0 import Memory

from benchmarks.peers.port import Found, Place, Record

# Never used: nothing is asked of a language model, and the local server asks for no key.
_NO_KEY = "none"


class Mem0:
    settings = "library; pgvector (HNSW), infer=False, defaults of search"

    def __init__(self, place: Place) -> None:
        self.version = f"mem0ai {version('mem0ai')}"
        folder = Path(place.folder)
        folder.mkdir(parents=True, exist_ok=True)
        # Not passed on as `dimensions`, which this server does not know.
        embedder = {
            "model": place.model,
            "api_key": _NO_KEY,
            "openai_base_url": place.embeddings,
        }
        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "pgvector",
                    "config": {
                        "connection_string": place.database,
                        "collection_name": "memories",
                        "embedding_model_dims": place.dimension,
                    },
                },
                "embedder": {"provider": "openai", "config": embedder},
                "llm": {"provider": "openai", "config": {"api_key": _NO_KEY}},
                "history_db_path": str(folder / "history.db"),
            }
        )

    def enter(self, user: str) -> None:
        """A user needs no making."""

    def write(self, record: Record, *, user: str) -> None:
        self._memory.add(
            record.named,
            user_id=user,
            infer=False,
            metadata={"record": record.id, "time": record.time},
        )

    def settle(self, user: str) -> None:
        """What was added is there."""

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        answer = self._memory.search(text, top_k=limit, filters={"user_id": user})
        return [
            Found(id=one["metadata"]["record"], text=one["memory"]) for one in answer["results"]
        ]

    def close(self) -> None:
        """The process ends, and its connections with it."""


def open_peer(place: Place) -> Mem0:
    return Mem0(place)
