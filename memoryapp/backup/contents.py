"""Reads a dump through, as the engine would, and counts its rows."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from .tools import lines_of

_COPY = re.compile(rb'COPY public\."?(\w+)"? \(.*\) FROM stdin;\n')
_END = b"\\.\n"
_EVERY = 10_000


def rows_in(dump: Path, *, progress: Callable[[str, int], None]) -> dict[str, int]:
    """Rows by table. Everything is decompressed; nothing is kept. RefusedError `unreadable`."""
    counts: Counter[str] = Counter()
    table = ""
    with lines_of("pg_restore", ["--data-only", "--file=-", str(dump)]) as lines:
        for line in lines:
            if not table:
                begins = _COPY.fullmatch(line)
                table = begins[1].decode() if begins else ""
            elif line == _END:
                table = ""
            else:
                counts[table] += 1
                if counts[table] % _EVERY == 0:
                    progress("read again", _EVERY)
    return dict(counts)
