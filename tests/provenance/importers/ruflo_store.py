"""An invented ruflo database."""

from .stores import database

COLUMNS = {
    "metadata": "key, value",
    "memory_entries": (
        "id TEXT PRIMARY KEY, key, namespace, content, tags, owner_id, created_at, expires_at, status"
    ),
    "patterns": (
        "id TEXT PRIMARY KEY, name, condition, action, source, parent_id, status, created_at"
    ),
    "pattern_history": "id, change_type",
    "trajectories": "id TEXT PRIMARY KEY, session_id, task, verdict, started_at",
    "trajectory_steps": "id, trajectory_id, step_number, action, observation, created_at",
}
AT = 1_780_000_000_000


def entry(own, content, **more):
    row = {"id": own, "key": own, "namespace": "hive", "content": content, "created_at": AT}
    return row | {"status": "active"} | more


ROWS = {
    "metadata": [{"key": "schema_version", "value": "3.0.0"}],
    "memory_entries": [
        entry("entry_1", "Four boxes.", expires_at=AT + 1_000),
        entry("entry_2", "Three boxes.", status="deleted"),
        entry("entry_3", "Two boxes.", status="archived", created_at=0),
        entry("entry_4", None),
    ],
    "patterns": [
        {"id": "p_1", "name": "swarm", "condition": "they hang", "action": "call"}
        | {"source": "trajectory:tr_1", "parent_id": "p_0", "status": "deprecated"}
    ],
    "pattern_history": [{"id": 1, "change_type": "created"}],
    "trajectories": [{"id": "tr_1", "session_id": "s-1", "task": "Count boxes", "verdict": "ok"}],
    "trajectory_steps": [
        {
            "id": 1,
            "trajectory_id": "tr_1",
            "step_number": 1,
            "action": "look",
            "observation": "four",
        },
        {"id": 2, "trajectory_id": "tr_9", "step_number": 1, "action": "look"},
    ],
}
RUFLO = {".swarm/memory.db": database(ROWS, columns=COLUMNS)}
