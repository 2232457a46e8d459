"""What was refused is nowhere (P10): secrets in every place, through every door, then a search."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from memoryapp.embedded.paths import superuser_url
from tests.cast import Person, add_person
from tests.factories import EventFactory
from tests.journeys.canaries import Planted, Sent, malformed_events, refused_events, send
from tests.journeys.web import Web, serving
from tests.provenance.secrets_sample import canary, secret_with
from tests.provenance.test_rotation import slug_of
from tests.server import data_directory, own_database

REJECTED = 422


class Doors:
    """The doors of one server, for one key; keeps every answer."""

    def __init__(self, web: Web, person: Person) -> None:
        self.web, self.person, self.answers = web, person, list[Sent]()

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Sent:
        given = {
            "Authorization": f"Bearer {self.person.secret}",
            "Content_Type": "application/json",
            **headers,
        }
        answer = send(self.web.port, method, path, body, **given)
        self.answers.append(answer)
        return answer

    def raw(self, text: str) -> None:
        """Bytes that are hardly HTTP."""
        with socket.create_connection(("127.0.0.1", self.web.port), timeout=60) as plain:
            plain.sendall(text.encode())
            plain.shutdown(socket.SHUT_WR)
            told = b"".join(iter(lambda: plain.recv(65_536), b""))
        self.answers.append(Sent(0, told.decode("utf-8", "replace")))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """All that the web server writes: its access log, its errors, and what the application logs."""
    return tmp_path / "web.log"


@pytest.fixture
def web(log: Path) -> Iterator[Web]:
    into = f"--access-logfile {log} --error-logfile {log} --capture-output"
    with serving(GUNICORN_CMD_ARGS=into, LOG_LEVEL="DEBUG") as web:
        yield web


def rows_with(words: list[str]) -> list[str]:
    """Tables of which a row holds one of the words, in any column, read as the superuser."""
    found = []
    with psycopg.connect(superuser_url(data_directory(), own_database())) as connection:
        tables = connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            " WHERE table_type = 'BASE TABLE'"
            " AND table_schema NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        assert len(tables) > 30
        for schema, table in tables:
            query = sql.SQL("SELECT count(*) FROM {} AS t WHERE t::text ~ %s").format(
                sql.Identifier(schema, table)
            )
            (count,) = connection.execute(query, ["|".join(words)]).fetchone() or (0,)
            if count:
                found.append(table)
    return found


def files_with(words: list[str]) -> list[str]:
    """Files of the database server, its write-ahead log and its notes included, with a word."""
    with psycopg.connect(superuser_url(data_directory(), own_database()), autocommit=True) as one:
        one.execute("CHECKPOINT")
    pattern = re.compile("|".join(words).encode())
    found = []
    for path in Path(data_directory() / "postgres").rglob("*"):
        try:
            if path.is_file() and pattern.search(path.read_bytes()):
                found.append(str(path.relative_to(data_directory())))
        except FileNotFoundError:
            # PostgreSQL took it away meanwhile.
            continue
    return found


def observe_everywhere(doors: Doors, planted: Planted) -> None:
    """Each place alone, in a batch, and in a batch that is atomic."""
    events = dict(refused_events(planted))
    for where, event in events.items():
        assert doors("POST", "/v1/observe", event).status == REJECTED, where
        atomic = {"atomic": True, "observations": [EventFactory(), event]}
        assert doors("POST", "/v1/observe/batch", atomic).status == REJECTED, where
    together = doors("POST", "/v1/observe/batch", {"observations": list(events.values())})
    assert f'"rejected":{len(events)}' in together.told
    for where, event in malformed_events(planted):
        assert doors("POST", "/v1/observe", event).status in (400, 413), where
        assert doors("POST", "/v1/observe/batch", {"observations": [event]}).status == 200, where


def knock_wrongly(doors: Doors, planted: Planted) -> None:
    """Headers, addresses and bodies that no door asks for."""
    p = planted.secret
    good = EventFactory()
    for name in ("X_Canary", "User_Agent", "Referer", "X_Request_Id", "Cookie", "X_Forwarded_For"):
        doors("POST", "/v1/observe", good, **{name: p(f"header {name}")})
    doors("POST", "/v1/observe", good, Authorization=f"Bearer {p('key')}")
    doors("POST", "/v1/observe", good, Authorization=p("scheme"))
    doors("POST", "/v1/observe", good, Content_Type=f"text/{p('type')}")
    doors("POST", "/v1/observe", good, Content_Type=f"application/json; charset={p('charset')}")
    doors("POST", "/v1/observe", good, Accept=f"text/{p('accept')}")
    doors("POST", f"/v1/observe?canary={p('observe query')}", good)
    for path in ("observations", "sessions", "receipts", "conversations/recent", "whoami"):
        doors("GET", f"/v1/{path}?canary={p('query of ' + path)}")
        doors("GET", f"/v1/{path}?{p('parameter of ' + path)}=1")
    doors("GET", f"/v1/observations?q={p('q')}&session={p('session filter')}&since={p('since')}")
    doors("GET", f"/v1/observations?cursor={p('cursor')}")
    doors("GET", f"/v1/receipts?event_id={p('receipt of')}")
    for path in ("/v1/{}", "/v1/observations/{}", "/v1/sessions/{}/turns", "/{}", "/admin/{}"):
        doors("GET", path.format(p(f"path {path}")))
    doors("GET", f"/problems/{p('problem')}")
    doors("GET", f"/v1/sessions/{p('session')}")
    boundary = "a-boundary"
    multipart = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="{p("part name")}"; '
        f'filename="{p("file name")}"\r\n\r\n{p("part")}\r\n--{boundary}--\r\n'
    )
    doors(
        "POST", "/v1/observe", multipart, Content_Type=f"multipart/form-data; boundary={boundary}"
    )
    doors("POST", "/login", multipart, Content_Type=f"multipart/form-data; boundary={boundary}")
    form = f"content={p('form')}"
    doors("POST", "/v1/observe", form, Content_Type="application/x-www-form-urlencoded")
    for number, broken in enumerate(('{{"a": "{}', '{{"{}": NaN}}', '["{}"]', '{{"{}": 1', "{}")):
        doors("POST", "/v1/observe", broken.format(p(f"broken {number}")))
    doors("POST", "/v1/observe", '{"content": "' + p("huge") + "x" * 1_100_000 + '"}')
    doors("POST", "/v1/observe", ('{"a": "' + p("latin") + '\udcff"}').encode("latin-1", "replace"))
    doors(p("method")[:20], "/v1/observe")


def ask_and_correct(doors: Doors, planted: Planted, observation: str) -> None:
    """Questions and proposals with secrets in them."""
    p = planted.secret
    question = {"query": f"where is {p('question')}?", "caller": {"session": p("shown to")}}
    doors("POST", "/v1/recall", question)
    doors("POST", "/v1/recall", {"query": "x", "subjects": [{"kind": "a", "key": p("about")}]})
    doors("POST", "/v1/recall", {"query": "x", "session": p("asked session")})
    doors("POST", "/v1/recall", {"query": "x", "intent": p("intent")})
    doors("POST", "/v1/recall", {"query": "x", p("asked name"): 1})
    for member in ("event_id", "statement", "reason"):
        proposal = {
            "kind": "correct",
            "targets": [observation],
            "statement": "We deploy on Mondays.",
            "reason": "It changed.",
            "event_id": canary(),
            member: p(f"correction {member}"),
        }
        answer = doors("POST", "/v1/corrections", proposal)
        assert answer.status == REJECTED, (member, answer.told)
    doors("POST", f"/v1/observations/{observation}/release", {"reason": p("release")})
    for member in ("event_id", "reason"):
        erasure = {
            "observations": [observation],
            "reason": "Asked for.",
            member: p(f"erase {member}"),
        }
        answer = doors("POST", "/v1/erasures", erasure)
        assert answer.status == REJECTED, (member, answer.told)
    for path in ("decide", "revert"):
        sent = {"decision": "accept", "note": p(f"note of {path}")}
        doors("POST", f"/v1/corrections/{observation}/{path}", sent)


def speak_the_older_shapes(doors: Doors, planted: Planted, observation: str, slug: str) -> None:
    """The doors of MemoryD."""
    p, pair = planted.secret, {"profile": "default", "workspace": slug}
    base = "/compat/memoryd/v1"
    asked = {"ids": [observation], "reason": p("forget reason"), **pair}
    assert "secret_detected" in doors("POST", f"{base}/forget", asked).told
    doors("POST", f"{base}/forget", {"ids": [p("forget id")], **pair})
    doors("POST", f"{base}/forget", {"ids": [observation], "profile": p("profile")})
    doors("POST", f"{base}/forget", {"ids": [observation], p("forget name"): 1, **pair})
    turn = {"actor": "user", "content": p("older turn")}
    doors("POST", f"{base}/turns", {"turns": [turn], **pair})
    doors("POST", f"{base}/conclusions", {"conclusions": [p("conclusion")], **pair})
    doors("POST", f"{base}/checkpoints", {"summary": p("checkpoint"), **pair})
    doors(
        "POST",
        f"{base}/subjects",
        {"subject_key": p("subject key"), "kind": "a", "display_name": p("display name"), **pair},
    )
    doors("POST", f"{base}/recall", {"query": p("older question"), **pair})
    doors("POST", f"{base}/search", {"query": p("older search"), **pair})


def break_http(doors: Doors, planted: Planted) -> None:
    """Requests that the web server itself refuses."""
    p = planted.secret
    doors.raw(f"GET / HTTP/1.1\r\nHost: localhost\r\nbad name {p('header line')}\r\n\r\n")
    doors.raw(f"GET / HTTP/1.1\r\nHost: localhost\r\n{p('control')}\x01: 1\r\n\r\n")
    doors.raw(f"{p('request line')}\r\n\r\n")
    doors.raw(f"GET / {p('version')}\r\n\r\n")
    doors.raw(f"GET /{p('long line')}{'x' * 9_000} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    doors.raw(f"GET / HTTP/1.1\r\nHost: {p('host')}\r\n\r\n")
    chunk = (
        f"POST /v1/observe HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {p('coding')}\r\n\r\n"
    )
    doors.raw(chunk)


def test_p10_what_was_refused_is_nowhere(web: Web, log: Path, rita: Person, capfd):
    person = add_person(
        rita,
        "all",
        kind="host",
        grants=("observe", "capture", "recall", "propose", "review", "administer"),
    )
    doors, planted = Doors(web, person), Planted()
    kept = canary()
    stored = doors("POST", "/v1/observe", EventFactory(content=f"The word is {kept}."))
    observation = re.search(r'"observation":"([0-9a-f-]+)"', stored.told)
    assert observation is not None, stored.told

    observe_everywhere(doors, planted)
    knock_wrongly(doors, planted)
    ask_and_correct(doors, planted, observation[1])
    speak_the_older_shapes(doors, planted, observation[1], slug_of(rita))
    break_http(doors, planted)
    metrics = send(web.port, "GET", "/metrics").told

    words = list(planted.words.values())
    assert len(words) > 100
    # The searches find what was kept, so that their silence means something.
    assert {"content"} <= set(rows_with([kept]))
    assert files_with([kept])
    assert rows_with(words) == []
    assert files_with(words) == []
    # PostgreSQL writes to the stream that the tests' own processes have.
    printed = "".join(capfd.readouterr())
    assert "could not be read" in log.read_text()
    assert "POST /v1/observe 422" in log.read_text()
    everything = {
        "answers": "\n".join(answer.told for answer in doors.answers),
        "metrics": metrics,
        "logs": log.read_text() + printed,
    }
    told = {
        place: [where for where, word in planted.words.items() if word in text]
        for place, text in everything.items()
    }
    # Strangers are led back, after the login, to the page that they asked for.
    assert told == {"answers": ["path /admin/{}"], "metrics": [], "logs": []}


def test_p10_a_task_is_told_the_workspace_and_nothing_else(ada: Person, monkeypatch, settings):
    told: list[dict[str, Any]] = []
    monkeypatch.setattr("recall.receivers.hurry", lambda **given: told.append(given))
    # An endpoint's vectors are always the workers' work.
    settings.EMBEDDER = "endpoint"
    assert ada.post("/v1/observe", EventFactory(content=secret_with(canary()))).status_code == 422
    assert told == []
    assert ada.post("/v1/observe", EventFactory()).status_code == 201
    assert told == [{"workspace_id": ada.workspace_id}]
