"""The command: from files to the ledger, twice, with every line in the closing table."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.management import transcripts
from provenance.models import Observation
from provenance.models.workspace import Workspace
from provenance.problems import PolicyRejected

from .lines import OTHER, SESSION, claude, encode, message, meta, said


def slug_of(person):
    return Workspace.objects.using("owner").get(id=person.workspace_id).slug


def run(person, *paths, command="import_transcript", **options):
    out = StringIO()
    call_command(
        command,
        *map(str, paths),
        workspace=slug_of(person),
        principal=options.pop("principal", person.principal.name),
        stdout=out,
        **options,
    )
    return out.getvalue()


def count(report, outcome):
    return int(
        next(row for row in report.splitlines() if row.strip().startswith(outcome)).split()[1]
    )


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


def test_p05_imported_turns_are_attributed_and_never_primary(ada, folder):
    run(ada, folder)

    found = stored(ada)
    assert [row["content__text"] for row in found] == [
        "Which port does the ledger use?",
        "Port 5544.",
        "Count shelf 3.",
    ]
    assert {(row["admitted_as"], row["time_basis"]) for row in found} == {("imported", "claimed")}
    assert [row["content__title"] for row in found] == ["Ledger", "Ledger", None]


def test_the_closing_table_accounts_for_every_line(ada, folder):
    report = run(ada, folder)

    assert "2 files, 6 lines read, 3 records" in report
    assert (count(report, "accepted"), count(report, "skipped")) == (3, 3)
    assert f"{SESSION}.jsonl:4: damaged" in report
    assert "1  format not recognised" in report
    assert "1  not a transcript by its name" in report


def test_records_are_summed_apart_from_lines_of_which_one_may_hold_several(ada, tmp_path):
    blocks = [{"type": "tool_result", "tool_use_id": name, "content": name} for name in "xy"]
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"".join(encode(claude("user", "a1", blocks))))

    report = run(ada, path, format="claude-code")

    assert "1 files, 1 lines read, 2 records" in report
    assert count(report, "accepted") == 2


def test_p03_a_second_import_is_all_duplicates(ada, folder):
    run(ada, folder)
    before = stored(ada)

    report = run(ada, folder)

    assert (count(report, "accepted"), count(report, "duplicate")) == (0, 3)
    assert stored(ada) == before


def test_a_resumed_file_adds_only_what_is_new(ada, folder):
    run(ada, folder)
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

    report = run(ada, resumed)

    assert (count(report, "accepted"), count(report, "duplicate")) == (1, 2)


def test_a_line_that_changed_is_a_conflict_and_nothing_is_overwritten(ada, folder):
    run(ada, folder)
    path = folder / "projects" / f"{SESSION}.jsonl"
    path.write_bytes(path.read_bytes().replace(b"5544", b"9999"))

    report = run(ada, path)

    assert (count(report, "conflict"), count(report, "duplicate")) == (1, 1)
    assert f"{SESSION}.jsonl:2: conflict" in report
    assert "Port 5544." in [row["content__text"] for row in stored(ada)]


def test_p10_a_refused_event_is_counted_by_code_and_its_summary_still_goes_in(
    ada, tmp_path, monkeypatch
):
    """Policy refuses one turn; the summary that covers it is kept without the edge to nothing."""
    path = tmp_path / f"{SESSION}.jsonl"
    boundary = claude("system", "b1", subtype="compact_boundary")
    path.write_bytes(
        b"".join(
            encode(
                claude("user", "u1", "the forbidden words"),
                boundary | {"logicalParentUuid": "u1"},
                claude("user", "c1", "In short.", parent="b1", isCompactSummary=True),
            )
        )
    )

    def screened(*, contribution, **rest):
        if "forbidden" in contribution.content:
            raise PolicyRejected
        return observe(contribution=contribution, **rest)

    observe = transcripts.observe
    monkeypatch.setattr(transcripts, "observe", screened)
    report = run(ada, path)

    assert (count(report, "rejected"), count(report, "accepted")) == (1, 1)
    assert "policy_rejected" in report
    assert "forbidden" not in report
    assert [row["content__text"] for row in stored(ada)] == ["In short."]


def test_no_report_repeats_content(ada, folder):
    report = run(ada, folder)

    assert "ledger use" not in report
    assert "torn" not in report


def test_it_acts_for_the_oldest_human_unless_told_otherwise(rita, folder):
    run(rita, folder, principal=None)

    assert len(stored(rita, principal_id=rita.principal.id)) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workspace": "nowhere"}, "no workspace 'nowhere'"),
        ({"principal": "nobody"}, "no principal 'nobody'"),
    ],
)
def test_an_unknown_actor_is_told_in_one_sentence(ada, folder, options, words):
    named = {"workspace": slug_of(ada), "principal": "ada"} | options

    with pytest.raises(CommandError, match=words):
        call_command("import_transcript", str(folder), stdout=StringIO(), **named)


def test_who_may_not_observe_imports_nothing(cleo, folder):
    with pytest.raises(CommandError, match="cleo may not observe"):
        run(cleo, folder)

    assert stored(cleo) == []


def test_a_path_that_is_not_there_is_named(ada, tmp_path):
    with pytest.raises(CommandError, match=r"nothing at .*gone"):
        run(ada, tmp_path / "gone")


def test_where_nothing_could_be_read_the_command_fails_and_says_why(ada, tmp_path):
    (tmp_path / "other.jsonl").write_text(json.dumps({"a": 1}))

    with pytest.raises(CommandError, match="No file could be read"):
        run(ada, tmp_path)


def test_a_files_odd_name_cannot_forge_the_report(ada, tmp_path):
    path = tmp_path / "a\n  accepted 99.jsonl"
    path.write_bytes(b"".join([*encode(claude("user", "u1", "hello")), b"torn"]))

    report = run(ada, path)

    assert count(report, "accepted") == 1
    assert "\n  accepted 99" not in report


def test_a_format_may_be_named_where_the_file_does_not_tell(ada, tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"".join(encode({"type": "user"}, {"mystery": 1})))

    report = run(ada, path, format="claude-code")

    assert "1 files, 2 lines read, 0 records" in report
    assert count(report, "skipped") == 2


def test_the_samples_load_once(ada):
    first = run(ada, command="load_sample")
    again = run(ada, command="load_sample")

    assert first == "4 sample conversations: 71 turns and results new, 0 here already.\n"
    assert again == "4 sample conversations: 0 turns and results new, 71 here already.\n"
