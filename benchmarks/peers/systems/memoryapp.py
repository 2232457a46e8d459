"""memoryapp itself, by its HTTP door: a workspace for each user, a host writes, an agent asks."""

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.peers.client import Client
from benchmarks.peers.port import Found, Place, Record, RefusedError
from benchmarks.peers.waiting import free_port, wait_until

ROOT = Path(__file__).resolve().parents[3]
_ACCEPTED = (200, 201)
# Ranking counts, and not what fits.
_TOKENS = 32_000
_PRODUCER = {"harness": "peers", "instance": "benchmark"}


class MemoryApp:
    def __init__(self, place: Place, *, embedder: str) -> None:
        self.version = f"this checkout, EMBEDDER={embedder}"
        self.settings = "HTTP; all policies on; host key writes, agent key asks"
        self._keys: dict[str, dict[str, Client]] = {}
        port = free_port()
        self._base = f"http://127.0.0.1:{port}"
        self._environment = {
            **os.environ,
            "DATA": place.folder,
            "PORT": str(port),
            "SAMPLE": "0",
            "EMBEDDER": embedder,
        }
        command = [sys.executable, "-m", "memoryapp.embedded", "up", "--stop-with-parent"]
        self._log = Path(place.folder).with_suffix(".log").open("w")
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            command, cwd=ROOT, env=self._environment, stdout=self._log, stderr=self._log
        )
        wait_until(self._ready, process=self._process)

    def enter(self, user: str) -> None:
        command = [sys.executable, "manage.py", "create_workspace", _slug(user)]
        made = subprocess.run(  # noqa: S603 - our own command
            command, cwd=ROOT, env=self._environment, check=True, capture_output=True, text=True
        )
        keys = json.loads(made.stdout)["keys"]
        self._keys[user] = {
            name: Client(self._base, headers={"Authorization": f"Bearer {keys[key]}"})
            for name, key in (("host", "codex-laptop"), ("agent", "claude-desktop"))
        }

    def write(self, record: Record, *, user: str) -> None:
        body = {
            "event_id": record.id,
            "session": {"id": record.session, "turn_index": record.order},
            "kind": "turn",
            "speaker": {"role": "user", "name": record.speaker},
            "content": record.text,
            "observed_at": record.time,
            "producer": _PRODUCER,
        }
        status, answer = self._keys[user]["host"].post("/v1/observe", body)
        if status not in _ACCEPTED:
            raise RefusedError(f"{status} {answer.get('code')}")

    def settle(self, user: str) -> None:
        wait_until(lambda: self._pending(user) == 0, process=self._process)

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        body = {"query": text, "limit": limit, "budget_tokens": _TOKENS}
        status, answer = self._keys[user]["agent"].post("/v1/recall", body)
        if status != _ACCEPTED[0]:
            raise RuntimeError(f"recall answered {status}")
        return [
            Found(id=item["source"]["event_id"], text=item["content"])
            for item in answer["episodic"]
        ]

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()

    def _ready(self) -> bool:
        return Client(self._base).get("/health/ready")[0] == _ACCEPTED[0]

    def _pending(self, user: str) -> int:
        _, answer = self._keys[user]["agent"].post("/v1/recall", {"intent": "recent", "limit": 1})
        pending: int = answer["index"]["pending"]
        return pending


def open_peer(place: Place) -> MemoryApp:
    return MemoryApp(place, embedder=place.model)


def _slug(user: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in user).strip("-").lower()
