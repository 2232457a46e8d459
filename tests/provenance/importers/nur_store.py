"""An invented nur home."""

import json

from .stores import jsonl

SCOPE = "barn_ab12"
MEMORY = f".nur/native-memory/{SCOPE}"
CHRONICLE = f".nur/chronicle/{SCOPE}"
SESSION = "11111111-2222-4333-8444-555555555555"


def entry(own, text, *, tier="l1", voice="observed", **more):
    row = {"id": own, "tier": tier, "voice": voice, "text": text, "created_unix": 1_780_000_000}
    return row | {"updated_unix": 1_780_000_000} | more


def event(seq, kind, text, *, at=1_780_000_100, **more):
    return {"seq": seq, "ts_unix": at, "kind": kind, "text": text} | more


def one(value):
    return json.dumps(value, ensure_ascii=False).encode()


JOURNAL = """By hand: the barn key hangs left.

### 2026-05-01 09:30 UTC
The goats eat at seven.

They are four.

### 2026-05-01 09:30 UTC
The goats eat at seven.

They are four.

## Mine
- no visitors on Sunday
"""
GRAPH = {
    "nodes": {"n:the_goats": {"id": "n:the_goats", "aliases": ["The goats"], "memory_ids": []}},
    "edges": [
        {"source": "n:the_goats", "relation": "prefers", "target": "n:hay", "memory_id": "m-1"},
        {"source": "n:the_goats", "relation": "lives_in", "target": "n:the_barn", "weight": 0.0},
        {"source": "n:the_goats", "relation": "wants", "target": "n:oats", "memory_id": "m-gone"},
    ],
}
TALK = {
    "id": SESSION,
    "created_at": "2026-05-01T09:00:00Z",
    "cwd": "/srv/barn",
    "messages": [
        {"role": "user", "content": "How many goats?", "ts": "2026-05-01T09:00:01Z"},
        {"role": "assistant", "content": "Four.", "ts": "2026-05-01T09:00:05Z"},
        {"role": "assistant", "content": "", "ts": "2026-05-01T09:00:06Z"},
    ],
    "input_items": [
        {"type": "message", "role": "user", "content": []},
        {"type": "function_call", "name": "count", "arguments": "{}", "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": "4"},
    ],
    "ui_log": [{"kind": "user", "text": "How many goats?"}],
}
HOME = {
    ".nur/memory.md": JOURNAL.encode(),
    f"{MEMORY}/entries.jsonl": jsonl(
        entry("m-1", "The goats prefer hay"),
        entry("m-2", "I will count them", voice="first_person", tags=["preference"]),
        entry("m-3", "Era note: goats", tier="l2", voice="first_person"),
        entry("m-4", "The goats sleep outside", retired=True),
    ),
    f"{MEMORY}/helix-outbox.jsonl": jsonl(
        {"scope": "barn:ab12", "entry": entry("m-1", "The goats prefer hay"), "embedding": [0.1]},
        {"scope": "barn:ab12", "entry": entry("m-9", "Only the mirror has it"), "embedding": []},
    ),
    f"{MEMORY}/graph.json": one(GRAPH),
    f"{MEMORY}/vectors.json": one({"m-1": {"id": "m-1", "vec": [0.1], "source": "local"}}),
    f"{MEMORY}/ops.json": one({"remember_count": 4, "recall_count": 9}),
    f"{CHRONICLE}/events.jsonl": jsonl(
        event(1, "user", "How many goats?"),
        event(2, "assistant", "Four.", causation_seq=1),
        event(3, "remember", "The goats prefer hay"),
        event(3, "user", "How many goats?"),
        event(4, "compact", "consolidated 3"),
    ),
    f"{CHRONICLE}/checkpoints.json": one([{"name": "fed", "seq": 2, "ts_unix": 1_780_000_200}]),
    f".nur/sessions/{SESSION}.json": one(TALK),
    f".nur/sessions/{SESSION}.json.bak": one(TALK),
    ".nur/latest_session.json": one(
        {"session_id": SESSION, "cwd": "/srv/barn", "updated_at": "x", "path": "y"}
    ),
    ".nur/goals/ab12.json": one(
        {"text": "Mend the fence", "status": "completed", "created_unix": 1_780_000_000}
        | {"updated_unix": 1_780_000_900}
    ),
    ".nur/harness/ab12/state.json": one(
        {
            "supplemental": "- Close the gate\n  evidence: they ran\n",
            "updated_unix": 1,
            "revision": 2,
        }
    ),
    ".nur/harness/ab12/snapshots/r0001_1.json": one(
        {"supplemental": "- Close the gate\n  evidence: they ran\n- Leave it open\n"}
        | {"updated_unix": 1, "revision": 1}
    ),
    ".nur/harness/ab12/snapshots/r0001_1.meta.json": one(
        {"revision": 1, "ts_unix": 1, "reason": "rollback"}
    ),
    ".nur/peers/aaaaaaaaaaaa.json": one(
        {"id": "aaaaaaaaaaaa", "name": "milker", "cwd": "/srv/barn", "session_id": "ab12"}
        | {"started_at": 1_780_000_000_000, "beat_at": 1_780_000_000_000}
    ),
    ".nur/peers/aaaaaaaaaaaa.inbox/01780000000000-00000001.json": one(
        {
            "from_id": "bbbbbbbbbbbb",
            "from_name": "feeder",
            "from_cwd": "/srv",
            "text": "Hay is low.",
        }
        | {"sent_at": 1_780_000_000_000}
    ),
    ".nur/context-store/ba2ee5b3a8a0a9fb7a5ea0b4/index.json": one(
        {
            "version": 1,
            "vars": {
                "log": {"id": "1-log", "source": "shell", "created_unix": 1_780_000_000}
                | {"path": "~/.nur/tool-results/blobs/sha256-1.txt"},
                "sheet": {"id": "2-sheet", "source": "read_file", "body": "goat,weight"},
                "gone": {"id": "3-gone", "path": "/etc/passwd"},
            },
            "order": ["sheet", "log"],
        }
    ),
    ".nur/tool-results/blobs/sha256-1.txt": b"a long log",
}
