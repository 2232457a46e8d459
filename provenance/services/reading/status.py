"""How much is here for a reader, and how much of it is still to be indexed."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from provenance.models import IndexWork
from provenance.services.access.caller import Caller
from provenance.services.reading.reader import reading


def status(*, caller: Caller, at: datetime) -> dict[str, Any]:
    """Counts over what the caller may see, and nothing beyond."""
    with reading(caller=caller, at=at) as reader:
        visible = reader.observations()
        pending = IndexWork.objects.here().filter(observation_id__in=visible.values("id"))
        return {
            "observations": visible.count(),
            "sessions": reader.sessions().count(),
            "pending": pending.aggregate(
                lexical=Count("id", filter=Q(lexical_pending=True)),
                semantic=Count("id", filter=Q(semantic_pending=True)),
            ),
        }
