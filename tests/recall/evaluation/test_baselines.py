"""What the memory is compared with does what its name says."""

import numpy as np
import pytest

from recall.embedders.hashing import Hashing
from recall.evaluation.baselines import BM25, DENSE, FUSED, Baselines
from recall.evaluation.vectors import KeptVectors

TEXTS = [
    "Ada: the canary was green on Friday",
    "Ben: deployments wait for the canary",
    "Ada: lunch is at noon",
    "Ben: the of and",
]


class Silent(Hashing):
    """Must not be asked for passages."""

    def embed_passages(self, *, texts):
        raise AssertionError("asked")


@pytest.fixture
def baselines():
    return Baselines(texts=TEXTS, vectors=Hashing().embed_passages(texts=TEXTS))


def ranked(baselines, text, known=4):
    return baselines.rank(text=text, vector=Hashing().embed_query(text=text), known=known)


def test_words_are_stemmed_and_what_shares_none_is_not_found(baselines):
    assert ranked(baselines, "a deployment waiting")[BM25] == [1]
    assert ranked(baselines, "zebra")[BM25] == []


def test_vectors_rank_everything_by_cosine(baselines):
    vectors = Hashing().embed_passages(texts=TEXTS)
    query = Hashing().embed_query(text="lunch at noon")
    assert ranked(baselines, "lunch at noon")[DENSE] == list(np.argsort(-(vectors @ query)))


def test_fusion_adds_reciprocal_ranks(baselines):
    found = ranked(baselines, "green canary")
    places = {
        place: sum(1 / (60 + each.index(place) + 1) for each in (found[BM25], found[DENSE])
                   if place in each)
        for place in range(len(TEXTS))
    }  # fmt: skip
    assert found[FUSED] == sorted(places, key=lambda place: -places[place])


def test_nothing_that_was_not_known_yet_is_found_or_counted(baselines):
    for places in ranked(baselines, "canary", known=1).values():
        assert places == [0]


def test_texts_without_a_word_have_no_index():
    empty = Baselines(texts=["the", "of"], vectors=Hashing().embed_passages(texts=["the", "of"]))
    assert ranked(empty, "canary", known=2)[BM25] == []


def test_kept_vectors_are_those_of_the_embedder(tmp_path):
    path = tmp_path / "vectors.npz"
    first = KeptVectors(Hashing(), path=path)
    made = first.embed_passages(texts=[*TEXTS, TEXTS[0]])
    first.write()
    again = KeptVectors(Silent(), path=path).embed_passages(texts=[*TEXTS, TEXTS[0]])
    assert np.array_equal(made, again)
    assert np.array_equal(again, Hashing().embed_passages(texts=[*TEXTS, TEXTS[0]]))


def test_many_new_vectors_are_written_before_the_end(tmp_path):
    texts = [f"turn {number}" for number in range(600)]
    KeptVectors(Hashing(), path=tmp_path / "vectors.npz").embed_passages(texts=texts)
    assert len(KeptVectors(Silent(), path=tmp_path / "vectors.npz").embed_passages(texts=texts))


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04", b"nonsense"])
def test_a_damaged_file_of_vectors_counts_as_none(tmp_path, raw):
    path = tmp_path / "vectors.npz"
    path.write_bytes(raw)
    with pytest.raises(AssertionError, match="asked"):
        KeptVectors(Silent(), path=path).embed_passages(texts=TEXTS)
    assert len(KeptVectors(Hashing(), path=path).embed_passages(texts=TEXTS)) == len(TEXTS)
