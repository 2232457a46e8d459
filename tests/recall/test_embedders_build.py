import errno
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from recall.embedders import e5_build
from recall.embedders.e5_build import build_e5
from recall.embedders.e5_files import built_revision, e5_directory
from recall.embedders.e5_onnx import E5Onnx
from recall.embedders.errors import EmbedderUnavailable


@pytest.fixture
def quick_build(monkeypatch):
    """Writes two small files instead of the model; counts the builds."""
    builds = []

    def write(workshop, progress):
        builds.append(workshop)
        progress("writing")
        (workshop / "model.bin").write_bytes(b"weights")
        e5_build.write_stamp(directory=workshop, weights_digest="ab" * 32)

    monkeypatch.setattr(e5_build, "_write_files", write)
    return builds


def build(model_dir):
    return build_e5(model_dir=model_dir, progress=lambda step: None)


def test_a_second_build_finds_the_first(tmp_path, quick_build):
    assert build(tmp_path) == build(tmp_path) == "int8-1-abababababab"
    assert len(quick_build) == 1


def test_two_builders_at_once_build_once(tmp_path, quick_build):
    with ThreadPoolExecutor(4) as pool:
        revisions = set(pool.map(build, [tmp_path] * 4))
    assert len(revisions) == len(quick_build) == 1


def test_a_truncated_model_is_built_again(tmp_path, quick_build):
    build(tmp_path)
    (e5_directory(model_dir=tmp_path) / "model.bin").write_bytes(b"w")
    assert built_revision(model_dir=tmp_path) is None
    build(tmp_path)
    assert (e5_directory(model_dir=tmp_path) / "model.bin").read_bytes() == b"weights"


@pytest.mark.parametrize("key", ["recipe", "source"])
def test_a_model_of_another_recipe_or_release_is_built_again(tmp_path, quick_build, key):
    build(tmp_path)
    stamp = e5_directory(model_dir=tmp_path) / "stamp.json"
    stamp.write_text(json.dumps(json.loads(stamp.read_text()) | {key: "older"}))
    assert built_revision(model_dir=tmp_path) is None
    build(tmp_path)
    assert len(quick_build) == 2


@pytest.mark.parametrize("content", ["", "[]", "{}", "nonsense"])
def test_a_damaged_stamp_reads_as_not_built(tmp_path, content):
    e5_directory(model_dir=tmp_path).mkdir()
    (e5_directory(model_dir=tmp_path) / "stamp.json").write_text(content)
    assert built_revision(model_dir=tmp_path) is None


def test_what_a_killed_build_left_is_cleared_away(tmp_path, quick_build):
    (tmp_path / ".building-dead").mkdir()
    build(tmp_path)
    assert [path.name for path in tmp_path.glob(".building-*")] == []


def test_a_full_disk_is_said_in_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    def write(workshop, progress):
        (workshop / "model.bin").write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(e5_build, "_write_files", write)
    with pytest.raises(EmbedderUnavailable, match=r"is full: the model needs 140 MB\."):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".building.lock"]


def test_a_directory_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EmbedderUnavailable, match="cannot be written"):
        build(tmp_path / "file" / "models")


def test_a_missing_model_names_the_command_to_run(tmp_path):
    with pytest.raises(EmbedderUnavailable, match=r"run `python manage.py build_embedder`"):
        E5Onnx(model_dir=tmp_path)
