"""One secret for every place of a request, each with a word that stands nowhere else."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from tests.factories import EventFactory
from tests.provenance.secrets_sample import canary, secret_with

Path = tuple[str | int, ...]

# Everything that a contribution may say in words of its own.
PLACES: list[Path] = [
    ("event_id",),
    ("session", "id"),
    ("session", "title"),
    ("speaker", "name"),
    ("content",),
    ("subjects", 0, "kind"),
    ("subjects", 0, "key"),
    ("subjects", 0, "branch"),
    ("subjects", 0, "revision"),
    ("lineage", 0, "event_id"),
    ("lineage", 1, "external", "system"),
    ("lineage", 1, "external", "ref"),
    ("foreign", "system"),
    ("foreign", "session"),
    ("foreign", "id"),
    ("labels", 0),
    ("producer", "harness"),
    ("producer", "instance"),
    ("producer", "surface"),
    ("producer", "adapter"),
    ("producer", "adapter_version"),
    ("producer", "transport"),
    ("producer", "version"),
    ("model", "name"),
    ("model", "deep", "list", 0, "value"),
    ("metadata", "value"),
    ("metadata", "deep", "list", 0, "value"),
]
# What is malformed for another reason: refused before it is screened, and told by its place alone.
MALFORMED: list[Path] = [
    ("kind",),
    ("speaker", "role"),
    ("observed_at",),
    ("work_state",),
    ("lineage", 0, "relation"),
    ("lineage", 0, "observation"),
    ("surprise",),
    ("session", "surprise"),
]


def whole_event() -> dict[str, Any]:
    """An event with every member."""
    event: dict[str, Any] = EventFactory(
        session={"id": "session-1", "title": "A title"},
        subjects=[{"kind": "repository", "key": "acme/api", "branch": "main", "revision": "1"}],
        lineage=[
            {"relation": "responds_to", "event_id": "earlier"},
            {"relation": "quotes", "external": {"system": "wiki", "ref": "page"}},
        ],
        foreign={"system": "codex", "session": "s", "id": "f"},
        labels=["deploy"],
        producer={"harness": "codex", "instance": "laptop-1", "surface": "cli", "version": "1"},
        model={"name": "m", "deep": {"list": [{"value": "x"}]}},
        metadata={"value": "x", "deep": {"list": [{"value": "x"}]}},
    )
    return event


def put(event: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of the event with the value at the path."""
    changed = copy.deepcopy(event)
    inner: Any = changed
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return changed


@dataclass
class Planted:
    """The words that must stand nowhere, by where they were put."""

    words: dict[str, str] = field(default_factory=dict)

    def secret(self, where: str) -> str:
        """A secret that was put there."""
        return secret_with(self.word(where))

    def word(self, where: str) -> str:
        """A word that was put there."""
        return self.words.setdefault(where, canary())


def refused_events(planted: Planted) -> Iterator[tuple[str, dict[str, Any]]]:
    """An event for each place, with a secret there; and events with secrets for names."""
    for path in PLACES:
        where = ".".join(map(str, path))
        yield where, put(whole_event(), path, planted.secret(where))
    for member in ("model", "metadata"):
        where = f"{member} name"
        yield where, put(whole_event(), (member,), {"a": {planted.secret(where): 1}})


def malformed_events(planted: Planted) -> Iterator[tuple[str, dict[str, Any]]]:
    """Events that do not fit the schema, with a secret where they do not."""
    for path in MALFORMED:
        where = ".".join(map(str, path))
        yield where, put(whole_event(), path, planted.secret(where))
    yield "name", {**whole_event(), planted.secret("name"): 1}
    yield "too long", put(whole_event(), ("event_id",), planted.secret("too long") * 9)
    yield "too long text", put(whole_event(), ("content",), planted.secret("too long text") * 2_000)


@dataclass(frozen=True)
class Sent:
    """One answer, whole: status, headers and body."""

    status: int
    told: str


def send(port: int, method: str, path: str, body: Any = None, **headers: str) -> Sent:
    """One request over a connection of its own; `body` is sent as it is, or as JSON."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    raw = body if isinstance(body, str | bytes | None) else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, raw, named)
        answer = connection.getresponse()
        read = answer.read().decode("utf-8", "replace")
        return Sent(answer.status, f"{answer.getheaders()} {read}")
    finally:
        connection.close()
