"""A benchmark goes in by the services of the doors, and comes out as what was found."""

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Exposure, IndexWork, Observation
from provenance.services.access.workspaces import workspace_for_slug
from recall.evaluation.answered import FOREIGN, MEMORY, OWN
from recall.evaluation.baselines import BASELINES
from recall.evaluation.store import ASKER, EVALUATOR, slug_of
from recall.models import Embedding


def within(slug: str):
    return workspace(Tenancy(workspace_for_slug(slug)))


def test_each_conversation_has_a_workspace_of_its_own(measured):
    benchmark, examined = measured
    assert len({each.slug for each in examined}) == 3
    for each, conversation in zip(examined, benchmark.conversations, strict=True):
        assert each.slug.startswith("evaluation-invented-")
        with within(each.slug):
            events = set(Observation.objects.here().values_list("event_id", flat=True))
        assert events == {turn.id for turn in conversation.turns}


def test_turns_are_captured_as_they_were_said(measured):
    benchmark, examined = measured
    with within(examined[1].slug):
        rows = list(Observation.objects.here().with_source().order_by("position"))
    assert [row.speaker_role for row in rows] == ["user", "user", "user", "assistant"]
    assert [row.admitted_as for row in rows] == ["user_primary"] * 3 + ["assistant_authored"]
    assert [row.speaker_name for row in rows] == ["user", "user", "user", "assistant"]
    assert [row.turn_index for row in rows] == [0, 1, 0, 1]
    assert {row.time_basis for row in rows} == {"host"}
    assert rows[0].content.text == benchmark.conversations[1].turns[0].text
    assert {row.principal.name for row in rows} == {EVALUATOR}


def test_named_people_speak_as_users_under_their_names(measured):
    _, examined = measured
    with within(examined[0].slug):
        rows = set(Observation.objects.here().values_list("speaker_name", "speaker_role"))
    assert rows == {("Wilma", "user"), ("Oskar", "user")}


def test_every_turn_has_its_vector(measured):
    for each in measured[1]:
        with within(each.slug):
            assert Embedding.objects.here().count() == each.turns
            assert not IndexWork.objects.here().exists()


def test_questions_are_asked_by_an_agent_and_recorded_like_any_others(measured):
    with within(measured[1][0].slug):
        exposures = list(Exposure.objects.here().select_related("principal"))
    assert {one.principal.name for one in exposures} == {ASKER}


def test_what_the_words_say_is_found_beside_every_baseline(measured):
    answered = {one.id: one for each in measured[1] for one in each.answered if one.kind == OWN}
    for name in ("g1", "g2", "z1", "b1"):
        assert set(answered[name].ranked) == {MEMORY, *BASELINES}
        assert answered[name].scores[MEMORY]["recall@5"] == 1.0, name
    assert answered["g3"].scores[MEMORY]["all@20"] == 1.0
    assert answered["g4"].scores == {}


def test_a_question_is_answered_from_what_was_there_when_it_was_asked(measured):
    benchmark, examined = measured
    asked = [one for one in examined[2].answered if one.kind == OWN]
    assert [one.id for one in asked] == ["b1", "b2", "b3"]
    session = {turn.id: turn.number for turn in benchmark.conversations[2].turns}
    for one, before in zip(asked, (2, 3, 4), strict=True):
        for system, ranked in one.ranked.items():
            assert all(session[turn] < before for turn in ranked), (one.id, system)
        assert one.leaked == 0
    assert any(turn.startswith("3:") for turn in asked[2].ranked[MEMORY])


def test_foreign_questions_come_from_the_other_conversations(measured):
    for each in measured[1]:
        own = {one.id for one in each.answered if one.kind == OWN}
        foreign = [one for one in each.answered if one.kind == FOREIGN]
        assert len(foreign) == len(own)
        assert not own & {one.id for one in foreign}
        assert all(one.answerable and one.scores == {} for one in foreign)


def test_without_baselines_the_memory_is_measured_alone(shop, run):
    (each,) = run(shop, baselines=False)
    assert {system for one in each.answered for system in one.ranked} == {MEMORY}


def test_one_conversation_has_no_foreign_questions(shop, run):
    (each,) = run(shop, baselines=False)
    assert {one.kind for one in each.answered} == {OWN}


def test_a_slug_is_short_and_plain_whatever_the_conversation_is_called(benchmark):
    for number, conversation in enumerate(benchmark.conversations, start=1):
        for attempt in (1, 12):
            slug = slug_of(benchmark, conversation, number=number, attempt=attempt)
            assert len(slug) <= 64
            assert slug.isascii()
            assert "--" not in slug
