import os
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from recall.embedders.current import current_embedder, embedder_named, reset_embedder
from recall.embedders.e5_onnx import E5Onnx
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of


@pytest.fixture(autouse=True)
def fresh_embedder():
    reset_embedder()
    yield
    reset_embedder()


def run(*arguments):
    out = StringIO()
    call_command("build_embedder", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["e5-small", "e5-small-q4", "endpoint", "hashing"])
def test_each_embedder_of_the_settings_can_be_had_by_its_name(settings, name, model_dir):
    settings.EMBEDDER, settings.MODEL_DIR = name, model_dir
    settings.EMBEDDING_ENDPOINT_URL = "http://127.0.0.1:9/v1"
    settings.EMBEDDING_ENDPOINT_MODEL = "m"
    embedder = current_embedder()
    assert (embedder.name, embedder.dimension) == (name, 384)
    assert embedder.lexical == (name == "hashing")


def test_an_embedder_is_had_by_its_label_whatever_the_settings_name(settings, model_dir):
    settings.EMBEDDER, settings.MODEL_DIR = "hashing", model_dir
    assert embedder_named(None) is embedder_named("hashing@1") is current_embedder()
    other = embedder_named(label_of(E5Onnx(model_dir=model_dir)))
    assert other.name == "e5-small"
    assert embedder_named(label_of(other)) is other, "loaded once"


@pytest.mark.parametrize("label", ["hashing@2", "e5-small@int8-0-gone", "gpt@1", "endpoint@x"])
def test_a_revision_that_is_not_here_is_unavailable(settings, model_dir, label):
    settings.EMBEDDER, settings.MODEL_DIR = "hashing", model_dir
    with pytest.raises(EmbedderUnavailable):
        embedder_named(label)


def test_an_endpoint_of_before_is_asked_for_its_own_model(settings):
    settings.EMBEDDER = "hashing"
    settings.EMBEDDING_ENDPOINT_URL = "http://127.0.0.1:9/v1"
    settings.EMBEDDING_ENDPOINT_MODEL = "another"
    found = embedder_named("endpoint@org/m:v1:7@127.0.0.1:9")
    assert (found.dimension, found.revision) == (7, "org/m:v1:7@127.0.0.1:9")
    with pytest.raises(EmbedderUnavailable, match="is not here any more"):
        embedder_named("endpoint@m:7@api.example.org")


def test_threads_share_one_embedder(settings):
    settings.EMBEDDER = "hashing"
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: current_embedder(), range(32)))
    assert len(set(map(id, found))) == 1


def test_a_forked_child_loads_an_embedder_of_its_own(settings):
    settings.EMBEDDER = "hashing"
    parents = current_embedder()
    child = os.fork()
    if not child:
        os._exit(0 if current_embedder() is not parents else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_model_that_is_built_later_is_found_by_the_next_call(settings, tmp_path, model_dir):
    settings.EMBEDDER, settings.MODEL_DIR = "e5-small", tmp_path
    with pytest.raises(EmbedderUnavailable, match=r"manage.py build_embedder"):
        current_embedder()
    settings.MODEL_DIR = model_dir
    assert current_embedder().name == "e5-small"


def test_an_unknown_embedder_is_answered_with_the_choices(settings):
    settings.EMBEDDER = "gpt"
    with pytest.raises(
        EmbedderUnavailable, match="choose e5-small, e5-small-q4, minilm, endpoint or"
    ):
        current_embedder()


def test_the_command_finds_the_built_model_and_says_where(settings, model_dir):
    settings.EMBEDDER, settings.MODEL_DIR = "e5-small", model_dir
    said = run()
    assert "is ready in" in said
    assert "quantising" not in said


def test_the_command_builds_nothing_for_another_embedder(settings, tmp_path):
    settings.EMBEDDER, settings.MODEL_DIR = "hashing", tmp_path
    said = run("--measure")
    assert "needs no build" in said
    assert "per second" in said
    assert list(tmp_path.iterdir()) == []


def test_the_command_fails_with_a_sentence(settings, tmp_path):
    (tmp_path / "file").write_text("in the way")
    settings.EMBEDDER, settings.MODEL_DIR = "e5-small", tmp_path / "file"
    with pytest.raises(CommandError, match="cannot be written"):
        run()
