"""Everything of a workspace can be looked at in the admin, and no evidence be changed there."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import ForeignKey, Model
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from provenance.admin.ledger import LedgerAdmin
from provenance.database.tenancy import workspace
from provenance.models import PolicyVersion
from provenance.models.tenant import Tenant
from tests.cast import Stage
from tests.contract.saying import say
from tests.provenance.correcting import two_corrections
from tests.review.people import add_human

# What people said, in words: read on pages that ask for a recall grant, never by administering.
WORDS = {"Content", "Statement", "Question", "Subject"}
# What the memory made of the ledger, row by row: made again by a command, of no use to a reader.
MADE_AGAIN = {"IndexedText", "Embedding", "Arrangement"}
# Given by hand, through a service that checks and records it.
GIVEN = {"Principal", "ApiKey", "Grant", "PolicyVersion", "TextLanguage"}
OF_ONE_COLUMN_ALONE = {"FactEvidence"}

TENANTS = [model for model in apps.get_models() if issubclass(model, Tenant)]
SHOWN = [model for model in TENANTS if model in admin.site._registry]


def page_of(model: type[Model]) -> LedgerAdmin:
    found = admin.site._registry[model]
    assert isinstance(found, LedgerAdmin)
    return found


def path_to(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def test_every_table_of_a_workspace_is_shown_or_left_out_for_a_reason() -> None:
    left_out = {model.__name__ for model in TENANTS if model not in SHOWN}
    assert left_out == WORDS | MADE_AGAIN


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_no_evidence_is_changed_by_hand(stage: Stage, model: type[Model]) -> None:
    """Neither by what the admin says of itself, nor by what its addresses do."""
    page = page_of(model)
    request: Any = RequestFactory().get("/admin/")
    request.user = stage.rita.login
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
    assert page.actions is None
    assert not getattr(page, "list_editable", ())
    with workspace(stage.rita.principal):
        row = model.objects.here().first()  # type: ignore[attr-defined]
    named = str(row.pk) if row else "01a00000-0000-7000-8000-000000000000"
    browser = stage.rita.browser
    for act in ("change", "delete"):
        answer = browser.post(f"{path_to(model)}{named}/{act}/", {"post": "yes"})
        assert answer.status_code in ((403,) if row else (302, 403))
    if model.__name__ not in GIVEN:
        assert browser.get(f"{path_to(model)}add/").status_code == 403
        assert browser.post(f"{path_to(model)}add/", {}).status_code == 403


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_every_list_is_searched_and_narrowed(stage: Stage, model: type[Model]) -> None:
    page = page_of(model)
    assert page.search_fields
    assert page.list_filter or model.__name__ in OF_ONE_COLUMN_ALONE
    for query in ("", "?q=nothing", "?q=01a00000-0000-7000-8000-000000000000"):
        assert stage.rita.browser.get(path_to(model) + query).status_code == 200


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_a_list_joins_what_it_names(model: type[Model]) -> None:
    """Whatever a column names of another table comes with the list, not row by row."""
    page = page_of(model)
    fields = {field.name: field for field in model._meta.get_fields()}
    named = {name for name in page.list_display if isinstance(fields.get(str(name)), ForeignKey)}
    joined: Any = page.list_select_related or ()
    assert named <= set(joined)


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_p13_it_needs_the_grant_to_administer(stage: Stage, model: type[Model]) -> None:
    clerk = add_human(stage.rita, "clerk", grants=("recall", "review"), staff=True)
    assert clerk.browser.get(path_to(model)).status_code == 403


@pytest.mark.parametrize("noun", ["correction", "fact", "factstanding", "correctiondecision"])
def test_administering_tells_no_words_of_corrections_and_facts(stage: Stage, noun: str) -> None:
    two_corrections(stage)
    deputy = add_human(stage.rita, "deputy", grants=("administer",))
    model = apps.get_model("provenance", noun)
    with workspace(stage.rita.principal):
        rows = [str(row.pk) for row in model.objects.here()]
        words = {
            text
            for name in ("provenance.Content", "provenance.Statement")
            for text in apps.get_model(name).objects.here().values_list("text", flat=True)
        } | set(
            apps.get_model("provenance.Correction").objects.here().values_list("reason", flat=True)
        )
    pages = [path_to(model), *(f"{path_to(model)}{row}/change/" for row in rows)]
    told = " ".join(deputy.browser.get(page).content.decode() for page in pages)
    assert not [one for one in words if one and one in told]


def test_the_list_of_versions_asks_no_query_per_row(stage: Stage) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert stage.rita.browser.get(path_to(PolicyVersion)).status_code == 200
        return len(captured)

    def write(note: str) -> None:
        sent = {"rules": "{}", "note": note}
        assert stage.rita.browser.post(f"{path_to(PolicyVersion)}add/", sent).status_code == 302

    write("one")
    few = queries()
    for number in range(4):
        write(f"note {number}")
    assert queries() == few


def test_what_the_memory_made_is_kept_out_of_the_way(stage: Stage) -> None:
    say(stage.ada, "canary")
    page = stage.rita.browser.get("/admin/").content.decode()
    assert "Theme runs" in page
    assert "Import plans" in page
    assert "Contents" not in page
