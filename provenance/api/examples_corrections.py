"""Examples of corrections and facts for the schema."""

from typing import Any

_TARGET = "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00001"
_FACT = "0193b0c8-7a11-7bd2-8a44-0c1d2ab00009"
_AT = "2026-11-02T10:02:11.402117Z"

PROPOSAL: dict[str, Any] = {
    "kind": "correct",
    "targets": [_TARGET],
    "statement": "We deploy on Mondays, after the canary is green.",
    "reason": "The team moved the deploy day on 30 October.",
    "event_id": "codex:7f3c:correction:1",
}
DECISION: dict[str, Any] = {"decision": "accept", "note": "Checked against the minutes."}
CORRECTION: dict[str, Any] = {
    "id": "0193b0c8-71aa-7f10-93c2-55aa2ab00004",
    "kind": "correct",
    "state": "accepted",
    "targets": [{"observation": _TARGET, "standing": "corrected"}],
    "statement": PROPOSAL["statement"],
    "reason": PROPOSAL["reason"],
    "weighing": None,
    "event_id": PROPOSAL["event_id"],
    "digest": "sha256:" + "5f" * 32,
    "observation": None,
    "proposer": "codex-laptop",
    "proposed_at": "2026-11-02T09:50:00.000000Z",
    "decision": {
        "decision": "accept",
        "by": "rita",
        "self_decided": False,
        "note": DECISION["note"],
        "at": _AT,
    },
    "reversal": None,
    "fact": _FACT,
}
FACT: dict[str, Any] = {
    "id": _FACT,
    "statement": PROPOSAL["statement"],
    "standing": "current",
    "support": {"independent": 1, "confirmations": 0, "listed": 0, "observations": [_TARGET]},
    "valid_from": None,
    "valid_until": None,
    "decided_by": "rita",
    "decided_at": _AT,
}
WEIGHING: dict[str, Any] = {
    "by": "consolidation",
    "independent": 2,
    "wording": {"by": "medoid", "model": None, "observation": _TARGET},
    "support": [{"observation": _TARGET, "independent": 2, "confirmations": 0, "listed": 1}],
    "alike": [
        {
            "observation": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00002",
            "independent": 1,
            "confirmations": 0,
            "listed": 0,
        }
    ],
    "counter_evidence": [
        {"observation": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00003", "why": "polarity"}
    ],
    "conflicts": [],
    "left_out": 0,
    "hidden": 0,
}
