from datetime import UTC, datetime

from .foreign import gist, read
from .stores import database

COLUMNS = {
    "history": """id TEXT, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
 created_at TEXT, updated_at TEXT, is_deleted INTEGER, actor_id TEXT, role TEXT"""
}
THEN = "2026-01-02T03:04:05Z"


def memory(name, text, **more):
    return {"id": name, "memory": text, "user_id": "ada", "created_at": THEN} | more


def row(memory_id, event, old, new, at):
    return {
        "id": f"{memory_id}-{at}",
        "memory_id": memory_id,
        "old_memory": old,
        "new_memory": new,
        "event": event,
        "created_at": f"2026-01-02T03:04:{at:02}Z",
        "is_deleted": int(event == "DELETE"),
    }


def test_a_memory_is_what_a_model_extracted(tmp_path):
    page = {"results": [memory("m1", "Likes tea.", role="user"), memory("m2", 7)], "count": 2}
    items = read("mem0", tmp_path, {"page.json": page})

    assert gist(items) == [
        ("note", "assistant", "current", "Likes tea."),
        ("misshapen",),
        ("metadata",),
    ]
    assert items[0].labels == ("extracted", "covers-unknown")
    assert items[0].metadata == {"user_id": "ada", "role": "user", "memory": "m1"}
    assert items[0].observed_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_memory_written_anew_is_a_new_event(tmp_path):
    first, later, same = read(
        "mem0",
        tmp_path,
        {"a.json": [memory("m1", "Tea."), memory("m1", "Milk."), memory("m1", "Tea.")]},
    )

    assert first.event_id == same.event_id != later.event_id


def test_an_expiry_ends_what_is_valid(tmp_path):
    timed, day = read(
        "mem0",
        tmp_path,
        {
            "a.json": [
                memory("m1", "Tea.", expiration_date=THEN),
                memory("m2", "Milk.", expiration_date="2026-02-03"),
            ]
        },
    )

    assert timed.valid_until == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert (day.valid_until, day.time_notes) == (None, ("day_only",))


def test_the_history_tells_what_each_text_came_to(tmp_path):
    rows = [
        row("m1", "UPDATE", "Tea.", "Green tea.", 2),
        row("m2", "ADD", None, "Milk.", 1),
        row("m1", "ADD", None, "Tea.", 1),
        row("m2", "DELETE", "Milk.", None, 3),
        row("m3", "NONE", None, None, 1),
    ]
    items = read("mem0", tmp_path, {"history.db": database({"history": rows}, columns=COLUMNS)})

    assert gist(items) == [
        ("note", "assistant", "superseded", "Tea."),
        ("note", "assistant", "current", "Green tea."),
        ("repeated",),
        ("note", "assistant", "deleted", "Milk."),
        ("misshapen",),
    ]
    assert items[0].superseded_by == items[1].foreign[2]


def test_a_table_of_that_name_alone_is_not_taken_for_it(tmp_path):
    other = database({"history": [{"url": "x"}]}, columns={"history": "url TEXT"})
    files = {"other.db": other, "page.json": [memory("m1", "Tea.")]}

    assert {item.file for item in read("mem0", tmp_path, files)} == {"page.json"}
