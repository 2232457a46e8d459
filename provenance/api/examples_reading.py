"""Examples of what reading answers: real shapes, invented people."""

from typing import Any

_SOURCE: dict[str, Any] = {
    "principal": "codex-laptop",
    "producer": {"harness": "codex", "instance": "laptop-1"},
    "session": {"id": "7f3c", "title": "Fix the flaky deploy", "turn_index": 12},
    "event_id": "codex:7f3c:turn:12:user",
}

_TIMES: dict[str, Any] = {
    "observed_at": "2026-11-02T09:14:07.000000Z",
    "basis": "host",
    "recorded_at": "2026-11-02T09:14:09.120331Z",
    "valid_from": None,
    "valid_until": None,
}

_ID = "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00000"
_SUPPORT = {"independent": 1, "confirmations": 0, "listed": 0}

OBSERVATION: dict[str, Any] = {
    "id": _ID,
    "observation": _ID,
    "kind": "turn",
    "content": "We decided to deploy on Fridays only after the canary is green.",
    "erased": False,
    "truncated": False,
    "speaker": {"role": "user", "name": "sam"},
    "admitted_as": "user_primary",
    "admission": "admitted",
    "standing": "reported",
    "work_state": None,
    "labels": ["deploy"],
    "subjects": [
        {
            "kind": "repository",
            "key": "github.com/acme/api",
            "branch": "main",
            "revision": "3f9c2e1",
        }
    ],
    "source": _SOURCE,
    "times": _TIMES,
    "ceiling": "user_primary",
    "support": _SUPPORT,
    "lineage": [],
    "unresolved": [],
}

LINEAGE: dict[str, Any] = {
    "nodes": [
        {
            "id": _ID,
            "depth": 0,
            "kind": "turn",
            "excerpt": "We decided to deploy on Fridays only after the canary is green.",
            "speaker": {"role": "user", "name": "sam"},
            "admitted_as": "user_primary",
            "admission": "admitted",
            "standing": "reported",
            "source": _SOURCE,
            "times": _TIMES,
        }
    ],
    "edges": [
        {
            "from": _ID,
            "to": None,
            "relation": "responds_to",
            "state": "unresolved",
            "event_id": "codex:7f3c:turn:11:assistant",
            "recall": None,
            "external": None,
        }
    ],
    "roots": [_ID],
    "ceiling": "user_primary",
    "support": _SUPPORT,
    "unresolved": [
        {
            "kind": "awaited_event",
            "observation": _ID,
            "other": None,
            "event_id": "codex:7f3c:turn:11:assistant",
        }
    ],
    "complete": True,
}

SESSION: dict[str, Any] = {
    "id": "7f3c",
    "ref": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00003",
    "title": "Fix the flaky deploy",
    "producer": {"harness": "codex", "instance": "laptop-1"},
    "principal": "codex-laptop",
    "turns": 42,
    "first_at": "2026-11-02T09:01:00.000000Z",
    "last_at": "2026-11-02T10:20:13.000000Z",
}

CONVERSATIONS: dict[str, Any] = {
    "results": [
        {
            "session": "7f3c",
            "turn_index": 12,
            "q": "When do we deploy?",
            "a": "On Fridays, once the canary is green.",
            "created_at": "2026-11-02T09:14:07.000000Z",
            "observations": [_ID, "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00004"],
        }
    ],
    "unknown_time": 0,
}

WHOAMI: dict[str, Any] = {
    "principal": {
        "id": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00005",
        "name": "codex-laptop",
        "kind": "agent",
    },
    "workspace": {
        "id": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00006",
        "slug": "default",
        "name": "Default",
    },
    "key": {
        "id": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00007",
        "kind": "host",
        "label": "laptop",
        "producer": None,
        "expires_at": None,
    },
    "live": ["capture", "observe", "recall"],
    "capabilities": [
        {
            "capability": "capture",
            "scope": "workspace",
            "principals": [],
            "producers": [],
            "serves": "rita",
            "until": None,
        }
    ],
}
