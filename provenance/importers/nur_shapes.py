"""Which file of a nur home is which: by its members, and by its place beside files that have some."""

from pathlib import PurePosixPath

from .lines import BOM
from .shape import shape
from .source import Source

# In the order in which they are read: what is named stands before what names it.
OBJECTS = {
    "session": {"id", "created_at", "cwd", "messages"},
    "peer": {"id", "name", "cwd", "session_id", "started_at", "beat_at"},
    "index": {"session_id", "cwd", "updated_at", "path"},
    "context": {"version", "vars", "order"},
    "counters": {"remember_count", "recall_count"},
    "harness": {"supplemental", "updated_unix", "revision"},
    "snapshot": {"revision", "ts_unix", "reason"},
    "goal": {"text", "status", "created_unix", "updated_unix"},
    "letter": {"from_id", "from_name", "text", "sent_at"},
}
LINES = {
    "entries": {"id", "tier", "voice", "text"},
    "outbox": {"scope", "entry", "embedding"},
    "events": {"seq", "ts_unix", "kind", "text"},
}
ORDER = (
    "session", "peer", "entries", "outbox", "graph", "events", "checkpoints", "context", "harness",
    "goal", "letter", "journal", "snapshot", "index", "counters", "vectors", "blob",
)  # fmt: skip
_STORES = {
    "native-memory", "chronicle", "sessions", "goals", "harness", "peers", "context-store",
}  # fmt: skip
_PLACES = {"memory.md": "journal", "cwd_sessions.json": "index", "latest_session.json": "index"}


def shapes(source: Source) -> dict[str, str]:
    """The files of nur homes, each with what it is, in the order in which they are read."""
    found = {name: kind for name in source.names if (kind := _of_content(source.head(name)))}
    homes = {home for name in found if (home := _home(name)) is not None}
    for name in source.names:
        path = PurePosixPath(name)
        blob = path.parent.parent.parent if path.match("tool-results/blobs/*") else None
        if str(path.parent) in homes and path.name in _PLACES:
            found[name] = _PLACES[path.name]
        elif blob is not None and str(blob) in homes:
            found[name] = "blob"
    return dict(sorted(found.items(), key=lambda pair: (ORDER.index(pair[1]), _rank(pair[0]))))


def _rank(name: str) -> tuple[bool, str]:
    # What holds in a harness before what held: its state, then its snapshots from the newest.
    return ("/snapshots/" in f"/{name}", name)


def _home(name: str) -> str | None:
    """The folder that holds the store in which a file stands."""
    for parent in PurePosixPath(name).parents:
        if parent.name in _STORES:
            return str(parent.parent)
    return None


def _of_content(head: bytes) -> str:
    form = shape(head)
    if form.outer == "[":
        return "checkpoints" if form.inner.get("", set()) >= {"name", "seq", "ts_unix"} else ""
    if form.outer != "{":
        return ""
    for kind, keys in OBJECTS.items():
        if form.keys >= keys:
            return kind
    if form.inner.get("edges", set()) >= {"source", "relation", "target"}:
        return "graph"
    if any(keys >= {"id", "vec"} for keys in form.objects.values()):
        return "vectors"
    for line in head.removeprefix(BOM).splitlines()[:50]:
        for kind, keys in LINES.items():
            if shape(line).keys >= keys:
                return kind
    return ""
