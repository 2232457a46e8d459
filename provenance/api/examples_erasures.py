"""Examples of erasure, for the schema."""

_ID = "0193a1b2-0000-7000-8000-00000000000c"
ERASURE = {
    "observations": [_ID],
    "reason": "Asked for by the person whom it names.",
    "event_id": "erasure:2026-11-02:1",
}
ERASURE_RECEIPT = {
    "id": "0193a1b2-0000-7000-8000-0000000000e1",
    "outcome": "accepted",
    "act": "erase",
    "recorded_at": "2026-11-02T09:20:00.000000Z",
    "digest": "sha256:" + "0" * 64,
    "observations": [_ID],
    "copies": [],
    "already": 0,
    "destroyed": {"contents": 1, "questions": 2, "statements": 0, "facts": 0},
    "irreversible": True,
}
