"""`manage.py verify_ledger` finds each fault that was planted, names it, and repeats no content."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from provenance.database.tenancy import Tenancy
from provenance.services.verification.findings import BATCH
from recall.services.sweep import sweep
from recall.services.verify import verify
from tests.contract.saying import say
from tests.database.sql import scratch_database
from tests.provenance.verifying import Scratch, now, told


@pytest.fixture(scope="module")
def original() -> Iterator[Scratch]:
    """A database with a workspace in which everything happened; each test breaks a copy."""
    with scratch_database() as name:
        yield told(name)


@pytest.fixture
def scratch(original: Scratch) -> Iterator[Scratch]:
    """The copy of this test."""
    connections.close_all()
    with scratch_database(original.database) as name:
        yield replace(original, database=name)


def test_a_sound_workspace_has_no_fault(scratch: Scratch):
    out = StringIO()
    call_command("verify_ledger", "--workspace", scratch.slug, stdout=out)
    assert "0 fault(s); 1 erased" in out.getvalue()


# Each: what is planted, the check that finds it, the table that it names, and its words.
PLANTED: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    "a changed word": (
        ("UPDATE content SET text = text || '!' WHERE observation_id = {said}",),
        "digest",
        "observation",
        "another digest",
    ),
    "a changed time": (
        ("UPDATE observation SET observed_at = now() WHERE id = {said}",),
        "digest",
        "observation",
        "another digest",
    ),
    "a changed subject": (
        ("UPDATE observation_subject SET key = 'acme/other' WHERE workspace_id = '{here}'",),
        "digest",
        "observation",
        "another digest",
    ),
    "a lost link": (
        ("DELETE FROM lineage_edge WHERE workspace_id = '{here}' AND recall_id IS NOT NULL",),
        "digest",
        "observation",
        "another digest",
    ),
    "another source": (
        (
            "UPDATE lineage_edge e SET source_id = o.id, source_position = o.position"
            " FROM observation o WHERE o.workspace_id = e.workspace_id"
            " AND o.position < e.observation_position AND o.id <> e.source_id"
            " AND e.workspace_id = '{here}'",
        ),
        "digest",
        "observation",
        "another digest",
    ),
    "another normal form": (
        ("UPDATE observation SET text_sha256 = repeat('0', 64) WHERE id = {said}",),
        "digest",
        "observation",
        "another normal form",
    ),
    "an unknown digest": (
        ("UPDATE observation SET digest_version = 9 WHERE id = {said}",),
        "digest",
        "observation",
        "version 9",
    ),
    "a false position": (
        (
            "UPDATE lineage_edge SET source_position = source_position - 1"
            " WHERE workspace_id = '{here}'",
        ),
        "positions",
        "lineage_edge",
        "misstates",
    ),
    "lost words": (
        ("DELETE FROM content WHERE observation_id = {said}",),
        "contents",
        "observation",
        "no erasure says why",
    ),
    "words that came back": (
        (
            "INSERT INTO content (id, workspace_id, observation_id, text, metadata, lane)"
            " SELECT gen_random_uuid(), workspace_id, observation_id, 'back', '{{}}', 'open'"
            " FROM erasure WHERE workspace_id = '{here}'",
        ),
        "contents",
        "content",
        "was erased",
    ),
    "a wording that came back": (
        (
            "INSERT INTO statement (id, workspace_id, text, said_in_id)"
            " SELECT gen_random_uuid(), workspace_id, 'back', observation_id"
            " FROM erasure WHERE workspace_id = '{here}'",
        ),
        "contents",
        "statement",
        "what was erased",
    ),
    "a lost receipt": (
        ("DELETE FROM receipt WHERE observation_id = {last}",),
        "receipts",
        "observation",
        "no receipt",
    ),
    "a receipt of nothing": (
        ("UPDATE receipt SET observation_id = gen_random_uuid() WHERE observation_id = {last}",),
        "references",
        "receipt",
        "observation_id leads to nothing",
    ),
    "an edge to nothing": (
        (
            "UPDATE lineage_edge SET source_id = gen_random_uuid() WHERE workspace_id = '{here}'"
            " AND source_id IS NOT NULL",
        ),
        "references",
        "lineage_edge",
        "source_id leads to nothing",
    ),
    "a lost event": (
        ("DELETE FROM chronicle_event WHERE about_id = {said}",),
        "chronicle",
        "receipt",
        "no event",
    ),
    "a lost event of a recall": (
        ("DELETE FROM chronicle_event WHERE act = 'recalled' AND workspace_id = '{here}'",),
        "chronicle",
        "receipt",
        "no event of it",
    ),
    "a lost event of an erasure": (
        ("DELETE FROM chronicle_event WHERE act = 'erased' AND workspace_id = '{here}'",),
        "chronicle",
        "erasure",
        "no event of it",
    ),
    "a false standing": (
        ("UPDATE current_standing SET standing = 'withdrawn' WHERE workspace_id = '{here}'",),
        "standings",
        "current_standing",
        "not the end",
    ),
    "a lost standing": (
        ("DELETE FROM current_standing WHERE workspace_id = '{here}'",),
        "standings",
        "observation",
        "no current standing",
    ),
    "a question that stayed": (
        (
            "UPDATE exposure SET observations = ARRAY(SELECT observation_id FROM erasure"
            " WHERE workspace_id = '{here}') WHERE workspace_id = '{here}'",
        ),
        "contents",
        "question",
        "returned what was erased",
    ),
    "a word too few": (
        (
            "DELETE FROM posting WHERE ctid IN (SELECT ctid FROM posting"
            " WHERE workspace_id = '{here}' LIMIT 1)",
        ),
        "readings",
        "posting",
        "not those of the text",
    ),
    "a false length": (
        ("UPDATE indexed_text SET length = length + 1 WHERE observation_id = {indexed}",),
        "readings",
        "indexed_text",
        "length",
    ),
    "words of nothing": (
        ("DELETE FROM indexed_text WHERE observation_id = {indexed}",),
        "readings",
        "posting",
        "no text that is indexed",
    ),
    "a miscounted word": (
        (
            "INSERT INTO vocabulary (workspace_id, term, documents) VALUES ('{here}', 'canari', 9)"
            " ON CONFLICT (workspace_id, term) DO UPDATE SET documents = 9",
        ),
        "readings",
        "vocabulary",
        "1 of its terms are miscounted",
    ),
    "a word that is not counted": (
        (
            "INSERT INTO lexicon (workspace_id, counted_through, documents, length)"
            " SELECT '{here}'::uuid, max(position), count(*), sum(length) FROM indexed_text"
            " WHERE workspace_id = '{here}' ON CONFLICT (workspace_id) DO UPDATE"
            " SET counted_through = excluded.counted_through, documents = excluded.documents,"
            " length = excluded.length",
            "DELETE FROM vocabulary WHERE workspace_id = '{here}'",
        ),
        "readings",
        "vocabulary",
        "of its terms are miscounted",
    ),
    "miscounted texts": (
        (
            "INSERT INTO lexicon (workspace_id, counted_through, documents, length)"
            " VALUES ('{here}', 0, 3, 9) ON CONFLICT (workspace_id) DO UPDATE"
            " SET documents = lexicon.documents + 1",
        ),
        "readings",
        "lexicon",
        "its texts or their lengths are miscounted",
    ),
    "a lost vector": (
        ("DELETE FROM embedding WHERE workspace_id = '{here}'",),
        "readings",
        "observation",
        "no vector",
    ),
    "work that is done": (
        (
            "UPDATE index_work SET lexical_pending = false, semantic_pending = false"
            " WHERE workspace_id = '{here}'",
        ),
        "readings",
        "index_work",
        "still here",
    ),
    "a vector of the erased": (
        (
            "UPDATE embedding SET observation_id = (SELECT observation_id FROM erasure"
            " WHERE workspace_id = '{here}') WHERE ctid IN (SELECT ctid FROM embedding"
            " WHERE workspace_id = '{here}' LIMIT 1)",
        ),
        "readings",
        "embedding",
        "was erased",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_p15_a_planted_fault_is_found_and_named(scratch: Scratch, fault: str):
    statements, check, table, words = PLANTED[fault]
    scratch.break_it(*statements)
    found = [line for line in scratch.report() if f": {check}: {table} " in line]
    assert any(words in line for line in found), scratch.report()


def test_p15_a_finding_names_the_row_and_never_what_was_said(scratch: Scratch):
    scratch.break_it("UPDATE content SET text = 'zqxj secret' WHERE observation_id = {said}")
    report = scratch.report()
    assert any(str(scratch.said) in line for line in report)
    assert not any("zqxj" in line or "canary" in line for line in report)


def test_batches_cover_everything_and_progress_is_told(ada):
    for number in range(3):
        say(ada, f"Something, {number}.")
    tenancy = Tenancy(ada.workspace_id)
    sweep(at=now(), only=tenancy)
    looked: dict[str, int] = {}

    def progress(check: str, count: int) -> None:
        assert count <= BATCH
        looked[check] = looked.get(check, 0) + count

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("provenance.services.verification.findings.BATCH", 2)
        assert list(verify(tenancy=tenancy, progress=progress)) == []
    assert looked["digest"] == 3


def test_an_unknown_workspace_is_told():
    with pytest.raises(CommandError, match="no workspace"):
        call_command("verify_ledger", "--workspace", "nowhere", stdout=StringIO())


def test_all_workspaces_are_gone_through(scratch: Scratch):
    out = StringIO()
    scratch.break_it("DELETE FROM embedding")
    with pytest.raises(CommandError):
        call_command("verify_ledger", "--all", stdout=out)
    assert scratch.slug in out.getvalue()
