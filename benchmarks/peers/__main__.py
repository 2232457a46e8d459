"""Puts other memory systems beside this one: the same records and questions, the same machine.

`python -m benchmarks.peers FILE… [--peers mem0,langgraph] [--conversations 1]`. Each system runs
in a virtual environment and a database of its own, one after the other, with the embedder that
EMBEDDER names behind one local server. No key, no hub, no language model.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.peers.embeddings import embeddings
from benchmarks.peers.port import Place
from benchmarks.peers.table import table
from benchmarks.peers.venvs import known, python_of
from memoryapp.embedded.paths import superuser_url
from memoryapp.embedded.running import running_postgres
from recall.evaluation.benchmark import Conversation
from recall.evaluation.loaders.read import read
from recall.services.attributed import attributed

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Prints the table, and keeps what each system answered in the folder."""
    given = _arguments()
    folder = given.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    conversations = _conversations(given)
    embedder = _embedder(folder)
    answers = {}
    if given.baselines:
        from benchmarks.peers.baselines import measured

        answers |= measured(conversations, embedder=embedder)
    with running_postgres(folder / "postgres"), embeddings(embedder) as url:
        for name in given.peers.split(","):
            place = Place(
                database=_database(folder, name),
                embeddings=url,
                model=os.environ["EMBEDDER"],
                dimension=embedder.dimension,
                folder=str(folder / name),
            )
            answers[name] = _measure(name, place, conversations, given=given)
            print(table(answers, gold=_gold(conversations)), flush=True)
    for name, answer in answers.items():
        print(f"{name}: {answer['version']}; {answer['settings']}; refused {answer['refused']}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.peers", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="benchmark files")
    parser.add_argument("--peers", default=",".join(known()), help=f"of {', '.join(known())}")
    parser.add_argument("--conversations", type=int, help="of each file, the first so many")
    parser.add_argument("--folder", type=Path, default=Path(".bench/peers"))
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for each system")
    parser.add_argument("--skip-baselines", dest="baselines", action="store_false")
    return parser.parse_args()


def _conversations(given: argparse.Namespace) -> list[tuple[str, Conversation]]:
    """With the name of the user that each becomes."""
    return [
        (f"{benchmark.label}-{number}", conversation)
        for benchmark in map(read, given.files)
        for number, conversation in enumerate(benchmark.conversations[: given.conversations], 1)
    ]


def _embedder(folder: Path) -> Any:
    os.environ |= {"DATA": str(folder), "DJANGO_SETTINGS_MODULE": "memoryapp.settings"}
    os.environ.setdefault("EMBEDDER", "minilm")
    import django
    from django.core.management import call_command

    from recall.embedders.current import current_embedder

    django.setup()
    call_command("build_embedder")
    return current_embedder()


def _database(folder: Path, name: str) -> str:
    """A new database with pgvector, at the address that the system gets."""
    data, database = folder / "postgres", f"peer_{name}"
    with psycopg.connect(superuser_url(data, "postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {database}")
    with psycopg.connect(superuser_url(data, database), autocommit=True) as fresh:
        fresh.execute("CREATE EXTENSION vector")
    return superuser_url(data, database)


def _measure(
    name: str, place: Place, conversations: list[tuple[str, Conversation]], *, given: Any
) -> dict[str, Any]:
    """What the system answered; as far as it came, where it failed or took too long."""
    job, answer = Path(f"{place.folder}.job.json"), Path(f"{place.folder}.answer.json")
    job.write_text(json.dumps({"place": asdict(place), "conversations": _job(conversations)}))
    answer.unlink(missing_ok=True)
    # What an earlier run left there would be found again.
    shutil.rmtree(place.folder, ignore_errors=True)
    python = python_of(name, folder=given.folder.absolute())
    command = [python, "-m", "benchmarks.peers.measure", name, str(job), str(answer)]
    started, ended = time.monotonic(), "done"
    try:
        subprocess.run(command, cwd=ROOT, check=True, timeout=60 * given.minutes)  # noqa: S603
    except subprocess.TimeoutExpired:
        ended = f"stopped after {given.minutes:g} minutes"
    except subprocess.CalledProcessError as error:
        ended = f"failed with exit code {error.returncode}"
    print(f"{name}: {ended}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    if answer.exists():
        measured: dict[str, Any] = json.loads(answer.read_text())
        return measured
    return {"version": ended, "settings": "nothing was measured", "refused": 0, "found": {}}


def _job(conversations: list[tuple[str, Conversation]]) -> list[dict[str, Any]]:
    return [
        {
            "id": user,
            "records": [
                {
                    "id": turn.id,
                    "session": turn.session,
                    "order": turn.order,
                    "speaker": turn.speaker,
                    "text": turn.text,
                    "attributed": attributed(turn.text, name=turn.speaker),
                    "time": turn.happened_at.isoformat() if turn.happened_at else None,
                }
                for turn in conversation.turns
            ],
            "questions": [
                {"id": query.id, "text": query.text}
                for query in conversation.queries
                if query.gold and query.answerable
            ],
        }
        for user, conversation in conversations
    ]


def _gold(conversations: list[tuple[str, Conversation]]) -> dict[str, tuple[str, ...]]:
    return {
        f"{user}/{query.id}": query.gold
        for user, conversation in conversations
        for query in conversation.queries
        if query.gold and query.answerable
    }


if __name__ == "__main__":
    main()
