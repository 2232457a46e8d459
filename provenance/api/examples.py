"""Examples of the schema and the documentation: real shapes, invented people."""

from typing import Any

EVENT: dict[str, Any] = {
    "event_id": "codex:7f3c:turn:12:user",
    "session": {"id": "7f3c", "title": "Fix the flaky deploy", "turn_index": 12},
    "kind": "turn",
    "speaker": {"role": "user", "name": "sam"},
    "content": "We decided to deploy on Fridays only after the canary is green.",
    "observed_at": "2026-11-02T09:14:07Z",
    "producer": {"harness": "codex", "instance": "laptop-1"},
}

RECEIPT: dict[str, Any] = {
    "id": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00001",
    "outcome": "accepted",
    "observation": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00000",
    "event_id": "codex:7f3c:turn:12:user",
    "digest": "sha256:4a44dc15364204a80fe80e9039455cc1608281820fe2b24f1e5233ade6af1dd5",
    "admitted_as": "user_primary",
    "admission": "admitted",
    "standing": "reported",
    "recorded_at": "2026-11-02T09:14:09.120331Z",
    "recallable": {"now": True, "lexical": True, "semantic": True, "reason": None},
    "consolidation": "off",
    "notes": [],
}

BATCH_RESULT: dict[str, Any] = {
    "results": [RECEIPT],
    "accepted": 1,
    "duplicate": 0,
    "conflict": 0,
    "rejected": 0,
    "invalid": 0,
}
