"""What is alike without proof stays an open question: neither merged, nor counted, nor erased."""

from datetime import timedelta

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation, UnresolvedPair
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.pairs import MOST_PAIRS
from recall.embedders.hashing import Hashing
from recall.services import embed
from recall.services.likeness import pair_alike
from recall.services.sweep import sweep
from tests.contract.saying import say
from tests.provenance.hearing import (
    SENTENCE,
    agent,
    classes,
    counts,
    host_serving,
    now,
    show,
    sources,
)

REWORDED = "We deploy on Fridays, but only after the canary is green."
PARAPHRASE = "Releases wait for the end of the week and a healthy canary."
UNLIKE = "The backup of the database runs each night at three."


class Meaning:
    """An embedder whose likeness is meaning: each text has the vector that the test gives it."""

    name, revision, dimension, lexical = "endpoint", "test", 4, False

    def __init__(self, **angles):
        self.angles = angles

    def embed_passages(self, *, texts):
        found = [self._vector(text) for text in texts]
        return np.array(found, dtype=np.float32)

    def _vector(self, text):
        angle = next(angle for part, angle in self.angles.items() if part in text)
        return [np.cos(angle), np.sin(angle), 0, 0]


def swept(person, embedder=None):
    """Does the work that waits, as a worker would; the pairs there are then."""
    at = now() + timedelta(seconds=1)
    if embedder is None:
        sweep(at=at, only=Tenancy(person.workspace_id))
    else:
        tenancy = Tenancy(person.workspace_id)
        embed.embed_pending(tenancy=tenancy, embedder=embedder, at=at, limit=64)
    return pairs(person)


def pairs(person):
    with workspace(person.principal):
        rows = UnresolvedPair.objects.here().order_by("observation__position", "other__position")
        return [(row.observation_id, row.other_id, row.detail["by"]) for row in rows]


def test_the_same_words_of_two_people_are_a_possible_equivalent(stage, ada):
    omar = host_serving(stage, "omar")
    said, too = say(ada, SENTENCE), say(omar, SENTENCE)
    assert swept(ada) == [(too, said, "text")]


def test_nothing_is_paired_in_the_transaction_that_records(ada):
    say(ada, SENTENCE, session_id="s1")
    say(ada, SENTENCE, session_id="s2")
    assert pairs(ada) == []


def test_reworded_is_found_by_its_trigrams(ada):
    said, reworded = say(ada, SENTENCE), say(ada, REWORDED)
    say(ada, UNLIKE)
    assert swept(ada) == [(reworded, said, "trigram")]


def test_paraphrased_is_found_by_its_meaning(ada):
    said, paraphrase, unlike = say(ada, SENTENCE), say(ada, PARAPHRASE), say(ada, UNLIKE)
    meaning = Meaning(Fridays=0.0, Releases=0.3, backup=1.2)
    assert swept(ada, meaning) == [(paraphrase, said, "vector")]
    assert unlike


def test_shared_words_of_a_lexical_embedder_are_no_meaning(ada):
    say(ada, SENTENCE)
    lexical = Meaning(Fridays=0.0, Releases=0.3)
    lexical.lexical = True
    say(ada, PARAPHRASE)
    assert swept(ada, lexical) == []


def test_p05_what_is_merely_alike_merges_with_nothing_and_counts_for_nobody(stage, ada):
    said = say(ada, SENTENCE)
    eve = agent(stage, "eve")
    show(eve, said)
    alike = say(eve, REWORDED, speaker_role="assistant")
    assert swept(ada) == [(alike, said, "trigram")]
    assert classes(ada, alike) == ["assistant_authored"]
    assert counts(ada, said, alike) == [(1, 0), (0, 0)]


def test_a_pair_says_whether_the_session_had_been_shown_the_other(stage, ada):
    said = say(ada, SENTENCE)
    eve, zed = agent(stage, "eve"), agent(stage, "zed")
    show(eve, said)
    heard, unheard = say(eve, REWORDED), say(zed, REWORDED + " Always.")
    swept(ada)
    with workspace(ada.principal):
        rows = UnresolvedPair.objects.here().filter(other_id=said)
        shown = {row.observation_id: row.detail["shown"] for row in rows}
    assert shown == {heard: True, unheard: False}


def test_p05_a_paraphrase_of_unknown_lineage_stays_unverified_whatever_its_number(stage, ada):
    say(ada, SENTENCE)
    many = [say(agent(stage, f"agent {number}"), REWORDED) for number in range(6)]
    swept(ada)
    assert classes(ada, *many) == ["unverified"] * 6
    assert counts(ada, *many) == [(0, 0)] * 6


def test_no_observation_is_in_more_pairs_than_a_person_can_look_at(stage, ada):
    for number in range(8):
        say(ada, SENTENCE, session_id=f"s{number}")
    found = swept(ada)
    taking_part = [one for pair in found for one in pair[:2]]
    assert max(taking_part.count(one) for one in taking_part) == MOST_PAIRS


@pytest.mark.parametrize("short", ["ok", "continue, please", "👍", "that is it then"])
def test_short_everyday_turns_pair_with_nothing(ada, short):
    say(ada, short, session_id="s1")
    say(ada, short, session_id="s2")
    assert swept(ada) == []


def test_a_proven_copy_is_no_open_question(ada):
    foreign = ForeignReference(system="codex", session="s1", id="m1")
    say(ada, SENTENCE, foreign=foreign)
    say(ada, SENTENCE, foreign=foreign, session_id="old", door=Door.IMPORT)
    show(ada, say(ada, UNLIKE, session_id="a"), session="b")
    say(ada, UNLIKE, session_id="b", speaker_role="assistant")
    assert swept(ada) == []


def test_a_declared_source_is_no_open_question(ada):
    said = say(ada, SENTENCE)
    say(ada, REWORDED, kind="note", lineage=sources(said))
    assert swept(ada) == []


def test_of_an_event_and_its_copies_one_is_paired(stage, ada):
    eve = agent(stage, "eve")
    said = say(ada, SENTENCE)
    show(eve, said)
    say(eve, SENTENCE, speaker_role="assistant")
    reworded = say(ada, REWORDED, session_id="s2")
    found = swept(ada)
    assert len(found) == 1
    assert reworded in found[0]


def test_what_comes_in_again_is_paired_once(ada):
    say(ada, SENTENCE, session_id="s1")
    say(ada, SENTENCE, session_id="s2")
    first = swept(ada)
    with workspace(ada.principal):
        vectors = {
            one: np.zeros(4) for one in Observation.objects.here().values_list("id", flat=True)
        }
        pair_alike(vectors=vectors, embedder="hashing@1", lexical=True, at=now())
    assert pairs(ada) == first


def test_a_failure_while_pairing_leaves_the_work_to_be_done_again(ada, monkeypatch):
    say(ada, SENTENCE, session_id="s1")
    say(ada, SENTENCE, session_id="s2")

    def broken(**_):
        raise RuntimeError("no")

    with monkeypatch.context() as patched:
        patched.setattr(embed, "pair_alike", broken)
        with pytest.raises(RuntimeError):
            swept(ada)
    with workspace(ada.principal):
        waiting = IndexWork.objects.here().filter(semantic_pending=True)
        assert waiting.count() == 2
        waiting.update(not_before=now())  # it would be due in some seconds
    assert len(swept(ada)) == 1


def test_the_machine_door_shows_the_open_question(ada, ben):
    said = say(ada, SENTENCE)
    reworded = say(ada, REWORDED)
    swept(ada)
    shown = ben.get(f"/v1/observations/{reworded}").json()["unresolved"]
    assert shown == [{"kind": "possible_equivalent", "observation": str(said)}]


def test_the_queries_do_not_grow_with_the_workspace(ada):
    def queries_of(content):
        one = say(ada, content)
        with workspace(ada.principal), CaptureQueriesContext(connection) as captured:
            pair_alike(vectors={one: np.zeros(4)}, embedder="x@1", lexical=True, at=now())
        return len(captured)

    few = queries_of("The first sentence that has been said here at all.")
    for number in range(10):
        say(ada, f"Sentence number {number} about {UNLIKE}")
    assert queries_of("The last sentence that has been said here at all.") <= few + 8


def test_the_embedder_of_these_tests_is_lexical():
    assert Hashing().lexical
