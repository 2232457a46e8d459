"""The command: from files to a plan, to the ledger, and back."""

import json
import re
from importlib import import_module
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.models.workspace import Workspace

from .lines import OTHER, SESSION, claude, encode, message, meta, said


def slug_of(person):
    return Workspace.objects.using("owner").get(id=person.workspace_id).slug


def run(person, *arguments, command="import", **options):
    out = StringIO()
    call_command(
        command,
        *map(str, arguments),
        workspace=slug_of(person),
        principal=options.pop("principal", person.principal.name),
        stdout=out,
        stderr=StringIO(),
        **options,
    )
    return out.getvalue()


def results(report):
    """What became of the items, by the line that tells of the application."""
    line = next(line for line in report.splitlines() if line.startswith("applied"))
    return eval(re.search(r"results (\{.*?\})", line)[1])  # noqa: S307 - our own report


def stored(person, **filters):
    with workspace(person.caller):
        return list(
            Observation.objects.here()
            .filter(**filters)
            .order_by("position")
            .values("event_id", "content__text", "admitted_as", "time_basis", "content__title")
        )


@pytest.fixture
def folder(tmp_path):
    session = tmp_path / "projects" / f"{SESSION}.jsonl"
    session.parent.mkdir()
    rows = encode(
        claude("user", "u1", "Which port does the ledger use?"),
        claude("assistant", "a1", said("Port 5544."), parent="u1"),
        {"type": "custom-title", "customTitle": "Ledger", "sessionId": SESSION},
    )
    session.write_bytes(b"".join([*rows, b'{"type":"user","uuid":"torn']))
    rollout = tmp_path / "rollout-1.jsonl"
    rollout.write_bytes(b"".join(encode(meta(), message("user", "Count shelf 3."))))
    (tmp_path / "notes.md").write_text("not a transcript")
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n')
    return tmp_path


def test_a_plan_admits_nothing_and_says_what_it_would_do(rita, folder):
    report = run(rita, folder)

    assert stored(rita) == []
    assert "planned" in report
    assert "records: 3" in report
    assert f"skipped, damaged: 1 (projects/{SESSION}.jsonl:4" in report


def test_p05_imported_turns_are_attributed_and_never_primary(rita, folder):
    run(rita, folder, "--apply")

    found = stored(rita)
    assert [row["content__text"] for row in found] == [
        "Which port does the ledger use?",
        "Port 5544.",
        "Count shelf 3.",
    ]
    assert {(row["admitted_as"], row["time_basis"]) for row in found} == {("imported", "claimed")}
    assert [row["content__title"] for row in found] == ["Ledger", "Ledger", None]


def test_p03_a_second_import_is_all_duplicates(rita, folder):
    run(rita, folder, "--apply")
    before = stored(rita)

    assert results(run(rita, folder, "--apply")) == {"duplicate": 3}
    assert stored(rita) == before


def test_a_resumed_file_adds_only_what_is_new(rita, folder):
    run(rita, folder, "--apply")
    resumed = folder / f"{OTHER}.jsonl"
    resumed.write_bytes(
        b"".join(
            encode(
                claude("user", "u1", "Which port does the ledger use?"),
                claude("assistant", "a1", said("Port 5544."), parent="u1"),
                claude("user", "u2", "continue", parent="a1", sessionId=OTHER),
            )
        )
    )

    assert results(run(rita, resumed, "--apply")) == {"accepted": 1, "duplicate": 2}


def test_a_line_that_changed_is_a_conflict_and_nothing_is_overwritten(rita, folder):
    run(rita, folder, "--apply")
    path = folder / "projects" / f"{SESSION}.jsonl"
    path.write_bytes(path.read_bytes().replace(b"5544", b"9999"))

    report = run(rita, path, "--apply")

    assert results(report) == {"conflict": 1, "duplicate": 1}
    assert f"unresolved, event_conflict: 1 ({SESSION}.jsonl:2" in report
    assert "Port 5544." in [row["content__text"] for row in stored(rita)]


def test_p10_a_refused_event_is_counted_by_rule_and_its_summary_still_goes_in(rita, tmp_path):
    """Policy refuses one turn; the summary that covers it names what is not here."""
    path = tmp_path / f"{SESSION}.jsonl"
    boundary = claude("system", "b1", subtype="compact_boundary")
    forbidden = "The key is sk-ant-api03-" + "Zx9" * 31 + "AA."
    path.write_bytes(
        b"".join(
            encode(
                claude("user", "u1", forbidden),
                boundary | {"logicalParentUuid": "u1"},
                claude("user", "c1", "In short.", parent="b1", isCompactSummary=True),
            )
        )
    )

    report = run(rita, path, "--apply")

    assert results(report) == {"refused": 1, "accepted": 1}
    assert "Zx9" not in report
    assert f"({SESSION}.jsonl:1" in report
    assert [row["content__text"] for row in stored(rita)] == ["In short."]


def test_no_report_repeats_content(rita, folder):
    report = run(rita, folder, "--apply")

    assert "ledger use" not in report
    assert "torn" not in report


def test_a_plan_is_applied_and_taken_back_by_its_id(rita, folder):
    plan = re.search(r"import ([0-9a-f-]{36})", run(rita, folder))[1]

    assert results(run(rita, "--apply", plan)) == {"accepted": 3}
    assert "rolled_back" in run(rita, "--rollback", plan)
    shown = json.loads(run(rita, "--show", plan, "--json"))

    assert shown["state"] == "rolled_back"
    with workspace(rita.caller):
        rows = Observation.objects.here().values_list("current__standing", flat=True)
        assert set(rows) == {"withdrawn"}


def test_it_acts_for_the_oldest_human_unless_told_otherwise(rita, folder):
    run(rita, folder, "--apply", principal=None)

    assert len(stored(rita, principal_id=rita.principal.id)) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workspace": "nowhere"}, "no workspace 'nowhere'"),
        ({"principal": "nobody"}, "no principal 'nobody'"),
    ],
)
def test_an_unknown_actor_is_told_in_one_sentence(rita, folder, options, words):
    named = {"workspace": slug_of(rita), "principal": "rita"} | options

    with pytest.raises(CommandError, match=words):
        call_command("import", str(folder), stdout=StringIO(), **named)


def test_who_may_not_import_is_told_so(cleo, folder):
    with pytest.raises(CommandError, match="capability_required"):
        run(cleo, folder)

    assert stored(cleo) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gone"], "import_refused"),
        ([], "Name a file"),
        (["--pull", "ftp://host"], "An address is"),
        (["--pull", "http://127.0.0.1:9"], "cannot be read"),
        (["--apply", "nonsense"], "no plan's id"),
        (["--show", "0193b0c8-8c02-7d11-b3f5-10aa2ab0000c"], "not_found"),
    ],
)
def test_what_is_not_there_is_said(rita, arguments, words):
    with pytest.raises(CommandError, match=words):
        run(rita, *arguments)


def test_where_nothing_could_be_read_the_command_fails_and_says_why(rita, tmp_path):
    (tmp_path / "other.jsonl").write_text(json.dumps({"a": 1}))

    with pytest.raises(CommandError, match="unknown_format"):
        run(rita, tmp_path)


def test_a_files_odd_name_cannot_forge_the_report(rita, tmp_path):
    path = tmp_path / "a\n  accepted 99.jsonl"
    path.write_bytes(b"".join([*encode(claude("user", "u1", "hello")), b"torn"]))

    report = run(rita, path, "--apply")

    assert results(report) == {"accepted": 1}
    assert "\n  accepted 99" not in report


def test_the_samples_load_once(rita):
    first = run(rita, command="load_sample")
    again = run(rita, command="load_sample")

    assert first.startswith("4 sample conversations: 71 turns and results new, 0 here already.")
    assert again.startswith("4 sample conversations: 0 turns and results new, 71 here already.")


def test_the_zone_that_a_person_gives_is_in_the_plan(rita, tmp_path):
    path = tmp_path / "memories.json"
    memory = {
        "id": "a",
        "user_id": "kim",
        "memory": "Tea at five.",
        "created_at": "2026-07-19T14:00",
    }
    path.write_text(json.dumps({"results": [memory]}))

    told = run(rita, path, format="mem0", assume_zone="Europe/Berlin")

    assert "times: 1 claimed, 0 unknown; assumed_zone 1, to_the_minute 1" in told.replace(
        "to_the_minute 1, assumed_zone 1", "assumed_zone 1, to_the_minute 1"
    )
    assert "times without a zone are read as in Europe/Berlin" in told
    with pytest.raises(CommandError, match="No time zone is called so"):
        run(rita, path, assume_zone="Middle/Earth")


def test_it_waits_for_a_worker_that_was_quicker(rita, folder, monkeypatch):
    module = import_module("provenance.management.commands.import")
    work, calls = module.run_plan, []

    def held_by_another_at_first(**asked):
        calls.append(asked)
        if len(calls) > 1:
            work(**asked)

    monkeypatch.setattr(module, "run_plan", held_by_another_at_first)
    monkeypatch.setattr(module, "_LOOKS", 0)

    assert '"state": "planned"' in run(rita, folder, "--json")
    assert len(calls) == 2
