import pytest

from provenance.importers.recognise import recognise

from .lines import claude, encode, message, meta


@pytest.mark.parametrize(
    ("rows", "form"),
    [
        ([{"type": "summary", "summary": "s", "leafUuid": "x"}], "claude-code"),
        ([claude("user", "u1", "hello")], "claude-code"),
        ([{"mystery": 1}, claude("user", "u1", "hello")], "claude-code"),
        ([{"loglines": [claude("user", "u1", "hello")]}], "claude-code"),
        ([meta()], "codex"),
        ([message("user", "hello")], "codex"),
        ([{"id": "x", "timestamp": "t", "instructions": None}], "codex"),
        ([{"type": "message", "role": "user", "content": []}], "codex"),
        ([{"display": "hi", "project": "/srv"}], "prompt-index"),
        ([{"session_id": "x", "ts": 1, "text": "hi"}], "prompt-index"),
        ([{"id": "x", "thread_name": "n", "updated_at": "t"}], "prompt-index"),
        ([{"type": "user"}], "unsure"),
        ([{"type": ["user"]}], "unsure"),
        ([], "unsure"),
    ],
)
def test_a_format_is_known_by_its_lines(rows, form):
    assert recognise(b"".join(encode(*rows))) == form


@pytest.mark.parametrize("head", [b"", b"\xff\xfe{", b"# Notes\n", b"[1, 2]", b"{" * 100_000])
def test_what_is_no_transcript_is_unsure(head):
    assert recognise(head) == "unsure"


def test_a_head_cut_in_the_middle_of_the_first_line_is_still_known():
    head = encode({"loglines": [claude("user", "u1", "hello " * 50)]})[0][:120]

    assert recognise(head) == "claude-code"
