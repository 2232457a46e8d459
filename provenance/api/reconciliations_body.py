"""What is asked of a reconciliation, on the wire."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer

from provenance.models.mapping import VERDICTS
from provenance.services.reconciling.asked import KINDS, MOST_PAIRS

from .closed import ClosedSerializer
from .fields import IdField, StrictCharField, StrictChoiceField, StrictListField

_PRODUCERS: dict[str, Any] = {
    "kind": "producers",
    "first": "codex/laptop-1",
    "second": "codex/laptop",
}
_PAIRS: dict[str, Any] = {"kind": "pairs", "verdict": "distinct"}
_NAME = (
    "A producer as `harness/instance`, a session by its `ref` or its host's id, or the beginning of "
    "event ids; `first` and `second` name what may be one."
)


@extend_schema_serializer(
    examples=[
        OpenApiExample("A producer that was renamed", value=_PRODUCERS, request_only=True),
        OpenApiExample("All open pairs are two", value=_PAIRS, request_only=True),
    ]
)
class ReconciliationBody(ClosedSerializer):
    """The question of a plan."""

    kind = StrictChoiceField(choices=KINDS)
    first = StrictCharField(required=False, min_length=1, max_length=301, help_text=_NAME)
    second = StrictCharField(required=False, min_length=1, max_length=301, help_text=_NAME)
    verdict = StrictChoiceField(
        choices=VERDICTS, required=False, help_text="Of `pairs`: what they are to be settled as."
    )
    pairs = StrictListField(
        child=IdField(),
        required=False,
        min_length=1,
        max_length=MOST_PAIRS,
        help_text="Of `pairs`: which; without it, all possible equivalents that are open.",
    )
