"""`manage.py evaluate`: files in, a report and one line for programs out."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from recall.evaluation.baselines import BASELINES

LINE = re.compile(
    r"EVAL (\S+) recall@10=(\d\.\d{4}) recall@20=\d\.\d{4} session_recall@5=\d\.\d{4}"
    r" best_baseline@10=(\d\.\d{4}|n/a) p50_ms=\d+\.\d auroc_foreign=(\d\.\d{4}|n/a)"
)


@pytest.fixture
def evaluate(settings, tmp_path):
    """Runs the command on a data directory of its own; what it printed, line by line."""
    settings.DATA_DIR = tmp_path / "data"

    def run(*arguments: object) -> list[str]:
        out = StringIO()
        call_command("evaluate", *map(str, arguments), stdout=out)
        return out.getvalue().splitlines()

    return run


def test_the_report_is_written_in_both_forms_and_the_last_line_is_for_programs(
    evaluate, data, write, tmp_path
):
    path = write({**data, "name": "own", "convs": data["convs"][:2]})
    *_, last = evaluate(path, "--report", tmp_path / "reports")
    match = LINE.fullmatch(last)
    assert match, last
    report = json.loads((tmp_path / "reports" / "own.json").read_text())
    assert match[1] == report["name"] == "own"
    assert match[2] == f"{report['systems']['memory']['recall@10']['value']:.4f}"
    assert set(report["systems"]) == {"memory", *BASELINES}
    assert report["questions"] == {"asked": 6, "scored": 5, "foreign": 4, "leaked": 0}
    assert report["loading"]["events"] == {"observed": 11}
    assert set(report["abstention"]["kinds"]) == {"foreign", "unanswerable: unanswerable"}
    page = (tmp_path / "reports" / "own.md").read_text()
    assert page.startswith("# own\n")
    assert "## The memory less the best baseline" in page
    answers = (tmp_path / "reports" / "own.answers.jsonl").read_text().splitlines()
    assert len(answers) == 10


def test_a_quick_look_takes_few_conversations_and_no_baselines(evaluate, data, write):
    path = write({**data, "name": "quick"})
    lines = evaluate(path, "--limit-conversations", 1, "--skip-baselines")
    assert "best_baseline@10=n/a" in lines[-1]
    assert "auroc_foreign=n/a" not in lines[-1]
    assert any("1 conversations, 7 turns, 4 questions" in line for line in lines)


def test_every_file_is_read_before_any_is_loaded(evaluate, data, write, tmp_path):
    good, bad = write({**data, "name": "unloaded"}), write({"convs": [{}]}, "bad.json")
    with pytest.raises(CommandError, match=r"bad\.json"):
        evaluate(good, bad, "--report", tmp_path / "reports")
    assert not list((tmp_path / "reports").iterdir())


def test_a_place_where_no_report_can_be_written_is_told_at_once(evaluate, data, write, tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(CommandError, match="no report can be written there"):
        evaluate(write({**data, "name": "unwritten"}), "--report", tmp_path / "taken")


def test_a_database_that_cannot_be_reached_is_one_sentence(evaluate, data, write, monkeypatch):
    def unreachable():
        raise OperationalError("no such socket")

    monkeypatch.setattr(connection, "ensure_connection", unreachable)
    with pytest.raises(CommandError, match=r"no such socket\): start make up, or use"):
        evaluate(write(data))


def test_a_file_that_is_not_there_is_one_sentence(evaluate, tmp_path):
    with pytest.raises(CommandError, match=r"nowhere\.json: it cannot be read"):
        evaluate(tmp_path / "nowhere.json")
