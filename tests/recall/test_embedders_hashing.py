import numpy as np
import pytest

from recall.embedders.hashing import Hashing


@pytest.fixture
def hashing():
    return Hashing()


def test_it_calls_itself_lexical(hashing):
    assert (hashing.name, hashing.lexical) == ("hashing", True)


def test_vectors_have_length_one_even_without_words(hashing):
    found = hashing.embed_passages(texts=["Sam: We ship", "", "?!", "我们发布", "\ud800"])
    assert (found.dtype, found.shape) == (np.float32, (5, 384))
    assert np.allclose(np.linalg.norm(found, axis=1), 1)


def test_the_same_words_give_the_same_vector_on_every_machine(hashing):
    found = hashing.embed_query(text="We ship on Friday")
    assert np.array_equal(found, Hashing().embed_passages(texts=["we SHIP on friday"])[0])
    assert np.flatnonzero(np.abs(found) > 0.3).tolist() == [140, 228, 274, 288]


def test_shared_words_are_nearer_than_none_and_inflections_count_a_little(hashing):
    query = hashing.embed_query(text="invoice approvals")
    same, inflected, other = hashing.embed_passages(
        texts=["the invoice approvals wait", "approving an invoiced sum", "water the garden"]
    )
    assert query @ same > query @ inflected > query @ other
