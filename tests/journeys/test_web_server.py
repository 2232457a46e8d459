"""gunicorn as users run it: what only a real server and a real client meet."""

import re
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.cast import Person
from tests.journeys.web import Web, serving

pytestmark = pytest.mark.slow
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def web(_open_database: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Two processes, whose counts are put together below a directory of their own."""
    data = tmp_path_factory.mktemp("data")
    with serving(WEB_PROCESSES="2", DATA=str(data)) as web:
        yield web


def get(web: Web, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", web.port, timeout=60)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "size"), [("/v1/observe", 4 * MIB), ("/v1/observe/batch", 17 * MIB)]
)
def test_who_sends_too_much_reads_the_refusal(web: Web, ada: Person, path, size):
    status, body = web.post(path, {"content": "x" * size}, key=ada.secret)
    assert (status, body["code"]) == (413, "payload_too_large")


def test_who_sends_too_much_without_a_key_reads_the_refusal(web: Web):
    status, body = web.post("/v1/observe", {"content": "x" * (4 * MIB)}, key="mem_none")
    assert (status, body["code"]) == (401, "unauthenticated")


def count(web: Web, route: str) -> float:
    status, body = get(web, "/metrics")
    assert status == 200
    row = rf'^memoryapp_requests_total{{route="{route}",status="200"}} (\S+)$'
    return sum(float(number) for number in re.findall(row, body.decode(), re.MULTILINE))


def test_every_process_tells_the_counts_of_all(web: Web):
    before = count(web, "health-live")
    for _ in range(40):
        assert get(web, "/health/live")[0] == 200
    assert {count(web, "health-live") for _ in range(10)} == {before + 40}


def test_a_long_question_is_taken(web: Web):
    assert get(web, "/v1/status?q=" + "x" * 7_000)[0] == 401
    assert get(web, "/v1/status?q=" + "x" * 9_000)[0] == 414


def test_head_is_answered_without_a_body(web: Web):
    for path in ("/health/live", "/v1/status", "/login", "/no-such-page", "/static/mark.svg"):
        assert get(web, path, "HEAD")[1] == b"", path
