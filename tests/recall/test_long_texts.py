"""A long text is found by any of its parts, once, and its vectors come and go together."""

from datetime import UTC, datetime

import numpy as np
import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation, UnresolvedPair
from recall.embedders.current import current_embedder
from recall.models import Embedding
from recall.services.embed import embed_pending, label_of
from recall.services.forget import forget
from recall.services.semantic import cosines, search_semantic
from recall.services.sweep import sweep
from recall.services.verify_readings import check_readings
from tests.contract.saying import say
from tests.recall.test_recall import said

FILLER = "The weather in the valley stayed dry, and nobody asked for anything that day. "
NEEDLE = "The vault key hangs behind the violet kitchen curtain."
LONG = FILLER * 40 + NEEDLE + " " + FILLER * 40
QUESTION = "which violet curtain hides the vault key"


def swept(person) -> int:
    return sweep(at=datetime.now(UTC), only=Tenancy(person.workspace_id)).vectors


def rows(person, model=Embedding):
    with workspace(person.caller):
        return list(model.objects.here().order_by("id"))


def near(person, query: str, *, limit: int = 10):
    embedder = current_embedder()
    with workspace(person.caller):
        return search_semantic(
            allowed=Observation.objects.here(),
            query=embedder.embed_query(text=query),
            embedder=label_of(embedder),
            limit=limit,
            near=50,
        )


def test_a_long_text_has_a_vector_for_each_of_its_pieces(ada):
    say(ada, LONG)
    swept(ada)
    pieces = [row.piece for row in rows(ada)]
    assert sorted(pieces) == list(range(len(pieces)))
    assert len(pieces) >= len(LONG) / 1_000
    assert rows(ada, IndexWork) == []


def test_its_best_piece_counts_and_it_is_found_once(ada):
    long, short = say(ada, LONG), say(ada, "Rain fell on the tent all night.")
    swept(ada)
    found = near(ada, QUESTION)
    assert [one.observation_id for one in found] == [long, short]
    query, label = current_embedder().embed_query(text=QUESTION), label_of(current_embedder())
    with workspace(ada.caller):
        ids = [long, short]
        assert cosines(query=query, embedder=label, observation_ids=ids) == pytest.approx(
            {one.observation_id: one.score for one in found}
        )
        first = cosines(query=query, embedder=label, observation_ids=[long], pieces=1)
    assert first[long] < found[0].score


def test_what_stands_in_its_middle_is_recalled_by_the_whole_question(ada, ben):
    long = say(ada, LONG)
    swept(ada)
    answer = ben.post("/v1/recall", {"query": QUESTION}).json()
    assert [item["observation"] for item in answer["episodic"]] == [str(long)]


def test_the_same_words_have_the_same_vectors_whatever_their_company(ada):
    one = say(ada, LONG, session_id="s1")
    say(ada, FILLER, session_id="s2")
    other = say(ada, LONG, session_id="s3")
    swept(ada)
    with workspace(ada.caller):
        vectors = {
            observation: [list(row.vector) for row in vectors_of(observation)]
            for observation in (one, other)
        }
    assert vectors[one] == vectors[other]


def vectors_of(observation):
    return Embedding.objects.here().filter(observation_id=observation).order_by("piece")


def test_equally_near_ones_are_ordered_by_their_place_in_the_ledger(ada):
    ids = [say(ada, NEEDLE, session_id=f"s{number}") for number in range(6)]
    swept(ada)
    assert [one.observation_id for one in near(ada, QUESTION)] == ids[::-1]
    assert [one.observation_id for one in near(ada, QUESTION, limit=2)] == ids[:-3:-1]


def test_a_batch_is_bounded_by_its_vectors_and_a_long_text_passes_alone(ada):
    for number in range(3):
        say(ada, LONG, session_id=f"s{number}")
    pieces = len(rows_after_one_batch(ada, limit=2))
    assert len(rows_after_one_batch(ada, limit=pieces)) == 2 * pieces
    assert len(rows_after_one_batch(ada, limit=64 * pieces)) == 3 * pieces


def rows_after_one_batch(person, *, limit: int):
    embed_pending(
        tenancy=Tenancy(person.workspace_id),
        embedder=current_embedder(),
        at=datetime.now(UTC),
        limit=limit,
    )
    return rows(person)


def test_in_a_request_a_very_long_text_is_left_to_a_worker(ada):
    long = said(ada, LONG).receipt
    short = said(ada, NEEDLE).receipt
    waiting = [row.observation_id for row in rows(ada, IndexWork)]
    assert waiting == [long.observation_id]
    assert short.observation_id not in waiting


def test_all_vectors_of_the_forgotten_go(ada):
    gone, kept = say(ada, LONG), say(ada, NEEDLE)
    swept(ada)
    with workspace(ada.caller):
        forget(observation_ids=[gone])
    assert [row.observation_id for row in rows(ada)] == [kept]


def test_p15_a_piece_without_its_vector_is_found_by_the_verification(ada):
    long = say(ada, LONG)
    swept(ada)
    tenancy = Tenancy(ada.workspace_id)
    assert list(check_readings(tenancy, lambda check, count: None)) == []
    with workspace(ada.caller):
        Embedding.objects.here().filter(piece=2).delete()
    (finding,) = check_readings(tenancy, lambda check, count: None)
    assert (finding.table, finding.id) == ("embedding", str(long))
    assert "rebuild" in finding.what


class Meaning:
    """An embedder whose likeness is meaning: a text of the violet curtain has one direction."""

    name, revision, dimension, lexical = "endpoint", "test", 4, False

    def embed_passages(self, *, texts):
        return np.array([[1, 0, 0, 0] if "violet" in text else [0, 1, 0, 0] for text in texts])


def test_a_passage_that_says_the_same_does_not_make_the_whole_of_a_text_alike(ada):
    say(ada, NEEDLE)
    say(ada, LONG)
    alike = say(ada, "Behind the violet curtain you find what opens the safe.")
    tenancy, at = Tenancy(ada.workspace_id), datetime.now(UTC)
    embed_pending(tenancy=tenancy, embedder=Meaning(), at=at, limit=64)
    (pair,) = rows(ada, UnresolvedPair)
    assert (pair.observation_id, pair.detail["by"]) == (alike, "vector")
