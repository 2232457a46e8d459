"""MemoryD's checkpoints, episodes, procedures and relations, each as one text."""

from collections.abc import Mapping, Sequence
from typing import Any

from .memoryd_standing import clock
from .records import Link, Status
from .text import identifier, label
from .thread import Utterance

Told = tuple[Utterance, dict[str, Any]] | None
_LISTS = {
    "decisions": "Decided",
    "changed_files": "Changed",
    "tests_run": "Tests run",
    "tests_not_run": "Tests not run",
    "blockers": "Blocked by",
    "next_steps": "Next",
}
_PROCEDURES: dict[object, Status] = {
    "candidate": "quarantined",
    "quarantined": "quarantined",
    "retired": "retired",
    "superseded": "superseded",
}


def checkpoint(row: Mapping[str, Any], own: str | None) -> Told:
    """A summary of work with its details; written by the agent that worked."""
    summary = row.get("summary")
    if own is None or not isinstance(summary, str):
        return None
    lines = [summary]
    for name, words in _LISTS.items():
        if told := [text for text in row.get(name) or [] if isinstance(text, str)]:
            lines.append(f"{words}: {'; '.join(told)}")
    said = Utterance(
        kind="checkpoint",
        role="unknown",
        text="\n".join(lines) if summary.strip() else summary,
        source_id=own,
        session=identifier(row.get("session_id")),
        foreign_session=identifier(row.get("session_id")),
        labels=("ancestry-unknown",),
        metadata={"branch": row.get("branch"), "commit": row.get("commit_sha")} | _place(row),
    )
    return said, {"source_type": "checkpoint", "moment": clock(row.get("created_at"))}


def episode(row: Mapping[str, Any], own: str | None) -> Told:
    """What happened once. One that stands in a commit's message names the commit."""
    summary = row.get("summary")
    if own is None or not isinstance(summary, str):
        return None
    reference = label(row.get("source_ref"), limit=200)
    commit = row.get("source_kind") == "git_commit_trailer" and reference
    said = Utterance(
        kind="note",
        role="unknown",
        text=summary,
        source_id=own,
        session=None,
        lineage=(Link(relation="quotes", external=("git", reference)),)
        if commit and reference
        else (),
        labels=() if commit else ("ancestry-unknown",),
        metadata={"source_kind": row.get("source_kind"), "source_ref": reference}
        | {"trust_level": row.get("trust_level"), "episode_status": row.get("status")}
        | _place(row),
    )
    started = row.get("started_at") or row.get("created_at")
    return said, {"source_type": "episode", "moment": clock(started)}


def procedure(row: Mapping[str, Any], own: str | None) -> Told:
    """How something is done, made by the program out of episodes."""
    parts = [row.get(name) for name in ("name", "steps", "guardrails", "termination_condition")]
    words = [part if isinstance(part, str) else "" for part in parts]
    if own is None or not (words[0].strip() and words[1].strip()):
        return None
    heads = ("", "", "Guardrails: ", "Ends when: ")
    said = Utterance(
        kind="lesson",
        role="assistant",
        text="\n".join(
            head + word for head, word in zip(heads, words, strict=True) if word.strip()
        ),
        source_id=own,
        session=None,
        labels=("procedure", "ancestry-unknown"),
        metadata={"state": row.get("state"), "version": row.get("version")}
        | {"activation_query": row.get("activation_query")}
        | {"negative_examples": row.get("negative_examples")}
        | _place(row),
    )
    more: dict[str, Any] = {"source_type": "procedure", "moment": clock(row.get("created_at"))}
    more["status"] = _PROCEDURES.get(row.get("state"), "current")
    more["status_at"] = clock(row.get("retired_at")).at
    more["superseded_by"] = identifier(row.get("superseded_by"))
    return said, more


def relation(row: Mapping[str, Any], ends: Sequence[object], own: str | None) -> Told:
    """An edge between two subjects, as a sentence of three words."""
    subject, target = (label(end, limit=200) for end in ends)
    verb = label(row.get("relation_type"), limit=100)
    if own is None or not subject or not target or not verb:
        return None
    evidence = label(row.get("source_evidence"), limit=200)
    said = Utterance(
        kind="note",
        role="unknown",
        text=f"{subject} {verb.replace('_', ' ')} {target}",
        source_id=own,
        session=None,
        labels=("relation", "ancestry-unknown"),
        metadata={"evidence": evidence, "state": row.get("state")} | _place(row),
    )
    more: dict[str, Any] = {"source_type": "relation", "moment": clock(row.get("created_at"))}
    more["status"] = _PROCEDURES.get(row.get("state"), "current")
    more["status_at"] = clock(row.get("retired_at")).at
    return said, more


def _place(row: Mapping[str, Any]) -> dict[str, object]:
    return {"profile": row.get("profile_id"), "workspace": row.get("workspace_id")}
