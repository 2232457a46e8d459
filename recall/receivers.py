"""What recall does when the ledger announces an observation: words at once, meaning if time allows."""

import logging
from collections.abc import Collection
from contextvars import ContextVar
from datetime import datetime
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, transaction
from django.dispatch import receiver

from provenance.database.prepared import run
from provenance.database.tenancy import Tenancy
from provenance.models import Observation
from provenance.signals import (
    equivalents_sought,
    import_due,
    observation_recorded,
    observations_erased,
)
from recall.embedders.errors import EmbedderUnavailable
from recall.hurry import hurry
from recall.services.embed import embed, store
from recall.services.forget import forget
from recall.services.in_use import embedder_of
from recall.services.index_text import index_text
from recall.services.likeness import alike_in_words
from recall.services.passage import passage_of
from recall.services.pieces import LONGEST
from recall.signals import checks_begun, themes_begun

log = logging.getLogger(__name__)
# An embedding that has begun is finished: what would take a second is a worker's from the start.
_LONGEST_INLINE = 4 * LONGEST
_INDEXED = """
UPDATE index_work SET lexical_pending = false WHERE workspace_id = %(here)s AND observation_id = %(id)s
"""
# Seconds that the request at hand may still spend embedding; outside requests there are none.
_inline_left: ContextVar[float] = ContextVar("inline_left", default=0.0)


@receiver(request_started)
def allow_inline_embedding(**_: Any) -> None:
    """Gives each request its time for embedding."""
    _inline_left.set(settings.EMBED_INLINE_MS / 1000)


@receiver(request_finished)
def end_inline_embedding(**_: Any) -> None:
    """What follows in this thread is no request."""
    _inline_left.set(0.0)


@receiver(observation_recorded)
def index_observation(*, observation: Observation, text: str, at: datetime, **_: Any) -> None:
    """Indexes words in the same transaction; where that fails, the sweep does it."""
    try:
        with transaction.atomic():
            index_text(observation=observation, text=text)
            run(_INDEXED, {"here": observation.workspace_id, "id": observation.id})
    except DatabaseError as error:
        log.warning("Words of an observation are left to the sweep (%s).", type(error).__name__)
    transaction.on_commit(lambda: _embed_or_hurry(observation, text), robust=True)


@receiver(observations_erased)
def forget_observations(*, observation_ids: Collection[UUID], **_: Any) -> None:
    """Takes every reading of the erased away, in the transaction that erases."""
    forget(observation_ids=observation_ids)


@receiver(equivalents_sought)
def count_equivalents(*, observation_id: UUID, **_: Any) -> int:
    """By words alone: no model is called inside the transaction."""
    return alike_in_words(observation_id=observation_id)


def _embed_or_hurry(observation: Observation, text: str) -> None:
    """After the commit: the vector now, or a worker's. A request never waits for an endpoint."""
    tenancy = Tenancy(observation.workspace_id)
    long = len(text) > _LONGEST_INLINE
    if _inline_left.get() <= 0 or long or settings.EMBEDDER == "endpoint":
        hurry(workspace_id=tenancy.workspace_id)
        return
    begun = monotonic()
    try:
        embedder, passage = embedder_of(tenancy), passage_of(observation, text=text)
        if embedder.name == "endpoint":  # still in use, though the settings name another by now
            hurry(workspace_id=tenancy.workspace_id)
            return
        vectors = embed(embedder=embedder, passages=[passage])
        store(tenancy=tenancy, embedder=embedder, passages=[passage], vectors=vectors)
    except (EmbedderUnavailable, DatabaseError) as error:
        log.warning("A vector is left to the workers (%s).", type(error).__name__)
        hurry(workspace_id=tenancy.workspace_id)
    finally:
        _inline_left.set(_inline_left.get() - (monotonic() - begun))


@receiver(themes_begun)
def hurry_themes(*, workspace_id: UUID, **_: Any) -> None:
    """After the commit: a worker finds them."""
    transaction.on_commit(lambda: hurry(workspace_id=workspace_id, task="find_themes"), robust=True)


@receiver(import_due)
def hurry_imports(*, workspace_id: UUID, **_: Any) -> None:
    """After the commit: a worker goes on with it."""
    transaction.on_commit(lambda: hurry(workspace_id=workspace_id, task="run_imports"), robust=True)


@receiver(checks_begun)
def hurry_checks(*, workspace_id: UUID, **_: Any) -> None:
    """After the commit: a worker checks the saved questions."""
    transaction.on_commit(
        lambda: hurry(workspace_id=workspace_id, task="check_questions"), robust=True
    )
