"""The one embedding of a recall, made before any transaction is open."""

import logging
from dataclasses import dataclass

from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.port import Vectors
from recall.services.embed import label_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class QueryVector:
    """The vector of a question. `degraded`: there should be one, and the embedder is not to be had."""

    vector: Vectors | None
    embedder: str | None
    lexical: bool
    degraded: bool


def embed_question(text: str) -> QueryVector:
    """Embeds the question; an empty one costs no embedding, an embedder that fails no answer."""
    try:
        embedder = current_embedder()
        vector = embedder.embed_query(text=text) if text else None
        return QueryVector(vector, label_of(embedder), embedder.lexical, degraded=False)
    except EmbedderUnavailable as error:
        log.warning("Recall goes by words alone (%s).", type(error).__name__)
        return QueryVector(None, None, lexical=False, degraded=True)
