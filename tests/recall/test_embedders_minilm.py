"""The small model: its own weights, its own tokenizer, and what the published model would say."""

import numpy as np
import pytest
from django.core.management import call_command

from recall.embedders import model_build
from recall.embedders.current import current_embedder, reset_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.minilm_build import build_minilm, published_files
from recall.embedders.minilm_files import MINILM
from recall.embedders.minilm_onnx import MiniLM
from recall.embedders.minilm_weights import MiniLMWeights

TEXTS = (
    "The ferry to the island leaves at nine.",
    "We decided to move the release to Friday because the migration fails on staging.",
    "getUserById fails in src/a_b.py:42",
    "Ünïcödé and 東京, too.",
)


@pytest.fixture(scope="session")
def minilm(model_dir) -> MiniLM:
    build_minilm(model_dir=model_dir, progress=print)
    return MiniLM(model_dir=model_dir)


@pytest.fixture(scope="session")
def weights() -> MiniLMWeights:
    return MiniLMWeights(path=published_files() / "model.safetensors")


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def normal(x: np.ndarray, weights: MiniLMWeights, name: str) -> np.ndarray:
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
    return x * weights.floats(name + ".w") + weights.floats(name + ".b")


def linear(x: np.ndarray, weights: MiniLMWeights, name: str, *, out: int) -> np.ndarray:
    matrix = weights.matrix(name + ".w", columns=x.shape[-1], rows=out)
    return x @ matrix.T + weights.floats(name + ".b")


def gelu(x: np.ndarray) -> np.ndarray:
    from math import erf

    return x * (1 + np.vectorize(erf)(x / np.sqrt(2))) / 2


def published(weights: MiniLMWeights, ids: list[int]) -> np.ndarray:
    """The model in full precision, written down a second time."""
    hidden = weights.shape.hidden
    x = weights.matrix("emb.word", columns=hidden, rows=weights.shape.vocabulary)[ids]
    x = (
        x
        + weights.matrix("emb.pos", columns=hidden, rows=len(ids))
        + weights.floats("emb.type")[:hidden]
    )
    x = normal(x, weights, "emb.ln")
    for layer in range(weights.shape.layers):
        at = f"l{layer}."
        heads = [
            linear(x, weights, at + part, out=hidden).reshape(len(ids), 12, 32).swapaxes(0, 1)
            for part in "qkv"
        ]
        scores = heads[0] @ heads[1].swapaxes(1, 2) / np.sqrt(32)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        mixed = (shares @ heads[2]).swapaxes(0, 1).reshape(len(ids), hidden)
        x = normal(x + linear(mixed, weights, at + "ao", out=hidden), weights, at + "aln")
        wide = gelu(linear(x, weights, at + "fi", out=weights.shape.feed_forward))
        x = normal(x + linear(wide, weights, at + "fo", out=hidden), weights, at + "oln")
    return x.mean(0)


@pytest.mark.parametrize("text", TEXTS)
def test_a_vector_is_nearly_that_of_the_published_model(minilm, weights, text):
    ids = minilm._tokenizer.encode(text).ids
    assert cosine(minilm.embed_query(text=text), published(weights, ids)) > 0.98


def test_vectors_have_length_one_and_do_not_depend_on_their_company(minilm):
    vectors = minilm.embed_passages(texts=TEXTS)
    assert vectors.shape == (4, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1] * 4, abs=1e-5)
    assert (vectors[1] == minilm.embed_passages(texts=[TEXTS[1]])[0]).all()
    assert (vectors[2] == minilm.embed_query(text=TEXTS[2])).all()


def test_it_knows_what_means_the_same(minilm):
    said, same, other = minilm.embed_passages(
        texts=[
            "The boat to the island departs at 9 a.m.",
            TEXTS[0],
            "Mia no longer eats peanuts.",
        ]
    )
    assert cosine(said, same) > cosine(said, other) + 0.3


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "word " * 5_000])
def test_any_text_has_a_vector(minilm, text):
    assert np.isfinite(minilm.embed_query(text=text)).all()


def test_a_text_is_cut_at_256_tokens(minilm):
    long = "harbour " * 254
    assert (minilm.embed_query(text=long) == minilm.embed_query(text=long + " lighthouse")).all()


def test_a_tensor_that_is_not_there_is_an_error(weights):
    with pytest.raises(KeyError):
        weights.floats("l6.q.w")


def test_the_command_builds_the_model_that_the_settings_name(settings, tmp_path, capsys):
    settings.EMBEDDER, settings.MODEL_DIR = "minilm", tmp_path
    reset_embedder()
    with pytest.raises(EmbedderUnavailable, match="minilm is not built"):
        current_embedder()
    call_command("build_embedder")
    said = capsys.readouterr().out
    assert "minilm int8-1-" in said
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["minilm"]
    assert current_embedder().revision == MINILM.built_revision(model_dir=tmp_path)
    reset_embedder()


def test_where_the_weights_are_missing_the_command_to_get_them_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(model_build, "find_spec", lambda package: None)
    with pytest.raises(EmbedderUnavailable, match=r"requirements/minilm\.txt"):
        build_minilm(model_dir=tmp_path, progress=print)
