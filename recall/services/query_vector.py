"""The one embedding of a recall, made before any transaction is open."""

import logging
from dataclasses import dataclass

from provenance.database.tenancy import InWorkspace
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of
from recall.embedders.port import Vectors
from recall.services.in_use import embedder_of
from recall.services.mute import note_mute

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class QueryVector:
    """The vector of a question. `degraded`: there should be one, and the embedder is not to be had."""

    vector: Vectors | None
    embedder: str | None
    lexical: bool
    degraded: bool


def embed_question(text: str, *, within: InWorkspace) -> QueryVector:
    """Embeds the question by the embedder whose vectors the workspace is searched by.

    An empty one costs no embedding, an embedder that fails no answer. Outside any transaction.
    """
    embedder = None
    try:
        embedder = embedder_of(within)
        vector = embedder.embed_query(text=text) if text else None
        return QueryVector(vector, label_of(embedder), embedder.lexical, degraded=False)
    except EmbedderUnavailable as error:
        if embedder is not None:
            note_mute(embedder)
        log.warning("Recall goes by words alone (%s).", type(error).__name__)
        return QueryVector(None, None, lexical=False, degraded=True)
