"""One POST to the embedding endpoint, bounded in time and size.

`http.client` and not urllib: urllib follows redirects and takes the key along to another host.
"""

import json
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Self
from urllib.parse import urlsplit

from recall.embedders.errors import EmbedderUnavailable

OK = 200
MAX_ANSWER = 64 * 1024 * 1024
CHUNK = 64 * 1024


@dataclass(frozen=True)
class EndpointAddress:
    """Where to ask. The key is left out of `repr`, so that no log can show it."""

    secure: bool
    host: str
    path: str
    key: str = field(repr=False)

    @classmethod
    def parse(cls, *, url: str, key: str) -> Self:
        """Read a base address such as `https://api.example.org/v1`. Raises EmbedderUnavailable."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EmbedderUnavailable("EMBEDDING_ENDPOINT is not an http or https address.")
        host = parts.netloc.rpartition("@")[2]
        path = parts.path.rstrip("/").removesuffix("/embeddings") + "/embeddings"
        return cls(secure=parts.scheme == "https", host=host, path=path, key=key)

    def connect(self, *, timeout: float) -> HTTPConnection:
        """Make a connection, not yet open; `timeout` in seconds holds for each socket call."""
        kind = HTTPSConnection if self.secure else HTTPConnection
        return kind(self.host, timeout=timeout)


def post_json(*, address: EndpointAddress, body: bytes, timeout: float) -> Any:
    """Send `body`, return the parsed answer. Raises EmbedderUnavailable with the reason."""
    deadline = time.monotonic() + timeout
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if address.key:
        headers["Authorization"] = f"Bearer {address.key}"
    connection = address.connect(timeout=timeout)
    try:
        connection.request("POST", address.path, body=body, headers=headers)
        response = connection.getresponse()
        # The body of a refusal may quote the text that was sent: it is not passed on.
        if response.status != OK:
            raise EmbedderUnavailable(f"The embedding endpoint answered {response.status}.")
        return json.loads(_read(response, deadline))
    except TimeoutError as error:
        raise EmbedderUnavailable(
            f"The embedding endpoint did not answer within {timeout:g} s."
        ) from error
    except (OSError, HTTPException) as error:
        reason = type(error).__name__
        raise EmbedderUnavailable(
            f"The embedding endpoint cannot be reached ({reason})."
        ) from error
    except ValueError as error:
        raise EmbedderUnavailable("The embedding endpoint did not answer in JSON.") from error
    finally:
        connection.close()


def _read(response: HTTPResponse, deadline: float) -> bytes:
    # The socket's timeout is per call: a server that drips would hold a worker without this.
    answer = bytearray()
    while chunk := response.read1(CHUNK):
        answer += chunk
        if len(answer) > MAX_ANSWER:
            raise EmbedderUnavailable("The embedding endpoint's answer is too long.")
        if time.monotonic() > deadline:
            raise TimeoutError
    return bytes(answer)
