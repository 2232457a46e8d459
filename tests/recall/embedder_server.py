"""A local embedding endpoint that behaves as badly as a test asks."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], Any]


class Handler(BaseHTTPRequestHandler):
    server: "EndpointServer"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, self.headers["Authorization"], body))
        answer = self.server.answer(body)
        payload = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(self.server.status)
        self.send_header("Location", self.server.location)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self._send(payload)

    def _send(self, payload: bytes) -> None:
        if not self.server.drip:
            self.wfile.write(payload)
            return
        for byte in payload:
            if self.server.stopped.is_set():
                return
            try:
                self.wfile.write(bytes([byte]))
            except OSError:  # the client hung up, as it should
                return
            time.sleep(self.server.drip)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output for the test."""


class EndpointServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answer: Answer, status: int, drip: float, location: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer, self.status, self.drip, self.location = answer, status, drip, location
        self.requests: list[tuple[str, str | None, dict[str, Any]]] = []
        self.stopped = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}/v1"


@contextmanager
def endpoint_server(
    answer: Answer, *, status: int = 200, drip: float = 0.0, location: str = ""
) -> Iterator[EndpointServer]:
    server = EndpointServer(answer, status, drip, location)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
