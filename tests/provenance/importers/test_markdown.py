import pytest

from provenance.importers.formats import claims
from provenance.importers.markdown_blocks import blocks

from .foreign import gist, read, written


def markdown(tmp_path, files):
    return read("markdown", tmp_path, files)


def test_each_bullet_and_paragraph_stands_alone_under_its_headings():
    text = """---
globs: src/**
---
# Kettles

Two lines
of one paragraph.
- first
  - hangs on it

  and this
1. second
plain after a list
## Tea ##
```
- not a bullet
# not a heading
```
# Cups
end"""
    found = [(block.line, block.text, block.headings) for block in blocks(text)]

    assert found == [
        (6, "Two lines\nof one paragraph.", ("Kettles",)),
        (8, "first\n  - hangs on it", ("Kettles",)),
        (11, "and this", ("Kettles",)),
        (12, "second", ("Kettles",)),
        (13, "plain after a list", ("Kettles",)),
        (15, "```\n- not a bullet\n# not a heading\n```", ("Kettles", "Tea")),
        (20, "end", ("Cups",)),
    ]


def test_instructions_are_nobodys_fact(tmp_path):
    (item,) = markdown(tmp_path, {"a/AGENTS.md": "# Rules\n- ask before posting"})

    assert gist([item]) == [("note", "unknown", "current", "ask before posting")]
    assert (item.labels, item.session_id, item.observed_at) == (("instructions",), None, None)
    assert item.metadata == {"path": "a/AGENTS.md", "headings": ["Rules"]}
    assert (item.file, item.line, item.time_notes) == ("a/AGENTS.md", 2, ("missing",))


def test_names_decide_and_others_are_left(tmp_path):
    files = {
        ".cursor/rules/x.mdc": "- one",
        ".github/copilot-instructions.md": "- two",
        ".claude/rules/y.md": "- three",
        "CLAUDE.local.md": "- four",
        "docs/guide.md": "- no",
        "README.md": "- no",
        "x/memory.md": "free text",
        "x/USER.md": "Likes tea.",
        "x/projects/-srv/memory/tea.md": "Green.",
    }
    found = claims(written(tmp_path, files))

    assert found.unsure == {}
    assert sorted(found.unread) == ["README.md", "docs/guide.md"]
    assert len(found.files["markdown"]) == 7


def test_the_same_text_in_two_places_is_two_events_that_stay(tmp_path):
    text = "- tea\n- tea\n# Later\n- tea\n"
    first = markdown(tmp_path / "one", {"AGENTS.md": text, "b/AGENTS.md": text})
    again = markdown(tmp_path / "two", {"AGENTS.md": text + "- more", "b/AGENTS.md": text})

    assert len({item.event_id for item in first}) == 6
    assert {item.event_id for item in first} < {item.event_id for item in again}


def test_imports_are_followed_within_the_root_alone(tmp_path):
    (tmp_path / "secret.md").write_text("never read")
    text = (
        "@docs/rules.md\n\nSee @~/mine.md, @../secret.md and `@docs/span.md`.\n\n"
        "@docs/gone.md\n\nAsk @ada or ada@example.org.\n\n```\n@docs/fence.md\n```\n"
    )
    files = {
        "CLAUDE.md": text,
        "docs/rules.md": "- one\n- @more.md",
        "docs/more.md": "- two\n- see @rules.md",
        "docs/span.md": "no",
        "docs/fence.md": "no",
    }
    items = markdown(tmp_path / "root", files)

    words = [item.content for item in items if hasattr(item, "content")]
    assert [word for word in words if word == "no" or "never" in word] == []
    assert [
        (i.file, i.content, i.metadata.get("imported_by")) for i in items if hasattr(i, "content")
    ][-3:] == [
        ("docs/rules.md", "one", "CLAUDE.md"),
        ("docs/more.md", "two", "docs/rules.md"),
        ("docs/more.md", "see @rules.md", "docs/rules.md"),
    ]
    reasons = [(item.reason, item.line) for item in items if not hasattr(item, "content")]
    assert sorted(reasons) == [
        ("metadata", 1),
        ("metadata", 2),
        ("metadata", 5),
        ("missing_file", 5),
        ("outside_root", 3),
        ("outside_root", 3),
    ]


def test_imports_are_followed_five_deep(tmp_path):
    chain = {f"{n}.md": f"- level {n}\n- go on: @{n + 1}.md" for n in range(1, 9)}
    items = markdown(tmp_path, {"CLAUDE.md": "Begin: @1.md"} | chain)

    read_files = {item.file for item in items}
    assert read_files == {"CLAUDE.md", *(f"{n}.md" for n in range(1, 6))}
    assert [item.reason for item in items if hasattr(item, "reason")] == ["too_deep"]


def test_a_generated_view_is_never_evidence_again(tmp_path):
    text = "<!-- generated: recall_not_authority -->\n- The kettle is red."
    items = markdown(tmp_path, {"view.md": text, "CLAUDE.md": "see @view.md"})

    assert gist(items) == [
        ("note", "unknown", "current", "see @view.md"),
        ("generated_view",),
    ]


def test_an_agents_own_memory_is_an_agents(tmp_path):
    (item,) = markdown(tmp_path, {".claude/projects/-srv/memory/MEMORY.md": "- Likes tea."})

    assert item.speaker_role == "assistant"
    assert item.labels == ("agent-memory", "covers-unknown")


def test_a_journal_outside_of_its_home_is_read_as_the_journal(tmp_path):
    items = markdown(tmp_path, {"memory.md": "### 2026-01-02 03:04 UTC\nRed kettle.\n"})

    assert gist(items) == [("note", "unknown", "current", "Red kettle.")]
    assert items[0].time_notes == ("to_the_minute",)


@pytest.mark.parametrize(
    "text",
    ["# " * 200_000 + "x", "` `` " * 100_000, "@" * 300_000, "- " * 200_000, "a @/" * 100_000],
)
def test_a_line_of_any_shape_ends(text):
    assert list(blocks(text))


def test_what_is_not_utf8_or_empty_says_so(tmp_path):
    items = markdown(tmp_path, {"AGENTS.md": b"\xff\xfe-", "CLAUDE.md": "\n# Heading alone\n"})

    assert gist(items) == [("damaged",), ("empty",)]
