"""The format samples, where they are at hand: counts as their description has them."""

import os
from collections import Counter
from pathlib import Path

import pytest

from provenance.importers import claude_code, codex
from provenance.importers.formats import FORMATS, claims
from provenance.importers.lines import bounded
from provenance.importers.recognise import recognise
from provenance.importers.source import Source

from .lines import reasons, records

ROOT = Path(__file__).parents[3]
DATA = Path(os.environ.get("MEMORYAPP_SHARED_DATA", ROOT / "../shared/data")) / "formats"
PROJECT = DATA / "claude-code/.claude/projects/-srv-tea-ledger"
SESSIONS = DATA / "codex/.codex/sessions"
SESSION = "3f2a7c10-8d2e-4b6a-9a51-000000000001"

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="no format samples: set MEMORYAPP_SHARED_DATA to their folder"
)


def read(module, path):
    with path.open("rb") as stream:
        return list(module.read(bounded(stream), source=path.name))


def rollout(name):
    (path,) = SESSIONS.rglob(f"rollout-*{name}.jsonl")
    return read(codex, path)


def test_a_claude_session_with_every_awkward_case():
    items = read(claude_code, PROJECT / f"{SESSION}.jsonl")

    assert Counter((r.kind, r.speaker_role) for r in records(items)) == {
        ("turn", "user"): 4,  # port, 月曜, and the 60,000-character line twice
        ("turn", "assistant"): 2,
        ("note", "assistant"): 2,
        ("tool_result", "tool"): 3,
        ("summary", "assistant"): 2,
    }
    assert Counter(reasons(items)) == {
        "harness_event": 1,
        "reasoning": 1,
        "bare_command": 1,
        "media": 1,
        "queued": 1,
        "compaction_marker": 1,
        "injected": 1,
        "synthetic": 1,
        "metadata": 1,
        "unknown_type": 1,
        "damaged": 1,
    }
    assert {item.line for item in items} == set(range(1, 24))


def test_a_line_that_stands_twice_is_one_event():
    twice = [r for r in records(read(claude_code, PROJECT / f"{SESSION}.jsonl")) if r.line > 18]

    assert len(twice) == 2
    assert len({(r.event_id, r.content, r.lineage) for r in twice}) == 1


def test_a_resumed_claude_session_repeats_foreign_names():
    first = records(read(claude_code, PROJECT / f"{SESSION}.jsonl"))
    resumed = records(read(claude_code, PROJECT / f"{SESSION[:-1]}2.jsonl"))

    said = {record.foreign: (record.speaker_role, record.content) for record in first}
    copies = [record for record in resumed if record.foreign in said]
    assert [said[r.foreign] == (r.speaker_role, r.content) for r in copies] == [True, True]
    assert [r.content for r in resumed if r not in copies] == ["continue"]


def test_a_claude_subagent_is_its_own_thread():
    items = records(read(claude_code, PROJECT / SESSION / "subagents/agent-a1b2c3.jsonl"))

    assert {record.session_id for record in items} == {f"{SESSION}:agent:a1b2c3"}
    assert [record.speaker_role for record in items] == ["assistant", "assistant"]


def test_a_codex_rollout_with_every_awkward_case():
    items = rollout("aa0000000001")

    assert Counter((r.kind, r.speaker_role) for r in records(items)) == {
        ("turn", "user"): 2,
        ("turn", "assistant"): 2,
        ("note", "assistant"): 2,
        ("note", "system"): 1,
        ("tool_result", "tool"): 2,
        ("summary", "assistant"): 1,
    }
    assert Counter(reasons(items)) == {
        "metadata": 2,
        "instructions": 1,
        "injected": 1,
        "double_log": 3,
        "harness_event": 6,
        "reasoning": 1,
        "damaged": 1,
    }
    assert {item.line for item in items} == set(range(1, 26))


def test_a_codex_subagent_copies_its_parents_turn():
    parent = {r.foreign: r.content for r in records(rollout("aa0000000001"))}
    copy, *own = records(rollout("aa0000000002"))

    assert parent[copy.foreign] == copy.content == "Which port does the ledger use?"
    assert [record.speaker_role for record in own] == ["assistant", "assistant", "assistant"]
    assert all(record.foreign not in parent for record in own)


def test_the_oldest_codex_rollout_has_no_times():
    items = records(rollout("444444444444"))

    assert [(r.speaker_role, r.content, r.observed_at) for r in items] == [
        ("user", "hello from an old rollout", None),
        ("assistant", "hi", None),
    ]


def test_every_sample_file_is_recognised():
    found = {
        path.relative_to(DATA).parts[0] + "/" + path.name: recognise(path.read_bytes())
        for system in ("claude-code", "codex")
        for path in (DATA / system).rglob("*.jsonl")
    }

    assert Counter(found.values()) == {"claude-code": 3, "codex": 3, "prompt-index": 3}
    assert found["codex/session_index.jsonl"] == "prompt-index"


def sample(form, folder):
    """What becomes of the files of a sample that the format claims, and which it does not."""
    source = Source(DATA / folder)
    found = claims(source)
    assert found.unsure == {}
    return list(FORMATS[form].read(source, found.files[form])), sorted(
        set(source.names) - set(found.files[form])
    )


def counts(items):
    return Counter((r.source_type, r.kind, r.speaker_role, r.status) for r in records(items))


def test_chatgpt_conversations():
    items, others = sample("chatgpt", "chatgpt")

    assert others == []
    assert counts(items) == {
        ("message", "turn", "user", "current"): 7,  # 2 of them in the repeated conversation
        ("message", "turn", "assistant", "current"): 7,
        ("message", "turn", "assistant", "off_branch"): 2,
        ("message", "note", "assistant", "current"): 3,  # the call twice, the written memory
        ("message", "tool_result", "tool", "current"): 2,
        ("message", "note", "user", "current"): 2,  # the settings
    }
    assert Counter(reasons(items)) == {"metadata": 4, "hidden": 2, "media": 2, "reasoning": 2}
    assert len(records(items)) - len({r.event_id for r in records(items)}) == 7


def test_hermes_home_export_and_log():
    items, others = sample("hermes", "hermes")
    by_file = {
        name: counts(i for i in items if i.file.endswith(name)) for name in ("state.db", ".jsonl")
    }

    assert others == []
    assert by_file["state.db"] == {
        ("message", "turn", "user", "current"): 5,
        ("message", "turn", "user", "superseded"): 1,
        ("message", "turn", "unknown", "current"): 1,
        ("message", "turn", "assistant", "current"): 3,
        ("message", "turn", "assistant", "rolled_back"): 1,
        ("message", "turn", "assistant", "archived"): 1,
        ("message", "note", "assistant", "current"): 1,
        ("message", "tool_result", "tool", "current"): 1,
        ("message", "summary", "assistant", "current"): 1,
    }
    assert by_file[".jsonl"] == {
        ("message", "turn", "user", "current"): 6,
        ("message", "turn", "user", "superseded"): 1,
        ("message", "turn", "unknown", "current"): 1,
        ("message", "turn", "assistant", "current"): 4,
        ("message", "note", "assistant", "current"): 1,
        ("message", "tool_result", "tool", "current"): 1,
        ("message", "summary", "assistant", "current"): 1,
        ("memory_write", "note", "assistant", "current"): 5,
        ("memory_write", "note", "assistant", "superseded"): 1,
        ("memory_write", "note", "assistant", "deleted"): 1,
    }
    assert len([r for r in records(items) if r.source_type == "memory_entry"]) == 7
    assert Counter(reasons(items)) == {
        "metadata": 12,  # 5 sessions and a header twice
        "instructions": 1,
        "reasoning": 2,
        "media": 2,
        "repeated_summary": 2,
        "placeholder": 1,
    }


def test_engram_nodes_and_snapshot():
    items, others = sample("engram", "engram")

    assert others == []
    assert counts(i for i in items if i.file == "nodes.json") == {
        ("Conversation", "turn", "user", "current"): 7,
        ("Conversation", "turn", "assistant", "current"): 7,
        ("BellEvent", "note", "system", "current"): 2,
        ("Fact", "note", "unknown", "current"): 1,
    }
    assert counts(i for i in items if i.file == "snapshot.json") == {
        ("Conversation", "turn", "user", "current"): 4,
        ("Conversation", "turn", "assistant", "current"): 4,
    }
    assert Counter(reasons(items)) == {"rolling_history": 4, "edge": 2}
    # One turn stands in two nodes; the snapshot repeats four nodes, these two among them.
    assert len({r.event_id for r in records(items)}) == 15


def test_markdown_files_of_a_repository():
    items, others = sample("markdown", "markdown")

    assert others == []
    assert counts(items) == {
        ("instructions", "note", "unknown", "current"): 12,
        ("journal", "note", "unknown", "current"): 5,
    }
    assert Counter(reasons(items)) == {
        "metadata": 1,
        "outside_root": 1,
        "generated_view": 1,
        "repeated": 1,
    }


def test_honcho_answers_and_requests():
    items, others = sample("honcho", "honcho")

    assert others == []
    assert counts(items) == {
        # 5 of the list, 2 that the context repeats, 3 of a request; the peers name one agent
        ("message", "turn", "unknown", "current"): 9,
        ("message", "turn", "assistant", "current"): 5,
        ("conclusion", "conclusion", "assistant", "current"): 8,
        ("conclusion", "conclusion", "unknown", "current"): 1,
        ("summary", "summary", "assistant", "current"): 1,
        ("peer_card", "note", "assistant", "current"): 2,
    }
    assert Counter(reasons(items)) == {"empty": 1, "metadata": 30}
    assert len(records(items)) - len({r.event_id for r in records(items)}) == 3
