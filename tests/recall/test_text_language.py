"""A workspace chooses the language of its words; what is there already is read anew."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import ChronicleEvent, Observation, TextLanguage, Workspace
from provenance.problems import CapabilityRequired, InvalidRequest, PolicyRejected
from provenance.services.text_language import choose_text_language, text_language
from recall.services.asked import Asked
from recall.services.lexical import search_lexical
from recall.services.rebuild_words import rebuild_words
from recall.services.verify import verify
from tests.cast import Person, Stage
from tests.provenance.secrets_sample import canary, secret_with
from tests.recall.lexicon import told
from tests.recall.test_recall import ask, said


def choose(person: Person, language: str, *, reason: str = "ours") -> None:
    with workspace(person.caller):
        choose_text_language(
            caller=person.caller, language=language, reason=reason, at=datetime.now(UTC)
        )


def command(name: str, stage: Stage, *arguments: str, **options: str) -> str:
    with workspace(stage.rita.caller):
        slug = Workspace.objects.get(id=stage.rita.workspace_id).slug
    out = StringIO()
    call_command(name, *arguments, workspace=slug, stdout=out, **options)
    return out.getvalue()


def test_a_workspace_speaks_english_until_another_language_is_chosen(stage):
    with workspace(stage.ben.caller):
        assert text_language() == "english"
    choose(stage.rita, "german")
    choose(stage.rita, "french")
    with workspace(stage.ben.caller):
        assert text_language() == "french"
        assert TextLanguage.objects.here().count() == 2
    with workspace(stage.mallory.caller):
        assert text_language() == "english"


def test_words_are_written_and_asked_by_the_language(stage):
    choose(stage.rita, "german")
    said(stage.ada, "Die Häuser an der Mole sind verkauft.")
    assert ask(stage.ben, "Haus")["episodic"]


def test_in_a_simple_workspace_a_word_finds_itself_alone(stage):
    choose(stage.rita, "simple")
    (position,) = told(stage.ada, ["parsers parse_all"])
    with workspace(stage.ben.caller):
        allowed = Observation.objects.here()
        for term, found in (("parsers", [position]), ("parser", []), ("=parse_all", [position])):
            read = search_lexical(allowed=allowed, asked=Asked.of({term: 1.0}), limit=5)
            assert [one.position for one in read.found] == found, term


def test_p15_the_choice_is_in_the_chronicle_with_its_reason(stage):
    choose(stage.rita, "german", reason="we speak it")
    with workspace(stage.rita.caller):
        event = ChronicleEvent.objects.here().filter(act="language_chosen").get()
        chosen = TextLanguage.objects.here().get(id=event.about_id)
    assert (event.detail, event.principal_id) == ({"language": "german"}, stage.rita.principal.id)
    assert (str(chosen), chosen.reason) == ("german", "we speak it")


def test_p13_only_who_administers_the_workspace_chooses(stage):
    for person in (stage.ada, stage.ben, stage.cleo):
        with pytest.raises(CapabilityRequired):
            choose(person, "german")


def test_p10_a_secret_is_no_reason(stage):
    with pytest.raises(PolicyRejected):
        choose(stage.rita, "german", reason=secret_with(canary()))


def test_an_unknown_language_is_refused_and_the_known_are_told(stage):
    with pytest.raises(InvalidRequest) as refused:
        choose(stage.rita, "klingon")
    assert "english" in refused.value.detail
    assert refused.value.errors[0]["pointer"] == "/language"


def test_what_was_indexed_before_is_told_until_it_is_read_anew(stage):
    told(stage.ada, ["Die Häuser an der Mole sind verkauft."])
    tenancy = Tenancy(stage.ada.workspace_id)
    choose(stage.rita, "german")
    told_by = {finding.what for finding in verify(tenancy=tenancy) if finding.table == "posting"}
    assert told_by == {"its words are not those of the text; rebuild"}
    rebuild_words(tenancy=tenancy)
    assert not [finding for finding in verify(tenancy=tenancy) if finding.table == "posting"]


def test_the_command_tells_and_chooses_and_reads_the_words_anew(stage):
    said(stage.ada, "Die Häuser an der Mole sind verkauft.")
    assert command("text_language", stage) == "english\n"
    assert "the words of 1 observations read anew" in command("text_language", stage, "german")
    assert command("text_language", stage) == "german\n"
    assert ask(stage.ben, "Haus")["episodic"][0]["score"]["lexical_rank"] == 1


def test_words_alone_are_rebuilt_by_command(stage):
    said(stage.ada, "The canary is green.")
    assert "1 observations" in command("rebuild", stage, lexical=True)


def test_who_may_not_choose_is_told_in_a_sentence(stage):
    with pytest.raises(CommandError, match="administer"):
        command("text_language", stage, "german", principal="ben")
    with pytest.raises(CommandError, match="nowhere"):
        call_command("text_language", workspace="nowhere")
