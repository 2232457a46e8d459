"""Measures one system: `python -m benchmarks.peers.measure NAME JOB ANSWER`, in its own venv.

Standard library alone, besides what the system needs. JOB says where and what (JSON); ANSWER is
written after each conversation, so that what is measured stays where a run is broken off.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.peers.port import Peer, Place, Record, RefusedError
from benchmarks.peers.trials import trials

LIMIT = 20


def main(arguments: Sequence[str]) -> None:
    """Opens the system, measures, and closes it whatever happens."""
    name, job, answer = arguments
    given = json.loads(Path(job).read_text())
    peer = import_module(f"benchmarks.peers.systems.{name}").open_peer(Place(**given["place"]))
    try:
        measure(peer, conversations=given["conversations"], keep=keeper(Path(answer)))
    finally:
        peer.close()


def keeper(path: Path) -> Callable[[dict[str, Any]], None]:
    """Writes what is measured so far."""

    def keep(answer: dict[str, Any]) -> None:
        path.write_text(json.dumps(answer))

    return keep


def measure(
    peer: Peer, *, conversations: Sequence[dict[str, Any]], keep: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Times in milliseconds, and by question the ids that came back, best first.

    Each conversation is a user of its own. `keep` is called with the answer as it grows.
    """
    answer: dict[str, Any] = {
        "version": peer.version,
        "settings": peer.settings,
        "writes": [],
        "refused": 0,
        "asks": [],
        "found": {},
        "trials": {},
    }
    for conversation in conversations:
        user = conversation["id"]
        peer.enter(user)
        for record in conversation["records"]:
            answer["refused"] += _write(peer, Record(**record), user=user, times=answer["writes"])
        peer.settle(user)
        for question in conversation["questions"]:
            started = time.perf_counter()
            found = peer.ask(question["text"], user=user, limit=LIMIT)
            answer["asks"].append((time.perf_counter() - started) * 1_000)
            answer["found"][f"{user}/{question['id']}"] = [one.id for one in found]
        keep(answer)
    answer["trials"] = trials(peer)
    keep(answer)
    return answer


def _write(peer: Peer, record: Record, *, user: str, times: list[float]) -> bool:
    """True where the record was refused; its time counts all the same."""
    started = time.perf_counter()
    try:
        peer.write(record, user=user)
    except RefusedError:
        return True
    finally:
        times.append((time.perf_counter() - started) * 1_000)
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
