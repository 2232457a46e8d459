"""Recall@10 of vector search against exact search, in workspaces of many sizes beside a crowd.

Runs on a PostgreSQL of its own, as the web role under forced row security, through the real
service. `python benchmarks/vectors.py [--sizes 100,1000] [--crowd 300000] [--questions 100]`
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from struct import pack
from uuid import UUID, uuid4, uuid5

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import psycopg
from clustered import DIMENSION, Vectors, World
from django.core.management import call_command

from memoryapp.embedded.paths import superuser_url
from memoryapp.embedded.running import running_postgres

SIZES = (100, 1_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000)
LABEL, TENANTS, K = "measured@1", 1_000, 10
# So long the yardstick, a sum of a million numbers in the database, takes on an idle machine.
YARDSTICK_MS = 65.0
# Cosines this near to each other differ by rounding alone.
_EQUAL = 1e-5
_SUM = "SELECT sum(i) FROM generate_series(1, 1000000) AS i"
_NAMES = UUID("0b5f3c1e-8d0e-4b7c-9a53-1d6c2f6f7e10")


def main() -> None:
    """Prints a line of the table for each size as soon as it is measured."""
    given = _arguments()
    with tempfile.TemporaryDirectory(prefix="bench-vectors-") as folder:
        data = Path(folder)
        with running_postgres(data):
            _prepare(data)
            _measure(data, given)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    sizes = ",".join(map(str, SIZES))
    parser.add_argument("--sizes", default=sizes, help="vectors of each measured workspace")
    parser.add_argument("--crowd", type=int, default=300_000, help="vectors of 1,000 others")
    parser.add_argument("--questions", type=int, default=100)
    return parser.parse_args()


def _prepare(data: Path) -> None:
    def url(role: str) -> str:
        return superuser_url(data, "memoryapp").replace("postgres@", f"{role}@", 1)

    os.environ |= {
        "DATABASE_URL": url("memoryapp_owner"),
        "APP_DATABASE_URL": url("memoryapp_web"),
        "DATA": str(data),
        "EMBEDDER": "hashing",
        "DJANGO_SETTINGS_MODULE": "memoryapp.settings",
    }
    import django

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)


def _measure(data: Path, given: argparse.Namespace) -> None:
    sizes = [int(size) for size in given.sizes.split(",")]
    world = World()
    texts = {size: world.texts(size) for size in sizes}
    questions = world.questions(given.questions)
    _load(data, texts, crowd=world.texts(given.crowd) if given.crowd else texts[sizes[0]][:0])
    print(f"yardstick {_yardstick(data):.0f} ms; times below are scaled to {YARDSTICK_MS:.0f} ms")
    print(
        "| vectors | recall@10 | least of a question | rows read | ms | ms, all read | arranged in s |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for size in sizes:
        print(_line(data, size, texts[size], questions), flush=True)


def _line(data: Path, size: int, texts: Vectors, questions: Vectors) -> str:
    from provenance.database.tenancy import Tenancy, workspace
    from recall.services.arrange import arrange

    tenancy = Tenancy(_workspace_of(size))
    scale = YARDSTICK_MS / _yardstick(data)
    with workspace(tenancy):
        whole = [_ask(question)[1] for question in questions[:10]]
    started = time.perf_counter()
    arrange(tenancy=tenancy, embedder=LABEL)
    arranged = time.perf_counter() - started
    with psycopg.connect(superuser_url(data, "memoryapp"), autocommit=True) as database:
        database.execute("VACUUM ANALYZE embedding, vector_cell, arrangement")
    shares, times, norms = [], [], np.linalg.norm(texts, axis=1)
    with workspace(tenancy):
        for question in questions:
            cosines = texts @ question / norms / np.linalg.norm(question)
            nearest = np.sort(cosines)[::-1][:K]
            found, milliseconds = _ask(question)
            # Of equally near ones any will do: what counts is how near they are.
            shares.append(float(np.mean(found[: len(nearest)] >= nearest[-1] - _EQUAL)))
            times.append(milliseconds)
        rows = statistics.mean(_rows(question) for question in questions[:10])
    return (
        f"| {size:,} | {np.mean(shares):.4f} | {min(shares):.2f} | {rows:,.0f} |"
        f" {statistics.median(times) * scale:.1f} | {statistics.median(whole) * scale:.1f} |"
        f" {arranged:.0f} |"
    )


def _ask(question: Vectors) -> tuple[np.ndarray, float]:
    """The scores of the ten best and the milliseconds of the search for two hundred."""
    from recall.models import IndexedText
    from recall.services.search import DEPTH
    from recall.services.semantic import search_semantic

    started = time.perf_counter()
    found = search_semantic(
        allowed=IndexedText.objects.here(),
        query=question,
        embedder=LABEL,
        limit=DEPTH,
        near=2 * DEPTH,
    )
    milliseconds = (time.perf_counter() - started) * 1_000
    scores = np.array([one.score for one in found[:K]])
    return np.pad(scores, (0, K - len(scores)), constant_values=-1.0), milliseconds


def _rows(question: Vectors) -> int:
    """How many vectors the statement compares."""
    from django.db import connection

    from provenance.database.tenancy import current_workspace
    from recall.services.semantic import NEAREST, text_of

    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN (ANALYZE, TIMING off, FORMAT json) {NEAREST}",
            {
                "query": text_of(question),
                "workspace": current_workspace(),
                "embedder": LABEL,
                "near": 400,
                "wider": 1,
            },
        )
        return sum(_of_vectors(cursor.fetchone()[0][0]["Plan"]))


def _of_vectors(node: dict) -> Iterator[int]:
    if node.get("Relation Name") in ("embedding", "vector_cell"):
        yield int(node["Actual Rows"])
    for child in node.get("Plans", ()):
        yield from _of_vectors(child)


def _yardstick(data: Path) -> float:
    with psycopg.connect(superuser_url(data, "memoryapp")) as database:
        times = []
        for _ in range(3):
            started = time.perf_counter()
            database.execute(_SUM)
            times.append((time.perf_counter() - started) * 1_000)
        return min(times)


def _workspace_of(number: int) -> UUID:
    return uuid5(_NAMES, str(number))


def _load(data: Path, texts: dict[int, Vectors], *, crowd: Vectors) -> None:
    """Copies all vectors in one shuffled stream, so that no workspace lies together."""
    owners = np.concatenate([np.full(size, size) for size in texts] + [np.full(len(crowd), -1)])
    order = np.random.default_rng(1).permutation(len(owners))
    starts = dict(zip(texts, np.cumsum([0, *texts])[:-1], strict=True))
    with psycopg.connect(superuser_url(data, "memoryapp")) as database:
        # Rows that are right by construction; row security lets nobody else copy.
        database.execute("SET session_replication_role = replica")
        for number, size in enumerate(texts):
            here = {"here": _workspace_of(size), "slug": f"w{number}"}
            database.execute(
                "INSERT INTO workspace (id, slug, name, created_at)"
                " VALUES (%(here)s, %(slug)s, %(slug)s, now())",
                here,
            )
            database.execute(
                "INSERT INTO indexed_text (id, workspace_id, observation_id, position, length)"
                " SELECT gen_random_uuid(), %(here)s, gen_random_uuid(), p, 6"
                " FROM unnest(%(positions)s::bigint[]) AS p",
                {**here, "positions": np.flatnonzero(owners[order] == size).tolist()},
            )
        _copy(
            database,
            (
                (_workspace_of(owner), position, texts[owner][index - starts[owner]])
                if owner > 0
                else (_workspace_of(-1 - index % TENANTS), position, crowd[index - len(owners)])
                for position, (index, owner) in enumerate(
                    zip(order.tolist(), owners[order].tolist(), strict=True)
                )
            ),
        )
        database.commit()
        database.autocommit = True
        database.execute("VACUUM ANALYZE")


def _copy(database: psycopg.Connection, rows: Iterable[tuple[UUID, int, Vectors]]) -> None:
    columns = "id, workspace_id, observation_id, position, embedder, piece, dimension, vector"
    statement = f"COPY embedding ({columns}) FROM STDIN (FORMAT binary)"
    with database.cursor().copy(statement) as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + pack(">ii", 0, 0))
        for workspace_id, position, vector in rows:
            fields = (
                uuid4().bytes,
                workspace_id.bytes,
                uuid4().bytes,
                pack(">q", position),
                LABEL.encode(),
                pack(">h", 0),
                pack(">h", DIMENSION),
                pack(">hh", DIMENSION, 0) + vector.astype(">f2").tobytes(),
            )
            copy.write(pack(">h", 8) + b"".join(pack(">i", len(one)) + one for one in fields))
        copy.write(pack(">h", -1))


if __name__ == "__main__":
    main()
