from pathlib import Path

import pytest

import provenance
from provenance.importers import claude_code, codex
from provenance.importers.recognise import recognise

from .lines import records

SAMPLES = sorted((Path(provenance.__file__).parent / "samples").glob("*.jsonl"))
READERS = {"claude-code": claude_code.read, "codex": codex.read}


def read(path):
    lines = path.read_bytes().splitlines(keepends=True)
    return list(READERS[recognise(lines[0])](lines, source=path.name))


def test_there_are_four_conversations_in_both_formats():
    assert sorted(recognise(path.read_bytes()) for path in SAMPLES) == [
        "claude-code",
        "claude-code",
        "codex",
        "codex",
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_is_whole_and_every_event_has_a_name_of_its_own(path):
    found = records(read(path))

    assert len(found) >= 14
    assert len({record.event_id for record in found}) == len(found)
    assert all(record.observed_at for record in found)
    assert [record.turn_index for record in found] == list(range(len(found)))
