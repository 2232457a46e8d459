"""Takes waiting texts from the queue for one worker, and gives back what it could not do."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork
from recall.services.in_use import in_use
from recall.services.passage import Passage, passage_of

# How long a worker holds what it took. The slowest of the embedders makes a batch in a quarter of it.
HOLD = timedelta(minutes=5)
_LONGEST_WAIT = timedelta(hours=1)


def take(*, tenancy: Tenancy, label: str, at: datetime, limit: int) -> list[Passage]:
    """Up to `limit` texts that wait for vectors of this label and are due, the longest waiting first.

    Where they are long, fewer: `limit` bounds the vectors as well, a first long text apart. Nobody
    else is given them for HOLD; then they are due again, whatever became of the worker.
    """
    with workspace(tenancy):
        now = in_use()
        if now is not None and label not in now:
            return []
        pending = (
            "semantic_pending" if now is None or label == now.embedder else "successor_pending"
        )
        due = IndexWork.objects.here().filter(**{pending: True}, not_before__lte=at)
        works = (
            due.filter(observation__content__isnull=False)
            .select_related("observation__content")
            .select_for_update(of=("self",), skip_locked=True)
            .order_by("not_before")[:limit]
        )
        passages: list[Passage] = []
        count = 0
        for work in works:
            passage = passage_of(work.observation, text=work.observation.content.text)
            count += len(passage.pieces)
            if passages and count > limit:
                break
            passages.append(passage)
        _work_of(passages).update(not_before=at + HOLD)
        return passages


def give_back(*, tenancy: Tenancy, label: str, passages: Sequence[Passage], at: datetime) -> None:
    """What failed with the embedder of this label is due again later, and later each time.

    At once, where another is to follow that embedder: the same texts wait for it too.
    """
    with workspace(tenancy):
        works, now = _work_of(passages), in_use()
        if now is not None and now.successor is not None and label == now.embedder:
            works.update(not_before=at)
            return
        attempts = max((work.attempts for work in works), default=0)
        wait = min(_LONGEST_WAIT, timedelta(seconds=5 * 2 ** min(attempts, 12)))
        works.update(attempts=F("attempts") + 1, not_before=at + wait)


def _work_of(passages: Sequence[Passage]) -> Any:
    return IndexWork.objects.here().filter(
        observation_id__in=[passage.observation_id for passage in passages]
    )
