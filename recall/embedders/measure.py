"""What an embedder costs on this machine."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from recall.embedders.port import Embedder

PASSAGES = 48
QUERIES = 20
SENTENCES = (
    "Sam: We decided to move the release to Friday because the migration still fails on staging.",
    "Noor asked whether the invoice run may wait until the new price list is in the system.",
    "The garden needs water twice a week in summer, and the key hangs behind the kitchen door.",
    "After the talk with the insurer we keep the old contract until the end of next year.",
    "Mia no longer eats peanuts; she carries the pen in the blue bag whenever she travels.",
    "The second server answers slowly at night, since the backup reads the whole disk.",
)


@dataclass(frozen=True)
class Measurement:
    """Seconds to load, milliseconds per query (median), passages per second, memory in MB."""

    load_seconds: float
    query_ms: float
    passages_per_second: float
    memory_mb: int


def measure(*, load: Callable[[], Embedder]) -> Measurement:
    """Load an embedder and time it on 20 short queries and 48 passages of some 100 tokens."""
    started = time.perf_counter()
    embedder = load()
    embedder.embed_query(text=SENTENCES[0])
    loaded = time.perf_counter() - started
    queries = [_seconds(embedder, f"what about number {n} in summer?") for n in range(QUERIES)]
    passages = [_passage(n) for n in range(PASSAGES)]
    started = time.perf_counter()
    embedder.embed_passages(texts=passages)
    rate = PASSAGES / (time.perf_counter() - started)
    return Measurement(loaded, statistics.median(queries) * 1000, rate, resident_mb())


def resident_mb() -> int:
    """Return this process's resident memory in MB; 0 where the system has no /proc."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) // 1024


def _passage(number: int) -> str:
    first = number % len(SENTENCES)
    return f"{number}. " + " ".join((SENTENCES[first:] + SENTENCES[:first])[:5])


def _seconds(embedder: Embedder, text: str) -> float:
    started = time.perf_counter()
    embedder.embed_query(text=text)
    return time.perf_counter() - started
