"""The doctor tries a host out before it is enabled: each check is a line, each fault has a remedy."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from threading import Event, Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.db import connections

from memoryapp.doctor.examine import examine
from memoryapp.doctor.report import Check
from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Content, Grant, Observation, Producer
from provenance.services.access.granting import give, revoke
from provenance.services.access.keys import make_key, revoke_key
from tests.cast import Person, add_person
from tests.contract.saying import say
from tests.provenance.erasing import here
from tests.recall.test_recall import ask


class Quiet(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The application on a port of this machine, on the tests' own database."""

    application = get_wsgi_application()

    def closing(environ: Any, start_response: Any) -> Any:
        try:
            return application(environ, start_response)
        finally:
            connections.close_all()

    with make_server("127.0.0.1", 0, closing, handler_class=Quiet) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def host(rita: Person) -> Person:
    """A host as `add_principal` makes one."""
    return add_person(rita, "codex", kind="host", grants=("observe", "capture", "recall"))


def now() -> datetime:
    return datetime.now(UTC)


def told(url: str, key: str, **more: Any) -> dict[str, Check]:
    """The checks by their names."""
    return {check.name: check for check in examine(url=url, key=key, producer=None, **more)}


def test_p13_a_sound_host_passes_every_check(url, host):
    out = StringIO()
    call_command("doctor", host.secret, "--url", url, stdout=out)
    lines = out.getvalue().splitlines()
    assert [line[0] for line in lines[:-1]] == ["✓"] * (len(lines) - 1)
    assert lines[-1] == "The host may be enabled."
    names = [line[2:].split(":")[0] for line in lines[:-1]]
    assert names == [
        "server", "clock", "key", "kind", "end", "observe", "capture", "recall", "producer",
        "write", "capture", "retry", "read", "scratch",
    ]  # fmt: skip
    assert host.secret not in out.getvalue()


def test_p14_the_scratch_turn_leaves_no_words_behind(url, host, ben):
    assert told(url, host.secret)["scratch"].found == "the turn is erased again"
    assert len(here(host, Observation)) == 1
    assert not here(host, Content)


def test_p12_a_scratch_turn_is_recalled_by_its_own_session_alone(ada, ben):
    said = say(ada, "A scratch turn of the doctor: teal otter.", labels=("doctor",), session_id="d")
    assert ask(ben, "teal otter", session="d")["episodic"][0]["observation"] == str(said)
    for question in ({"query": "teal otter"}, {"query": "recent conversations"}):
        assert ask(ben, **question)["episodic"] == []
    assert ben.get("/v1/conversations/recent").json()["results"] == []


@pytest.mark.parametrize("how", ["-", None])
def test_the_key_is_read_from_where_no_process_list_shows_it(url, host, monkeypatch, how):
    monkeypatch.setattr("sys.stdin", StringIO(host.secret + "\n"))
    monkeypatch.setenv("MEMORYAPP_KEY", host.secret)
    out = StringIO()
    call_command("doctor", *([how] if how else []), "--url", url, stdout=out)
    assert "The host may be enabled." in out.getvalue()


def test_p13_a_key_that_nobody_knows_is_told_so(url, host):
    check = told(url, "mem_nobody")["key"]
    assert (check.sound, "unknown" in check.found) == (False, True)


def test_p13_a_revoked_key_is_told_when(url, host, rita):
    with workspace(rita.principal):
        key = ApiKey.objects.here().get(id=host.caller.key_id)
        revoke_key(by=rita.principal.id, key=key, reason="lost", at=now())
    check = told(url, host.secret)["key"]
    assert (check.sound, check.found[:10]) == (False, "revoked at")


def test_p13_an_expired_key_is_told_when(url, host, rita):
    end = now() + timedelta(milliseconds=200)
    key = make_short(rita, host, until=end)
    while now() <= end:
        Event().wait(0.05)
    check = told(url, key)["key"]
    assert (check.sound, check.found[:10]) == (False, "expired at")


def make_short(rita: Person, host: Person, *, until: datetime) -> str:
    """A key of the host that ends then."""
    with workspace(rita.principal):
        return make_key(
            by=rita.principal.id,
            principal_id=host.principal.id,
            workspace_id=rita.workspace_id,
            kind="host",
            label="brief",
            at=now(),
            expires_at=until,
        ).secret


def test_p13_a_key_that_ends_soon_is_to_be_rotated(url, host, rita):
    check = told(url, make_short(rita, host, until=now() + timedelta(days=1)))["end"]
    assert not check.sound
    assert "rotate_key" in check.remedy


def test_p04_an_agents_key_is_no_hosts(url, rita):
    agent = add_person(rita, "claude", kind="agent", grants=("observe", "capture", "recall"))
    checks = told(url, agent.secret)
    assert not checks["kind"].sound
    assert "unverified" in checks["capture"].found


@pytest.mark.parametrize("capability", ["observe", "capture"])
def test_p13_a_missing_grant_is_told(url, host, rita, capability):
    with workspace(rita.principal):
        grant = Grant.objects.here().get(principal_id=host.principal.id, capability=capability)
        revoke(by=rita.principal.id, grant=grant, reason="test", at=now())
    failed = [
        check for check in examine(url=url, key=host.secret, producer=None) if not check.sound
    ]
    assert capability in [check.name for check in failed]
    with pytest.raises(CommandError, match="do not enable"):
        call_command("doctor", host.secret, "--url", url, stdout=StringIO())


def test_p13_a_host_that_may_not_recall_is_sound(url, rita):
    host = add_person(rita, "writer", kind="host", grants=("observe", "capture"))
    checks = told(url, host.secret)
    assert all(check.sound for check in checks.values())
    assert "receipt" in checks["read"].found


def test_p13_a_grant_over_another_producer_is_told(url, rita, ada):
    say(ada)
    host = add_person(rita, "narrow", kind="host", grants=("recall",))
    with workspace(rita.principal):
        producer = Producer.objects.here().get()
        for capability in ("observe", "capture"):
            give(
                by=rita.principal.id,
                principal_id=host.principal.id,
                capability=capability,
                serves_id=rita.principal.id if capability == "capture" else None,
                producers=[producer.id],
                reason="test",
                at=now(),
            )
    own = told(url, host.secret)
    assert all(check.sound for check in own.values())
    other = {c.name: c for c in examine(url=url, key=host.secret, producer=("codex", "other"))}
    assert not other["observe"].sound
    assert not other["write"].sound


def test_p04_a_bound_key_speaks_for_its_producer(url, rita, ada):
    say(ada)
    with workspace(rita.principal):
        producer = Producer.objects.here().get()
    bound = add_person(
        rita, "bound", kind="host", grants=("observe", "capture"), producer_id=producer.id
    )
    assert all(check.sound for check in told(url, bound.secret).values())
    other = {c.name: c for c in examine(url=url, key=bound.secret, producer=("codex", "other"))}
    assert (other["producer"].sound, other["write"].found) == (False, "refused: producer_mismatch")


class LateAnswer(BaseHTTPRequestHandler):
    """A server whose clock stopped, and which knows nobody."""

    def do_GET(self) -> None:
        """401, from long ago."""
        body = json.dumps({"code": "unauthenticated"}).encode()
        self.send_response_only(401)
        self.send_header("Date", "Sun, 01 Mar 2026 12:00:00 GMT")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_p07_a_clock_that_differs_is_told():
    with ThreadingHTTPServer(("127.0.0.1", 0), LateAnswer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        check = told(f"http://127.0.0.1:{server.server_port}", "mem_x")["clock"]
        server.shutdown()
    assert not check.sound
    assert "ahead of the server" in check.found


def test_a_server_that_is_not_there_is_told():
    (check,) = examine(url="http://127.0.0.1:9", key="mem_x", producer=None)
    assert (check.sound, check.name) == (False, "server")


@pytest.mark.parametrize(
    "arguments", [["k", "--url", "ftp://x"], ["k", "--producer", "codex"], ["schlüssel"], [" "]]
)
def test_what_is_no_key_no_address_and_no_producer_is_refused(arguments):
    with pytest.raises(CommandError):
        call_command("doctor", *arguments)
