"""A local OpenAI-compatible `/embeddings` server over one of our own embedders."""

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from recall.embedders.port import Embedder


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"
    # A client that keeps its connection must not wait for the acknowledgement of the headers.
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        given = asked["input"]
        texts = [given] if isinstance(given, str) else [str(text) for text in given]
        vectors = self.server.embedder.embed_passages(texts=texts)
        written = _base64 if asked.get("encoding_format") == "base64" else _numbers
        payload = json.dumps(
            {
                "object": "list",
                "model": asked.get("model", ""),
                "data": [
                    {"object": "embedding", "index": index, "embedding": written(vector)}
                    for index, vector in enumerate(vectors)
                ],
                "usage": {"prompt_tokens": 0, "total_tokens": 0},
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a line for each text would drown the table."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.embedder = embedder


@contextmanager
def embeddings(embedder: Embedder) -> Iterator[str]:
    """Serves passages of the embedder on this machine alone; the base URL."""
    server = _Server(embedder)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _numbers(vector: np.ndarray) -> list[float]:
    return [float(value) for value in vector]


def _base64(vector: np.ndarray) -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()
