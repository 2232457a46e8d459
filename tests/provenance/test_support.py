"""Support is conserved: people who really said it are counted, never voices (P5)."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from provenance.database.tenancy import workspace
from provenance.models import (
    CurrentStanding,
    Erasure,
    Fact,
    FactEvidence,
    FactStanding,
    LineageEdge,
    Observation,
)
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.correcting.fact_making import make_fact
from provenance.services.correcting.wording import Wording
from provenance.services.reading import support
from provenance.services.reading.support import support_of, support_of_facts, support_of_union
from tests.contract.saying import say
from tests.provenance.correcting import accepted, reverted
from tests.provenance.hearing import (
    SENTENCE,
    agent,
    counts,
    host_serving,
    now,
    show,
    sources,
    supports,
)

OTHER = "The database is backed up each night at three."


@pytest.fixture
def omar(stage):
    """A host that captures for omar, as ada does for rita."""
    return host_serving(stage, "omar")


def withdraw(person, observation, standing="withdrawn"):
    with workspace(person.principal):
        CurrentStanding(
            workspace_id=person.workspace_id,
            observation_id=observation,
            standing=standing,
            admission="admitted",
            at=now(),
        ).save(force_insert=True)


def test_p05_from_here_to_another_client_and_back_is_no_new_support(stage, ada, omar):
    said = say(ada, SENTENCE, session_id="a")
    show(omar, said, session="b")
    there = say(omar, SENTENCE, session_id="b", speaker_role="assistant")
    show(ada, there, session="a")
    back = say(ada, SENTENCE, session_id="a", speaker_role="tool")
    assert counts(ada, said, there, back) == [(1, 0), (1, 0), (1, 0)]


def test_p05_ten_agents_repeating_a_persons_remark_are_one_person(stage, ada):
    said = say(ada, SENTENCE)
    repeated = []
    for number in range(10):
        one = agent(stage, f"agent {number}")
        show(one, said)
        repeated.append(say(one, SENTENCE, speaker_role="assistant"))
    assert counts(ada, said, *repeated) == [(1, 0)] * 11
    assert supports(ada, said)[0].listed == 10


def test_p05_ten_agents_with_no_person_are_nobody(stage, ada):
    said = [say(agent(stage, f"agent {number}"), SENTENCE) for number in range(10)]
    assert counts(ada, *said) == [(0, 0)] * 10


def test_p05_an_agent_that_says_the_same_without_having_heard_it_has_nobody(stage, ada):
    say(ada, SENTENCE)
    assert counts(ada, say(agent(stage, "eve"), SENTENCE)) == [(0, 0)]


def test_p05_two_people_independently_are_two(ada, omar):
    said, too = say(ada, SENTENCE, session_id="s1"), say(omar, SENTENCE, session_id="s2")
    assert counts(ada, said, too) == [(2, 0), (2, 0)]


def test_p05_two_people_who_say_a_short_thing_have_said_no_sentence(ada, omar):
    assert counts(ada, say(ada, "ship it"), say(omar, "ship it")) == [(1, 0), (1, 0)]


def test_p05_the_same_person_in_two_sessions_is_one(ada):
    said, again = say(ada, SENTENCE, session_id="s1"), say(ada, SENTENCE, session_id="s2")
    assert counts(ada, said, again) == [(1, 0), (1, 0)]


def test_p05_shown_in_between_the_same_person_confirms(ada):
    said = say(ada, SENTENCE, session_id="s1")
    show(ada, said, session="s2")
    again = say(ada, SENTENCE, session_id="s2")
    assert counts(ada, said, again) == [(1, 1), (1, 1)]


def test_p05_another_person_who_was_shown_it_confirms_and_is_not_independent(ada, omar):
    said = say(ada, SENTENCE, session_id="s1")
    show(omar, said, session="s2")
    again = say(omar, SENTENCE, session_id="s2")
    assert counts(ada, said, again) == [(1, 1), (1, 1)]


def test_p05_a_person_who_says_what_an_assistant_made_up_is_that_person(stage, ada):
    made_up = say(agent(stage, "eve"), SENTENCE)
    show(ada, made_up, session="s1")
    said = say(ada, SENTENCE, session_id="s1")
    assert counts(ada, made_up, said) == [(1, 1), (1, 1)]


def test_p05_a_copy_that_claims_more_sources_lends_them_to_nobody(stage, ada, omar):
    said, unrelated = say(ada, SENTENCE), say(omar, OTHER)
    eve = agent(stage, "eve")
    copy = say(eve, SENTENCE, kind="note", lineage=sources(said, unrelated))
    assert counts(ada, said, copy) == [(1, 0), (2, 0)]


def test_p05_what_a_person_repeats_brings_no_sources_of_its_own(stage, ada, omar):
    roots = say(omar, OTHER)
    made_up = say(agent(stage, "eve"), SENTENCE, kind="note", lineage=sources(roots))
    show(ada, made_up, session="s1")
    assert counts(ada, say(ada, SENTENCE, session_id="s1")) == [(1, 1)]


def test_p05_a_summary_of_two_people_has_two(stage, ada, omar):
    summary = say(
        agent(stage, "eve"), "both", kind="summary", lineage=sources(say(ada), say(omar, OTHER))
    )
    assert counts(ada, summary) == [(2, 0)]


def test_p05_a_captured_event_that_was_imported_before_counts_once(ada, omar):
    foreign = ForeignReference(system="codex", session="s1", id="m1")
    imported = say(ada, SENTENCE, foreign=foreign, door=Door.IMPORT, session_id="old")
    captured = say(ada, SENTENCE, foreign=foreign)
    forked = say(omar, SENTENCE, foreign=foreign, session_id="fork")
    assert counts(ada, imported, captured, forked) == [(1, 0)] * 3


def test_p09_a_withdrawn_voice_is_not_counted(ada, omar):
    said, too = say(ada, SENTENCE, session_id="s1"), say(omar, SENTENCE, session_id="s2")
    withdraw(ada, said)
    assert counts(ada, said, too) == [(0, 0), (1, 0)]


def test_p09_a_persons_new_words_after_a_withdrawal_are_that_persons(ada, omar):
    said = say(ada, SENTENCE, session_id="s1")
    show(omar, said, session="s2")
    withdraw(ada, said)
    again = say(omar, SENTENCE, session_id="s2")
    assert counts(ada, again) == [(1, 1)]


def test_an_erased_voice_is_not_counted(stage, ada, omar):
    said, too = say(ada, SENTENCE, session_id="s1"), say(omar, SENTENCE, session_id="s2")
    with workspace(ada.principal):
        Erasure(
            workspace_id=ada.workspace_id,
            observation_id=said,
            by_id=stage.rita.principal.id,
            reason="asked for",
            at=now(),
        ).save(force_insert=True)
    assert counts(ada, said, too) == [(0, 0), (1, 0)]


def test_what_is_only_corrected_was_still_said(ada):
    said = say(ada, SENTENCE)
    withdraw(ada, said, "corrected")
    assert counts(ada, said) == [(1, 0)]


def test_who_accepts_an_adoption_confirms_until_it_is_reverted(stage, ada):
    said = say(ada, SENTENCE)
    adoption = accepted(stage, "adopt", said)
    assert counts(ada, said) == [(1, 1)]
    reverted(stage.rita, adoption)
    assert counts(ada, said) == [(1, 0)]


def test_p05_an_adopted_remark_of_an_agent_has_no_witness(stage, ada):
    written = say(agent(stage, "eve"), SENTENCE)
    accepted(stage, "adopt", written)
    assert counts(ada, written) == [(0, 1)]


def test_p05_a_facts_support_is_that_of_all_its_evidence(stage, ada, omar):
    one, other, same = say(ada, SENTENCE), say(omar, OTHER), say(ada, OTHER, session_id="s2")
    adopting = say(ada, "Yes, that is how we do it here.", session_id="s3")
    with workspace(ada.principal):
        evidence = Observation.objects.here().filter(id__in=[one, other, same])
        fact = make_fact(
            wording=Wording(text="deploys and backups"),
            evidence=list(evidence),
            decided_by=stage.rita.principal.id,
            adoption_id=adopting,
            at=now(),
        )
        unknown = uuid4()
        found = support_of_facts([fact.id, unknown])
        assert (found[fact.id].independent, found[fact.id].confirmations) == (2, 1)
        assert found[unknown] == (0, 0, 0)
        assert support_of_union([one, other, same]).independent == 2
        FactStanding(
            workspace_id=ada.workspace_id,
            fact_id=fact.id,
            standing="withdrawn",
            by=stage.rita.principal,
            reason="wrong",
            at=now(),
        ).save(force_insert=True)
        assert support_of_facts([fact.id])[fact.id].confirmations == 0
        assert (Fact.objects.here().count(), FactEvidence.objects.here().count()) == (1, 3)


def test_nothing_supports_nothing(ada):
    with workspace(ada.principal):
        assert support_of([]) == {}
        assert support_of_union([]) == (0, 0, 0)
        assert support_of_facts([]) == {}


def grown(person, root: UUID, *, count: int, chain: bool) -> list[UUID]:
    """Observations derived from the root, in a row or all at once, written straight to the ledger."""
    with workspace(person.principal):
        model = Observation.objects.here().get(id=root)
        ids = _rows(model, count)
        positions = dict(
            Observation.objects.here().filter(id__in=ids).values_list("id", "position")
        )
        positions[root] = model.position
        _edges(model, ids, positions, chain=chain)
    return ids


def _rows(model, count):
    made = []
    for number in range(count):
        row = Observation(
            **{
                field.attname: getattr(model, field.attname)
                for field in model._meta.concrete_fields
                if field.attname not in ("id", "position", "ordered_at", "witness_id")
            }
        )
        row.event_id, row.admitted_as = f"grown {number}", "derived"
        row.text_sha256, row.recorded_at = f"{number:064d}", datetime.now(UTC)
        made.append(row)
    Observation.objects.all().add(made)
    return [row.id for row in made]


def _edges(model, ids, positions, *, chain):
    before = [model.id, *ids[:-1]] if chain else [model.id] * len(ids)
    LineageEdge.objects.all().add(
        LineageEdge(
            workspace_id=model.workspace_id,
            observation_id=one,
            observation_position=positions[one],
            relation="derived_from",
            source_id=source,
            source_position=positions[source],
        )
        for one, source in zip(ids, before, strict=True)
    )


def test_p05_a_chain_of_a_thousand_ends_at_the_one_who_said_it(ada):
    last = grown(ada, say(ada, SENTENCE), count=1_000, chain=True)[-1]
    assert supports(ada, last) == [(1, 0, 999)]


def test_p05_a_fan_of_a_thousand_sources_has_as_many_people_as_spoke(stage, ada, omar):
    fan = grown(ada, say(ada, SENTENCE), count=999, chain=False)
    other = say(omar, OTHER)
    with workspace(ada.principal):
        assert support_of_union([*fan, other]) == (2, 0, 999)


def test_p05_what_is_cut_off_only_lowers_the_count(stage, ada, omar, monkeypatch):
    both = sources(say(ada, SENTENCE), say(omar, OTHER))
    summary = say(agent(stage, "eve"), "of all", lineage=both)
    full = supports(ada, summary)[0]
    monkeypatch.setattr(support, "_MOST", 2)
    cut = supports(ada, summary)[0]
    assert (full.independent, cut.independent) == (2, 1)
