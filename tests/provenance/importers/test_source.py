import json

import pytest

from provenance.importers.formats import FORMATS, claims
from provenance.importers.source import Source

LINE = {
    "type": "user",
    "uuid": "11111111-1111-4111-8111-111111111111",
    "sessionId": "22222222-2222-4222-8222-222222222222",
    "timestamp": "2026-07-19T12:00:00Z",
    "message": {"role": "user", "content": "The kettle is on the left."},
}
ROLLOUT = {"timestamp": "2026-07-19T12:00:00Z", "type": "session_meta", "payload": {"id": "t1"}}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/s.jsonl").write_text(json.dumps(LINE) + "\n")
    (tmp_path / "b.jsonl").write_text(json.dumps(ROLLOUT) + "\n")
    (tmp_path / "notes.txt").write_text("buy tea")
    return tmp_path


def test_the_files_of_a_folder_have_relative_names_in_order(folder):
    assert Source(folder).names == ["a/s.jsonl", "b.jsonl", "notes.txt"]
    assert Source(folder / "b.jsonl").names == ["b.jsonl"]


def test_nothing_outside_the_root_is_opened(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.jsonl"
    outside.write_text("{}")
    (folder / "link.jsonl").symlink_to(outside)
    (folder / "way").symlink_to(outside.parent)

    source = Source(folder)

    assert source.names == ["a/s.jsonl", "b.jsonl", "notes.txt"]
    for name in ("link.jsonl", "way/secret.jsonl", f"../{outside.parent.name}/secret.jsonl"):
        with pytest.raises(KeyError):
            source.open(name)


def test_a_path_that_is_not_there_is_said_without_its_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"^gone\.jsonl$"):
        Source(tmp_path / "gone.jsonl")


def test_each_file_is_claimed_by_its_content_not_by_its_name(folder):
    (folder / "a/s.jsonl").rename(folder / "rollout-x.txt")

    found = claims(Source(folder))

    assert found.files == {"claude-code": ["rollout-x.txt"], "codex": ["b.jsonl"]}
    assert found.unread == ["notes.txt"]
    assert found.unsure == {}


def test_the_items_of_a_file_bear_its_name(folder):
    source = Source(folder)

    items = list(FORMATS["claude-code"].read(source, ["a/s.jsonl"]))

    assert [(item.file, item.line, item.content) for item in items] == [
        ("a/s.jsonl", 1, "The kettle is on the left.")
    ]
