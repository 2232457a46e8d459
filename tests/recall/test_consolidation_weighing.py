"""A proposed fact stands on what says its words; what is merely alike is weighed beside it."""

from typing import Any
from uuid import UUID

from tests.cast import Person, Stage, add_person
from tests.contract.saying import link, query_count, say
from tests.provenance.correcting import accepted, decided, facts, grant, second_reviewer
from tests.provenance.test_held_back import hold_back
from tests.recall.embedder_server import endpoint_server
from tests.recall.test_consolidation import (
    ALIKE,
    FRIDAY,
    agent,
    answering,
    proposals,
    repeat,
    run,
    targets,
)
from tests.review.people import add_human

__all__ = ["agent"]
AGAINST = "We decided not to deploy on Fridays only after the canary is green."


def weighing(stage: Stage, reader: Person) -> dict[str, Any]:
    (proposal,) = proposals(stage)
    answer = reader.get(f"/v1/corrections/{proposal.id}")
    assert answer.status_code == 200, answer.content
    return answer.json()["weighing"]


def weighed_proposal(stage: Stage) -> UUID:
    """A proposed fact with one statement alike and one against it."""
    writer = add_person(stage.rita, "claude", kind="agent", grants=("observe", "recall"))
    say(stage.ada, FRIDAY)
    repeat(writer, ALIKE)
    repeat(writer, AGAINST)
    run(stage)
    (proposal,) = [one for one in proposals(stage) if one.kind == "fact"]
    found: UUID = proposal.id
    return found


def counts(independent: int) -> dict[str, int]:
    return {"independent": independent, "confirmations": 0, "listed": 0}


def test_p11_a_fact_stands_on_its_words_and_on_nothing_alike(stage, ada, ben, agent):
    first = say(ada, FRIDAY)
    (alike,) = repeat(agent, ALIKE)
    (same,) = repeat(agent, f"  {FRIDAY.upper()}")
    run(stage)
    (proposal,) = proposals(stage)
    assert targets(stage, proposal) == [first, same]
    shown = weighing(stage, ben)
    assert [one["observation"] for one in shown["support"]] == [str(first), str(same)]
    assert shown["alike"] == [{"observation": str(alike), **counts(0)}]
    decided(stage.rita, proposal.id)
    (fact,) = ben.get("/v1/facts").json()["results"]
    assert fact["support"]["observations"] == [str(first), str(same)]


def test_p05_who_said_something_alike_does_not_stand_behind_it(stage, ada, ben):
    sam = add_human(stage.rita, "sam", grants=())
    desk = add_person(stage.rita, "desk", kind="host", grants=("observe",))
    grant(stage.rita, desk, "capture", serves_id=sam.principal.id)
    say(ada, FRIDAY)
    alike = say(desk, ALIKE)
    run(stage)
    shown = weighing(stage, ben)
    assert shown["independent"] == 1
    assert shown["alike"] == [{"observation": str(alike), **counts(1)}]
    decided(stage.rita, proposals(stage)[0].id)
    (fact,) = ben.get("/v1/facts").json()["results"]
    assert fact["support"]["independent"] == 1


def test_a_fact_rests_on_somebody_where_the_nearest_words_are_nobodys(stage, ada, ben, agent):
    root = say(ada, "It was agreed in the meeting of the second, as you know well.")
    backed = say(
        agent,
        "We decided to deploy on Fridays, and only after the canary is green again.",
        speaker_role="assistant",
        lineage=link("derived_from", observation=root),
    )
    repeat(agent, ALIKE)
    repeat(agent, FRIDAY)
    run(stage)
    (proposal,) = proposals(stage)
    assert targets(stage, proposal) == [backed]
    assert weighing(stage, ben)["independent"] == 1


def test_p11_what_was_alike_is_not_proposed_again_later(stage, ada, agent):
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    run(stage)
    say(ada, ALIKE, session_id="another day")
    run(stage)
    assert len(proposals(stage)) == 1


def test_a_models_wording_rests_on_what_the_model_was_shown(stage, ada, ben, agent, settings):
    first, other = say(ada, FRIDAY), say(ada, ALIKE, session_id="two")
    (planted,) = repeat(agent, FRIDAY)
    with endpoint_server(answering("Deploys happen on Fridays.")) as server:
        settings.CONSOLIDATION_ENDPOINT, settings.CONSOLIDATION_MODEL = server.url, "tiny"
        run(stage)
    (proposal,) = proposals(stage)
    assert targets(stage, proposal) == [first, other]
    shown = weighing(stage, ben)
    assert shown["wording"] == {"by": "model", "model": "tiny", "observation": None}
    assert [one["observation"] for one in shown["alike"]] == [str(planted)]


def test_p15_what_speaks_against_it_is_told_with_it(stage, ada, ben, agent):
    first = say(ada, FRIDAY)
    repeat(agent, ALIKE)
    (against,) = repeat(agent, AGAINST)
    run(stage)
    shown = weighing(stage, ben)
    assert shown["counter_evidence"] == [{"observation": str(against), "why": "polarity"}]
    assert (shown["conflicts"], shown["hidden"], shown["left_out"]) == ([], 0, 0)
    assert shown["wording"] == {"by": "medoid", "model": None, "observation": str(first)}
    assert "1 against" in proposals(stage)[0].reason


def test_p13_what_the_reader_may_not_see_is_counted_and_not_named(stage, ada, agent):
    say(ada, FRIDAY)
    repeat(agent, ALIKE)
    repeat(agent, AGAINST)
    run(stage)
    narrow = add_person(stage.rita, "narrow", kind="agent", grants=())
    grant(stage.rita, narrow, "recall", principals=[ada.principal.id])
    shown = weighing(stage, narrow)
    assert (shown["alike"], shown["counter_evidence"], shown["hidden"]) == ([], [], 2)


def test_other_proposals_have_no_weighing(stage, ada, ben):
    done = accepted(stage, "adopt", say(ada, FRIDAY))
    assert ben.get(f"/v1/corrections/{done}").json()["weighing"] is None
    (listed,) = ben.get("/v1/corrections").json()["results"]
    assert listed["weighing"] is None


def test_p15_the_page_shows_what_was_weighed_with_its_words(stage, ada, agent, rita):
    say(ada, FRIDAY)
    (alike,) = repeat(agent, ALIKE)
    (against,) = repeat(agent, AGAINST)
    run(stage)
    (proposal,) = proposals(stage)
    shown = rita.browser.get(f"/decisions/{proposal.id}").content.decode()
    for observation, words in ((alike, ALIKE), (against, AGAINST)):
        assert f"/observations/{observation}" in shown
        assert words in shown
    assert "says the opposite" in shown


def test_p12_the_page_holds_back_words_from_who_does_not_review(stage, ada, agent):
    say(ada, FRIDAY)
    (alike,) = repeat(agent, ALIKE)
    run(stage)
    (proposal,) = proposals(stage)
    hold_back(stage, alike)
    reader = add_human(stage.rita, "reader", grants=("recall",))
    shown = reader.browser.get(f"/decisions/{proposal.id}").content.decode()
    assert ALIKE not in shown
    assert "held back from you" in shown
    reviewer = second_reviewer(stage)
    assert ALIKE in reviewer.browser.get(f"/decisions/{proposal.id}").content.decode()


def test_deciding_shows_the_weighing_too(stage, ada, agent):
    say(ada, FRIDAY)
    (alike,) = repeat(agent, ALIKE)
    run(stage)
    (proposal,) = proposals(stage)
    told = decided(stage.rita, proposal.id).correction
    assert UUID(told["weighing"]["alike"][0]["observation"]) == alike
    assert facts(ada) == [(FRIDAY, "current")]


def test_the_list_takes_as_many_queries_for_one_weighing_as_for_three(stage, ada, ben):
    def proposed(number: int) -> None:
        for _ in range(2):
            say(ada, f"We decided to number the release {number} of series {number} by hand.")
        run(stage)

    proposed(1)
    for_one = query_count(ben, "/v1/corrections")
    proposed(2)
    proposed(3)
    assert len(proposals(stage)) == 3
    assert query_count(ben, "/v1/corrections") == for_one
