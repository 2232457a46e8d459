"""The language of the words is chosen in the admin, which says what has to be run then."""

from provenance.database.tenancy import workspace
from provenance.models import TextLanguage, Workspace
from tests.cast import Stage
from tests.provenance.secrets_sample import canary, secret_with
from tests.review.people import add_human

ADD, LIST = "/admin/provenance/textlanguage/add/", "/admin/provenance/textlanguage/"


def chosen(stage: Stage) -> list[tuple[str, str]]:
    with workspace(stage.rita.principal):
        rows = TextLanguage.objects.here().order_by("position")
        return list(rows.values_list("language", "reason"))


def test_a_language_is_chosen_and_the_command_is_told(stage: Stage) -> None:
    with workspace(stage.rita.principal):
        slug = Workspace.objects.get(id=stage.rita.workspace_id).slug
    command = f"manage.py rebuild --lexical --workspace {slug}"
    page = stage.rita.browser.get(ADD).content.decode()
    assert command in page
    assert '<option value="english" selected>' in page
    sent = {"language": "german", "reason": "we speak it"}
    answer = stage.rita.browser.post(ADD, sent, follow=True).content.decode()
    assert command in answer
    assert "we speak it" in answer
    assert chosen(stage) == [("german", "we speak it")]


def test_an_unknown_language_and_a_missing_reason_choose_nothing(stage: Stage) -> None:
    for sent in ({"language": "klingon", "reason": "x"}, {"language": "german", "reason": ""}):
        assert stage.rita.browser.post(ADD, sent).status_code == 200
    assert chosen(stage) == []


def test_p10_a_secret_is_no_reason_and_is_not_shown_again(stage: Stage) -> None:
    word = canary()
    sent = {"language": "german", "reason": secret_with(word)}
    assert word not in stage.rita.browser.post(ADD, sent).content.decode()
    assert chosen(stage) == []


def test_p13_who_does_not_administer_chooses_nothing(stage: Stage) -> None:
    clerk = add_human(stage.rita, "clerk", grants=("recall", "review"), staff=True)
    assert clerk.browser.get(LIST).status_code == 403
    sent = {"language": "german", "reason": "mine"}
    assert clerk.browser.post(ADD, sent).status_code == 403
    assert chosen(stage) == []


def test_p13_another_workspaces_choice_is_not_listed(stage: Stage) -> None:
    stage.rita.browser.post(ADD, {"language": "german", "reason": "we speak it"})
    other = add_human(stage.mallory, "over there", grants=("administer",), staff=True)
    assert "we speak it" not in other.browser.get(LIST).content.decode()
