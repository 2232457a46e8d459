"""A store that an earlier run loaded holds readings made by the code of that day."""

from datetime import UTC, datetime

import numpy as np

from provenance.database.tenancy import workspace
from provenance.models import Observation
from recall.embedders.port import Embedder
from recall.evaluation.load import Progress
from recall.evaluation.store import Store
from recall.models import Embedding
from recall.services.embed import embed, label_of
from recall.services.passage import passage_of
from recall.services.rebuild import rebuild
from recall.services.verify_readings import check_readings

_SAMPLE = 16
# Vectors are stored in half precision.
_SAME = 0.999


def make_current(*, store: Store, embedder: Embedder, progress: Progress) -> bool:
    """Makes the readings again where they are not what today's code would make; True if so.

    Words are compared one and all, vectors in a sample spread over the store.
    """
    stale = any(check_readings(store.tenancy, lambda check, count: None))
    if not stale and _vectors_agree(store, embedder):
        return False
    rebuild(tenancy=store.tenancy, at=datetime.now(UTC), embedder=embedder, progress=progress)
    return True


def _vectors_agree(store: Store, embedder: Embedder) -> bool:
    with workspace(store.host):
        rows = list(
            Observation.objects.here()
            .filter(lane="open", content__isnull=False)
            .select_related("content")
            .order_by("position")
        )
        rows = rows[:: max(1, len(rows) // _SAMPLE)]
        vectors = Embedding.objects.here().filter(
            embedder=label_of(embedder), observation__in=[row.id for row in rows]
        )
        stored = {
            (one.observation_id, one.piece): np.asarray(one.vector, np.float32) for one in vectors
        }
    passages = [passage_of(row, text=row.content.text) for row in rows]
    if not passages:
        return True
    made = iter(embed(embedder=embedder, passages=passages))
    today = {
        (passage.observation_id, number): next(made)
        for passage in passages
        for number in range(len(passage.pieces))
    }
    return stored.keys() == today.keys() and all(
        float(np.dot(stored[piece], vector)) > _SAME for piece, vector in today.items()
    )
