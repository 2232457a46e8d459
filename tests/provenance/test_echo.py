"""What a session only hears back is recognised, and counts for nobody (P5)."""

from datetime import timedelta

import pytest

from provenance.database.tenancy import workspace
from provenance.models import LineageEdge, Observation
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference, ProducerClaim
from provenance.services.reading.lineage_graph import get_lineage
from tests.contract.saying import link, say
from tests.factories import EventFactory
from tests.provenance.hearing import (
    SENTENCE,
    agent,
    classes,
    copies,
    host_serving,
    notes_of,
    now,
    row,
    show,
    sources,
    supports,
)
from tests.provenance.test_lineage_graph import recalled

ELSEWHERE = ProducerClaim(harness="claude", instance="desktop-1")


@pytest.mark.parametrize("role", ["assistant", "tool", "system", "unknown"])
def test_p05_what_equals_what_its_session_was_shown_is_derived(ada, role):
    said = say(ada, SENTENCE, session_id="s1")
    show(ada, said, session="s2")
    heard = say(ada, SENTENCE, session_id="s2", speaker_role=role)
    assert classes(ada, heard) == ["derived"]
    assert copies(ada) == [(heard, said)]


def test_p05_an_import_that_repeats_what_was_shown_is_its_copy_and_no_more_than_imported(ada):
    said = say(ada, SENTENCE, session_id="s1")
    show(ada, said, session="s2")
    heard = say(ada, SENTENCE, session_id="s2", door=Door.IMPORT)
    assert classes(ada, heard) == ["imported"]
    assert row(ada, heard).time_basis == "unknown"


def test_p05_other_clothes_are_the_same_words(ada):
    said = say(ada, SENTENCE, session_id="s1")
    show(ada, said, session="s2")
    dressed = f"  “{SENTENCE.upper()}”  "
    heard = say(ada, dressed, session_id="s2", speaker_role="assistant")
    assert copies(ada) == [(heard, said)]


def test_p05_a_persons_turn_stays_theirs_and_is_marked(stage, ada):
    omar = host_serving(stage, "omar")
    said = say(ada, SENTENCE, session_id="s1")
    show(omar, said, session="s2")
    again = say(omar, SENTENCE, session_id="s2")
    assert classes(ada, again) == ["user_primary"]
    assert (row(ada, said).after_exposure, row(ada, again).after_exposure) == (False, True)
    assert copies(ada) == [(again, said)]


def test_p05_a_clock_of_whole_seconds_hides_no_exposure(stage, ada):
    omar = host_serving(stage, "omar")
    said = say(ada, SENTENCE, session_id="s1")
    show(omar, said, session="s2")
    again = say(omar, SENTENCE, session_id="s2", observed_at=now().replace(microsecond=0))
    assert row(ada, again).after_exposure
    assert copies(ada) == [(again, said)]


def test_the_receipt_says_what_was_recognised(ada):
    say(ada, SENTENCE, session_id="s1")
    shown = ada.get("/v1/observations")
    assert shown.status_code == 403  # ada may not read: another shows it to her session
    show(ada, _only(ada), session="s2")
    event = {"session": {"id": "s2"}, "content": SENTENCE}
    heard = ada.post("/v1/observe", EventFactory(speaker={"role": "assistant"}, **event))
    again = ada.post("/v1/observe", EventFactory(**event))
    assert (heard.json()["admitted_as"], notes_of(heard)) == ("derived", ["echo"])
    assert (again.json()["admitted_as"], notes_of(again)) == ("user_primary", ["after_exposure"])


def _only(person):
    with workspace(person.principal):
        return Observation.objects.here().get().id


def test_another_session_was_not_shown_it(ada):
    show(ada, say(ada, SENTENCE, session_id="s1"), session="s2")
    unheard = say(ada, SENTENCE, session_id="s3", speaker_role="assistant")
    assert classes(ada, unheard) == ["assistant_authored"]


def test_a_session_of_the_same_name_at_another_producer_was_not_shown_it(stage, ada):
    eve = agent(stage, "eve")
    show(eve, say(ada, SENTENCE, session_id="s1"), session="s2", producer=ELSEWHERE)
    unheard = say(ada, SENTENCE, session_id="s2", speaker_role="assistant")
    assert classes(ada, unheard) == ["assistant_authored"]


def test_p05_whoever_asked_for_the_session_showed_it(stage, ada):
    eve = agent(stage, "eve")
    show(eve, say(ada, SENTENCE, session_id="s1"), session="s2")
    assert classes(ada, say(ada, SENTENCE, session_id="s2", speaker_role="assistant")) == [
        "derived"
    ]


def test_p05_without_a_session_all_of_the_principals_sessions_were_shown_it(stage, ada):
    eve, zed = agent(stage, "eve"), agent(stage, "zed")
    show(eve, say(ada, SENTENCE, session_id="s1"))
    heard = say(eve, SENTENCE, session_id="any", speaker_role="assistant")
    unheard = say(zed, SENTENCE, session_id="any", speaker_role="assistant")
    assert classes(ada, heard, unheard) == ["derived", "assistant_authored"]


def test_p05_what_bears_no_session_may_come_from_any_of_its_principals(stage, ada):
    eve = agent(stage, "eve")
    show(eve, say(ada, SENTENCE, session_id="s1"), session="s2")
    assert classes(ada, say(eve, SENTENCE, session_id=None, kind="note")) == ["derived"]


def test_what_is_shown_afterwards_proves_nothing_of_before(ada):
    said = say(ada, SENTENCE, session_id="s1")
    before = say(ada, SENTENCE, session_id="s2", speaker_role="assistant")
    show(ada, said, session="s2")
    assert classes(ada, before) == ["assistant_authored"]
    assert copies(ada) == []


def test_a_turn_that_a_capture_host_heard_before_it_was_shown_is_not_marked(ada):
    heard_at = now()
    show(ada, say(ada, SENTENCE, session_id="s1"), session="s2")
    late = say(ada, SENTENCE, session_id="s2", observed_at=heard_at - timedelta(seconds=1))
    assert not row(ada, late).after_exposure


def test_p04_an_agents_claim_of_an_earlier_time_hides_no_echo(stage, ada):
    eve = agent(stage, "eve")
    show(eve, say(ada, SENTENCE, session_id="s1"), session="s2")
    early = now() - timedelta(days=300)
    heard = say(eve, SENTENCE, session_id="s2", speaker_role="assistant", observed_at=early)
    assert classes(ada, heard) == ["derived"]


@pytest.mark.parametrize("short", ["ok", "ok, continue", "please do it now", "👍", "…"])
def test_short_everyday_turns_prove_nothing(ada, short):
    show(ada, say(ada, short, session_id="s1"), session="s2")
    turns = [say(ada, short, session_id="s2", speaker_role=role) for role in ("user", "assistant")]
    assert classes(ada, *turns) == ["user_primary", "assistant_authored"]
    assert not row(ada, turns[0]).after_exposure
    assert copies(ada) == []


def test_p05_a_short_turn_is_a_copy_where_it_says_so(ada):
    said = say(ada, "ship it", session_id="s1")
    heard = say(ada, "Ship it!", session_id="s2", lineage=sources(said, relation="quotes"))
    assert copies(ada) == [(heard, said)]


def test_an_emoji_is_no_copy_of_another_even_where_it_says_so(ada):
    said = say(ada, "…", session_id="s1")
    say(ada, "!!!", session_id="s2", lineage=sources(said, relation="quotes"))
    assert copies(ada) == []


def test_p05_a_mirror_of_what_a_recall_returned_is_its_copy(stage, ada):
    eve = agent(stage, "eve")
    said = say(ada, SENTENCE)
    receipt = recalled(eve, say(ada, "another thing entirely"), said)
    heard = say(eve, SENTENCE, kind="note", lineage=link("mirrors", recall=receipt))
    assert copies(ada) == [(heard, said)]


def test_p05_an_echo_of_an_echo_is_a_copy_of_the_first(stage, ada):
    eve, zed = agent(stage, "eve"), agent(stage, "zed")
    said = say(ada, SENTENCE)
    show(eve, said)
    second = say(eve, SENTENCE, session_id="e", speaker_role="assistant")
    show(zed, second)
    third = say(zed, SENTENCE, session_id="z", speaker_role="assistant")
    assert copies(ada) == [(second, said), (third, said)]


def test_the_same_event_under_its_foreign_name_is_not_said_again(ada):
    foreign = ForeignReference(system="codex", session="s1", id="m1")
    said = say(ada, SENTENCE, session_id="s1", foreign=foreign)
    show(ada, said, session="s1")
    twice = say(ada, SENTENCE, session_id="s1", foreign=foreign)
    assert copies(ada) == [(twice, said)]
    assert not row(ada, twice).after_exposure
    assert supports(ada, said)[0].confirmations == 0


def test_p04_work_that_only_echoes_a_report_is_not_verified(ada):
    said = say(ada, SENTENCE, session_id="s1", speaker_role="tool", work_state="verified")
    show(ada, said, session="s2")
    heard = say(ada, SENTENCE, session_id="s2", speaker_role="tool", work_state="verified")
    assert [row(ada, one).work_state for one in (said, heard)] == ["verified", "reported"]


def test_p03_a_retry_of_an_echo_is_the_first_receipt(ada):
    show(ada, say(ada, SENTENCE, session_id="s1"), session="s2")
    event = {"event_id": "e1", "session_id": "s2", "speaker_role": "assistant"}
    first = say(ada, SENTENCE, **event)
    show(ada, first, session="s2")
    assert say(ada, SENTENCE, **event) == first
    assert len(copies(ada)) == 1


def test_lineage_shows_the_copy(ada, ben):
    said = say(ada, SENTENCE, session_id="s1")
    show(ada, said, session="s2")
    heard = say(ada, SENTENCE, session_id="s2", speaker_role="assistant")
    found = get_lineage(
        caller=ben.caller, observation_id=heard, direction="both", depth=8, at=now()
    )
    assert [(edge["from"], edge["to"], edge["relation"]) for edge in found["edges"]] == [
        (str(heard), str(said), "copy_of")
    ]
    with workspace(ada.principal):
        assert not LineageEdge.objects.here().exists()
