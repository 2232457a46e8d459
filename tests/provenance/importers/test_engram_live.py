"""A live engram server: what it answers is taken whole or not at all."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.core.management.base import CommandError

from provenance.management.engram_pull import ASKED, pull

NODE = {"id": "n1", "node_type": "Fact", "content": "The kiln is lit on Mondays.", "tags": "[]"}


@contextmanager
def server(body: bytes, *, status: int = 200) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "http://elsewhere.invalid/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Nothing."""

    served = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{served.server_port}", asked
    finally:
        served.shutdown()
        thread.join()
        served.server_close()


def test_all_nodes_are_asked_for_and_kept_as_they_came(tmp_path):
    body = json.dumps([NODE]).encode()

    with server(body) as (url, asked):
        path = pull(url + "/", into=tmp_path)

    assert asked == [f"/api/nodes?limit={ASKED}"]
    assert path.read_bytes() == body


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_answer"),
        (b"[]", "empty_answer"),
        (json.dumps([NODE, NODE]).encode()[:-20], "cut_answer"),
        (json.dumps([NODE] * 10_000).encode(), "cut_answer"),
        (b"<html>", "not_nodes"),
    ],
    ids=["nothing", "no nodes", "cut off", "the server's limit", "a page"],
)
def test_an_empty_or_cut_answer_is_refused_and_leaves_nothing(tmp_path, body, code):
    with server(body) as (url, _), pytest.raises(CommandError, match=code):
        pull(url, into=tmp_path)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", [301, 404, 500])
def test_no_redirect_is_followed_and_no_error_is_an_answer(tmp_path, status):
    with (
        server(b"[]", status=status) as (url, asked),
        pytest.raises(CommandError, match=str(status)),
    ):
        pull(url, into=tmp_path)

    assert len(asked) == 1
