"""Words find what they should, with the scores of BM25, in bounded reading."""

import pytest

from provenance.database.tenancy import workspace
from recall.services import lexical
from recall.services.asked import Asked
from recall.services.lexical import search_lexical
from tests.contract.saying import say
from tests.recall.lexicon import Reference, found, looked_up, paragraphs, told

QUERIES = (
    "row security and the wall between workspaces",
    "which role may read the ledger?",
    "recall/services/lexical.py",
    "how is a retry answered after a conflict",
    "embedding model",
    "the a of",
    "posting",
)


@pytest.mark.slow
def test_scores_and_order_are_those_of_bm25s_on_the_same_terms(stage):
    texts = paragraphs()
    positions = told(stage.ada, texts)
    reference = Reference(texts)
    for query in QUERIES:
        expected = dict(zip(positions, reference.scores(query), strict=True))
        read = found(stage.ben, query, limit=len(texts))
        assert {one.position: one.score for one in read.found} == pytest.approx(
            {position: score for position, score in expected.items() if score}, rel=1e-6
        )
        scores = [expected[one.position] for one in read.found]
        assert scores == pytest.approx(sorted(scores, reverse=True), rel=1e-9)
        assert read.unread == lexical.Unread()


def test_what_is_equally_good_comes_newest_first(ada, ben):
    positions = told(ada, ["The canary is green."] * 3)
    assert [one.position for one in found(ben, "canary").found] == positions[::-1]


@pytest.fixture
def few(monkeypatch) -> None:
    """A bound that these tests can reach."""
    monkeypatch.setattr(lexical, "MOST_READ", 4)


def test_within_the_bound_the_rarer_terms_are_read_and_the_commoner_looked_up(ada, ben, few):
    common = told(ada, ["The canary sings."] * 6)
    both = told(ada, ["The canary met a walrus.", "Canary and canary, says the walrus."])
    told(ada, ["Nothing of the kind."])
    read = found(ben, "canary walrus")
    assert {one.position for one in read.found} == set(both)
    assert (read.unread.terms, read.unread.postings) == (1, 8)
    whole = looked_up(ben, "canary walrus", [*common, *both])
    assert {one.position: (one.score, one.matched) for one in read.found} == {
        position: whole[position] for position in both
    }


def test_scores_within_the_bound_are_those_without_it(ada, ben, monkeypatch):
    told(ada, [f"The canary sings {n} songs of {n} walrus." for n in range(8)])
    told(ada, ["A canary.", "A canary and its walrus: songs, songs, songs."])
    whole = {one.position: one.score for one in found(ben, "canary songs 3").found}
    monkeypatch.setattr(lexical, "MOST_READ", 4)
    bounded = found(ben, "canary songs 3").found
    assert bounded
    assert {one.position: one.score for one in bounded} == pytest.approx(
        {one.position: whole[one.position] for one in bounded}
    )


def test_beyond_the_look_ups_too_what_is_returned_has_its_exact_score(ada, ben, monkeypatch):
    """Where few of the best are allowed, those that were not completed come up."""
    told(ada, [f"Canary walrus {'song ' * n}" for n in range(6)], session_id="elsewhere")
    kept = told(ada, [f"A canary of {n} songs, or a walrus." for n in range(3)])
    told(ada, ["The canary sings."] * 3)
    monkeypatch.setattr(lexical, "MOST_READ", 10)
    monkeypatch.setattr(lexical, "MOST_LOOKED_UP", 2)
    read = found(ben, "canary walrus", session="session-1")
    assert {one.position for one in read.found} == set(kept)
    assert {one.position: (one.score, one.matched) for one in read.found} == looked_up(
        ben, "canary walrus", kept
    )


def test_of_a_term_that_is_too_common_the_newest_postings_are_read(ada, ben, few):
    positions = told(ada, [f"The canary sings, {n}." for n in range(9)])
    read = found(ben, "canary")
    assert {one.position for one in read.found} == set(positions[-4:])
    assert (read.unread.terms, read.unread.postings) == (1, 5)


def test_what_is_left_unread_is_nothing_where_everything_fits(ada, ben):
    told(ada, ["The canary is green.", "The canary sings."])
    assert found(ben, "canary green").unread == lexical.Unread(terms=0, postings=0)


def test_a_look_up_scores_given_positions_and_leaves_out_what_matches_nothing(ada, ben):
    sings, green, other = told(ada, ["The canary sings.", "The canary is green.", "Other."])
    best = {one.position: (one.score, one.matched) for one in found(ben, "green canary").found}
    scores = looked_up(ben, "green canary", [sings, green, other, 1])
    assert scores == best
    assert looked_up(ben, "green canary", []) == {}
    assert looked_up(ben, "zeppelin", [sings]) == {}


def test_a_term_of_less_weight_scores_less(ada, ben):
    (position,) = told(ada, ["The canary is green."])
    with workspace(ben.caller):
        whole = lexical.scores_of(asked=Asked.of({"canari": 1.0}), positions=[position])[position]
        half = lexical.scores_of(asked=Asked.of({"canari": 0.5}), positions=[position])[position]
    assert half == pytest.approx((whole[0] / 2, whole[1] / 2))


def test_p13_words_do_not_reach_beyond_what_is_allowed(stage, few):
    say(stage.ada, "The canary is green.")
    (kept,) = told(stage.ada, ["The canary sings on Friday."])
    read = found(stage.ben, "canary")
    assert kept in {one.position for one in read.found}
    assert found(stage.mallory, "canary").found == []
    with workspace(stage.mallory.caller):
        assert lexical.scores_of(asked=Asked.of({"canari": 1.0}), positions=[kept]) == {}


def test_no_terms_find_nothing(ada, ben):
    say(ada, "The canary is green.")
    with workspace(ben.caller):
        assert search_lexical(allowed=None, asked=Asked.of({}), limit=5) == lexical.Read(
            [], lexical.Unread()
        )
    assert found(ben, "zeppelin").found == []
