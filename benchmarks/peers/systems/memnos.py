"""memnos by its HTTP door: no language model, no reranker, namespaces with a grant each.

Its own embedder is fetched from a hub, so its function is replaced by the local server's, in the
process that serves. Its set-up fetches a PostgreSQL, so it is given one.
"""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import psycopg
from core.control import Control
from core.store import BrainStore
from core.vault import Vault
from psycopg.rows import dict_row

from benchmarks.peers.client import Client, Vectors
from benchmarks.peers.port import Found, Place, Record, RefusedError
from benchmarks.peers.waiting import free_port, wait_until

ROOT = Path(__file__).resolve().parents[3]
_TAKEN = (200, 201)


class Memnos:
    settings = (
        "HTTP; PostgreSQL given, embedder replaced, reranker off, extract=false, raw_quota 20"
    )

    def __init__(self, place: Place) -> None:
        self.version = f"memnos {version('memnos')}"
        folder, port = Path(place.folder), free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self._database = psycopg.connect(place.database, autocommit=True, row_factory=dict_row)
        BrainStore(conn=self._database).create_schema("memnos", dim=place.dimension)
        Control.init(self._database)
        self._base = f"http://127.0.0.1:{port}"
        # What comes back bears no id: its text tells which record it is.
        self._ids: dict[str, str] = {}
        self._clients: dict[str, Client] = {}
        environment = {
            **os.environ,
            "HOME": str(folder),
            "MEMNOS_DSN": place.database,
            "MEMNOS_PORT": str(port),
            "MEMNOS_SECRET_KEY": Vault.keygen(),
            "MEMNOS_RERANK": "0",
            "PEER_EMBEDDINGS": place.embeddings,
            "PEER_MODEL": place.model,
        }
        command = [sys.executable, "-m", "benchmarks.peers.systems.memnos"]
        self._log = folder.with_suffix(".log").open("w")
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            command, cwd=ROOT, env=environment, stdout=self._log, stderr=self._log
        )
        wait_until(self._ready, process=self._process)

    def enter(self, user: str) -> None:
        principal = Control.create_principal(self._database, user, "service")
        Control.grant(self._database, principal, user)
        token = Control.mint_token(self._database, principal, "peers")
        self._clients[user] = Client(self._base, headers={"Authorization": f"Bearer {token}"})

    def write(self, record: Record, *, user: str) -> None:
        body = {
            "namespace": user,
            "text": record.named,
            "session_id": record.session,
            "observed_at": record.time,
            "extract": False,
        }
        status, answer = self._clients[user].post("/remember", body)
        if status not in _TAKEN:
            raise RefusedError(f"{status} {answer.get('error')}")
        self._ids[record.named] = record.id

    def settle(self, user: str) -> None:
        """What was remembered is there."""

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        body = {"namespace": user, "query": text, "k": 2 * limit, "raw_quota": limit}
        _, answer = self._clients[user].post("/recall", body)
        return [
            Found(id=self._ids.get(one["content"], ""), text=one["content"])
            for one in answer["memories"]
        ][:limit]

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._database.close()
        self._log.close()

    def _ready(self) -> bool:
        return Client(self._base).get("/healthz")[0] == _TAKEN[0]


def open_peer(place: Place) -> Memnos:
    return Memnos(place)


def serve() -> None:
    """What runs as the server: memnos with the local server's vectors."""
    from core import local_models

    embed = Vectors(base=os.environ["PEER_EMBEDDINGS"], model=os.environ["PEER_MODEL"])
    local_models.embed = lambda text: embed([text])[0]
    import memnos_server

    memnos_server.serve()


if __name__ == "__main__":
    serve()
