"""Our answer in MemoryD's shape. What a person decided and what was merely said stay apart."""

from typing import Any

from provenance.compat.handles import RECORD, SOURCE, handle
from provenance.compat.kinds import type_of

AUTHORITY = "recall_not_authority"
# Clients of MemoryD read a number. Nobody's confidence is kept here, so it is always the same.
CONFIDENCE = 0.5
_MOST_CHECKPOINTS = 5
# Why we left something out, in MemoryD's words and by its gates.
_WITHHELD = {
    "withdrawn": ("archived", ["active_records"]),
    "superseded": ("policy_superseded", ["admission_policy", "supersession"]),
    "withheld": ("quarantined", ["trust_state", "promotion_required"]),
    "budget": ("pack_truncated", ["max_tokens", "result_limit"]),
    "below_threshold": ("below_threshold", ["abstention"]),
    "duplicate": ("duplicate", ["proven_copies"]),
}
_SIGNALS = ["lexical", "semantic", "recency", "standing"]


def recalled(answer: dict[str, Any], *, pair: dict[str, Any], mode: str) -> dict[str, Any]:
    """The data of MemoryD's recall. Ids are handles that `forget` takes."""
    said = [one for one in answer["episodic"] if one["kind"] != "checkpoint"]
    work = [one for one in answer["episodic"] if one["kind"] == "checkpoint"]
    facts = [_fact(one, rank, pair) for rank, one in enumerate(answer["facts"], start=1)]
    facts += [evidence(one, rank, pair) for rank, one in enumerate(said, start=len(facts) + 1)]
    withheld = [
        {"reason": reason, "count": answer["omitted"][name], "gates": gates}
        for name, (reason, gates) in _WITHHELD.items()
        if answer["omitted"].get(name)
    ]
    return {
        "recall": answer["id"],
        "summary": f"{len(answer['facts'])} facts, {len(said) + len(work)} pieces of evidence",
        "facts": facts,
        "checkpoints": [_checkpoint(one) for one in work[:_MOST_CHECKPOINTS]],
        "citations": [
            {
                "memory_id": handle(RECORD, one["observation"]),
                "source_id": handle(SOURCE, one["observation"]),
                "source_path": None,
            }
            for one in said
        ],
        "withheld": withheld,
        "truncated": answer["omitted"]["budget"] > 0,
        "abstained": answer["abstained"],
        "authority": AUTHORITY,
        "policy": {
            "authority": AUTHORITY,
            "admission_gates": ["profile_workspace", "grants", "standing"],
            "ranking_signals": _SIGNALS,
        },
        "pack": _pack(answer, mode=mode, admitted=len(facts) + len(work), withheld=withheld),
    }


def evidence(one: dict[str, Any], rank: int, pair: dict[str, Any]) -> dict[str, Any]:
    """Something that was said, as one of MemoryD's records: attributed, and no fact."""
    return _record(
        one["observation"],
        one["content"],
        pair=pair,
        type=type_of(one["kind"]),
        at=one["times"]["observed_at"] or one["times"]["recorded_at"],
        policy={
            "rank": rank,
            "statement": "evidence",
            "provenance": {
                **_provenance(pair, evidence=[one["observation"]]),
                "speaker": one["speaker"],
                "admitted_as": one["admitted_as"],
                "source": one["source"],
                "standing": one["standing"],
                "support": one["support"],
                "trust_level": "evidence",
            },
            "admission": _admitted(),
            "ranking_signals": _SIGNALS,
        },
    )


def _fact(one: dict[str, Any], rank: int, pair: dict[str, Any]) -> dict[str, Any]:
    return _record(
        one["id"],
        one["statement"],
        pair=pair,
        type="decision",
        at=one["decided_at"],
        policy={
            "rank": rank,
            "statement": "fact",
            "provenance": {
                **_provenance(pair, evidence=one["support"].get("observations", [])),
                "decided_by": one["decided_by"],
                "standing": one["standing"],
                "support": one["support"],
                "trust_level": "decided_by_a_person",
            },
            "admission": _admitted(),
            "ranking_signals": _SIGNALS,
        },
    )


def _record(name: str, content: str, *, pair: dict[str, Any], at: Any, **more: Any) -> Any:
    repo = pair.get("repo") or {}
    return {
        "id": handle(RECORD, name),
        "scope": "repo" if repo else "workspace",
        "content": content,
        "confidence": CONFIDENCE,
        "repo_id": repo.get("repo_id"),
        "related_files": [],
        "updated_at": at,
        "stale": False,
        **more,
    }


def _provenance(pair: dict[str, Any], *, evidence: list[str]) -> dict[str, Any]:
    return {
        "profile_id": pair["profile"],
        "workspace_id": pair["workspace"],
        "repo_id": (pair.get("repo") or {}).get("repo_id"),
        "evidence_refs": [handle(SOURCE, one) for one in evidence],
    }


def _admitted() -> dict[str, Any]:
    return {"decision": "admitted", "reason": "admitted_ranked", "gates": ["profile_workspace"]}


def _checkpoint(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": handle(RECORD, one["observation"]),
        "summary": one["content"],
        "branch": None,
        "commit": None,
        "next_steps": [],
        "created_at": one["times"]["recorded_at"],
    }


def _pack(
    answer: dict[str, Any], *, mode: str, admitted: int, withheld: list[dict[str, Any]]
) -> dict[str, Any]:
    left_out = sum(one["count"] for one in withheld)
    budget = answer["budget"]
    return {
        "mode": mode,
        "template": mode,
        "template_budget_tokens": budget["tokens"],
        "max_tokens": budget["tokens"],
        "used_tokens": budget["used"],
        "candidate_count": admitted + left_out,
        "admitted_count": admitted,
        "withheld_count": left_out,
        "truncated": answer["omitted"]["budget"] > 0,
    }
