"""Whatever a file is called, and whatever is in it, is shown as text and changes nothing else."""

import io
import re
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from provenance.database.tenancy import workspace
from provenance.models import ImportAct, ImportItem, ImportPlan, ImportRun
from provenance.models.ids import uuid7
from tests.cast import Stage
from tests.provenance.importing.corpus import line
from tests.review.imports.plans import bytes_of, confirm, some_lines, text_of, work

ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7|add:7 }}"
SUFFIXES = ("", "/items", "/apply")


def assert_harmless(page: str) -> None:
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert not re.search(r"\{\{ 7\|add:7 \}\}.{0}14", page)


@pytest.mark.parametrize("how", ["file", "field"])
def test_a_hostile_name_is_text(stage: Stage, how: str) -> None:
    rita = stage.rita
    file = ATTACK.replace("/", "|") if how == "file" else "s.jsonl"
    form = {"file": SimpleUploadedFile(file, bytes_of(some_lines(1)))}
    if how == "field":
        form["name"] = ATTACK
    plan = rita.browser.post("/imports/new", form)["Location"]
    work(rita)
    for address in ("/imports", *(plan + suffix for suffix in SUFFIXES)):
        page = text_of(rita.browser.get(address))
        assert_harmless(page)
        assert "onerror=alert(2)&gt;" in page


def test_hostile_names_within_an_archive_are_text(stage: Stage) -> None:
    rita = stage.rita
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        name = ATTACK.replace("/", "|").replace("\\", "|")
        archive.writestr(f"{name}.jsonl", bytes_of(some_lines(2)))
        archive.writestr(f"{name}\n\x1b[31m\u202egnp.jsonl", bytes_of([line(9, "Another.")]))
    file = SimpleUploadedFile("all.zip", packed.getvalue())
    plan = rita.browser.post("/imports/new", {"file": file})["Location"]
    work(rita)
    for suffix in SUFFIXES[:2]:
        page = text_of(rita.browser.get(plan + suffix))
        assert_harmless(page)
        assert "\x1b" not in page
        assert "\u202e" not in page


@pytest.mark.parametrize(
    "name",
    [
        "\0\r\nSet-Cookie: x=1",
        "x" * 5_000,
        "\ufffd\u2028\u200b",
        "../../etc/passwd",
        "sk-ant-api03-" + "Zx9" * 31 + "AA",
    ],
    ids=["control", "long", "separators", "path", "secret"],
)
def test_a_name_that_cannot_be_kept_as_it_is(stage: Stage, name: str) -> None:
    rita = stage.rita
    form = {"name": name, "file": SimpleUploadedFile("s.jsonl", bytes_of(some_lines(1)))}
    plan = rita.browser.post("/imports/new", form)["Location"]
    work(rita)
    page = text_of(rita.browser.get(plan))
    assert "Zx9" not in page
    with workspace(rita.caller):
        kept = ImportPlan.objects.here().get().name
    assert kept.isprintable()
    assert 0 < len(kept) <= 300


def test_hostile_records_and_codes_are_text(stage: Stage) -> None:
    """Whatever another maker of plans, or another version, has written down."""
    rita = stage.rita
    plan = strange_plan(stage)
    for address in ("/imports", *(plan + suffix for suffix in SUFFIXES)):
        assert_harmless(text_of(rita.browser.get(address)))
    confirm(rita, plan, "apply")
    assert_harmless(text_of(rita.browser.get(plan)))


def test_a_plan_of_another_maker_is_told_with_what_it_says_of_itself(stage: Stage) -> None:
    page = text_of(stage.rita.browser.get(strange_plan(stage)))
    for known in ("reconciliation, identities", "Mappings", "tablet", "sideways", "unheard_of"):
        assert known in page, known


def strange_plan(stage: Stage) -> str:
    """A reconciliation with codes that no page knows; the address of its page."""
    rita, at = stage.rita, datetime.now(UTC)
    here = {"workspace_id": rita.workspace_id}
    body = {
        "dispositions": {"unheard_of": 1, ATTACK: 2},
        "mappings": [{"from": "laptop", "to": "tablet", "why": ATTACK}],
        "times": {"notes": {ATTACK: 1}},
        "refused": [{"code": None, "count": 1, "places": [ATTACK]}],
        "skipped": {ATTACK: {"count": 1, "meaning": ATTACK, "places": [ATTACK]}},
        "support": [
            {"fact": str(uuid7()), "before": {ATTACK: 1}, "after": {ATTACK: 2}, "more": ATTACK}
        ],
        "versions": {ATTACK: ATTACK},
        "direction": {"sideways": {"a": [1, 2, {"b": ATTACK}]}},
        ATTACK: ATTACK,
    }
    with workspace(rita.caller):
        plan = ImportPlan(
            principal=rita.principal,
            name=ATTACK,
            source_sha256="0" * 64,
            format="reconcile:identities",
            at=at,
            **here,
        )
        ImportPlan.objects.all().add([plan])
        run = ImportRun(plan=plan, state="planned", by=rita.principal, not_before=at, **here)
        ImportRun.objects.all().add([run])
        act = ImportAct(plan=plan, act="planned", by=rita.principal, body=body, at=at, **here)
        ended = ImportAct(
            plan=plan,
            act="failed",
            by=rita.principal,
            body={ATTACK: {ATTACK: ATTACK}, "list": [ATTACK]},
            at=at,
            **here,
        )
        ImportAct.objects.all().add([act, ended])
        item = ImportItem(
            plan=plan,
            ordinal=0,
            file=ATTACK,
            line=1,
            source_type=ATTACK[:40],
            kind=ATTACK[:20],
            speaker_role="user",
            status=ATTACK[:20],
            time_known=False,
            time_notes=[ATTACK[:20]],
            disposition="held",
            code=ATTACK[:100],
            standing="uncertain",
            **here,
        )
        ImportItem.objects.all().add([item])
    return f"/imports/{plan.id}"
