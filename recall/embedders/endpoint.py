"""Any OpenAI-compatible `/embeddings` address as embedder."""

import json
import re
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from recall.embedders.endpoint_http import EndpointAddress, post_json
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.port import Vectors

BATCH = 64
MAX_CHARACTERS = 8_000
_LABEL = re.compile(r"endpoint@(?P<model>.+):(?P<dimension>[0-9]+)@[^@]+")


class Endpoint:
    """Asks `<url>/embeddings` for vectors of `model`, with a Bearer key where one is given.

    `timeout` in seconds bounds each request as a whole. No prefix is added: what the model wants
    is not known here. Raises EmbedderUnavailable where the address or the model is missing.
    """

    name = "endpoint"
    lexical = False

    def __init__(
        self, *, url: str, model: str, key: str, dimension: int, timeout: float = 20.0
    ) -> None:
        if not model:
            raise EmbedderUnavailable("EMBEDDING_ENDPOINT_MODEL names no model.")
        self._address = EndpointAddress.parse(url=url, key=key)
        self._model = model
        self._timeout = timeout
        self.dimension = dimension
        self.revision = f"{model}:{dimension}@{self._address.host}"

    @classmethod
    def of_label(cls, label: str, *, url: str, key: str) -> Self:
        """The endpoint that made vectors of this label, by today's address and key.

        EmbedderUnavailable where the label is not of this kind, or the address is none.
        """
        found = _LABEL.fullmatch(label)
        if found is None:
            raise EmbedderUnavailable(f"{label} names no endpoint.")
        return cls(url=url, key=key, model=found["model"], dimension=int(found["dimension"]))

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed in requests of 64 texts, each cut at 8,000 characters."""
        parts = [self._ask(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        return np.concatenate([np.empty((0, self.dimension), np.float32), *parts])

    def embed_query(self, *, text: str) -> Vectors:
        """Embed one text, cut at 8,000 characters."""
        vector: Vectors = self._ask([text])[0]
        return vector

    def _ask(self, texts: Sequence[str]) -> Vectors:
        # Endpoints refuse an empty text, and with it the whole batch.
        body = {
            "model": self._model,
            "input": [text[:MAX_CHARACTERS] or " " for text in texts],
            "encoding_format": "float",
        }
        answer = post_json(
            address=self._address, body=json.dumps(body).encode(), timeout=self._timeout
        )
        return self._unit_rows(_rows(answer, expected=len(texts)))

    def _unit_rows(self, rows: list[Any]) -> Vectors:
        try:
            matrix = np.array(rows, np.float32)
        except (ValueError, TypeError) as error:
            raise _odd("vectors that are not lists of numbers of one length") from error
        if matrix.shape != (len(rows), self.dimension):
            found = matrix.shape[1] if matrix.ndim > 1 else 0
            raise _odd(
                f"vectors of dimension {found}, where EMBEDDING_ENDPOINT_DIMENSION "
                f"is {self.dimension}"
            )
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not np.all(np.isfinite(lengths) & (lengths > 0)):
            raise _odd("a vector without direction")
        unit: Vectors = matrix / lengths
        return unit


def _rows(answer: Any, *, expected: int) -> list[Any]:
    try:
        by_index = {entry["index"]: entry["embedding"] for entry in answer["data"]}
    except (KeyError, TypeError) as error:
        raise _odd("something other than a list of embeddings") from error
    if len(answer["data"]) != expected or set(by_index) != set(range(expected)):
        raise _odd(f"{len(answer['data'])} vectors to {expected} texts")
    return [by_index[index] for index in range(expected)]


def _odd(what: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(f"The embedding endpoint answered with {what}.")
