"""JSON over one kept connection, and vectors of the local server: standard library alone."""

import http.client
import json
import socket
from typing import Any
from urllib.parse import urlsplit


class Client:
    """POSTs JSON. Not for several threads."""

    def __init__(self, base: str, *, headers: dict[str, str] | None = None) -> None:
        parts = urlsplit(base)
        self._path = parts.path.rstrip("/")
        self._headers = {"Content-Type": "application/json", **(headers or {})}
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        """The status and the JSON of the answer."""
        return self._ask("POST", path, json.dumps(body))

    def get(self, path: str) -> tuple[int, Any]:
        """The status and the JSON of the answer."""
        return self._ask("GET", path, None)

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, Any]:
        if self._connection.sock is None:
            self._connection.connect()
            self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self._connection.request(method, self._path + path, body, self._headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


class Vectors:
    """Embeds by the local server."""

    def __init__(self, *, base: str, model: str) -> None:
        self._client, self._model = Client(base), model

    def __call__(self, texts: list[str]) -> list[list[float]]:
        """A vector for each text."""
        _, answer = self._client.post("/embeddings", {"model": self._model, "input": texts})
        return [one["embedding"] for one in answer["data"]]
