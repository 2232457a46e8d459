"""The parameters and the answers of the themes of a window."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from provenance.api.fields import InstantField
from provenance.api.observation_body import ObservationShown
from provenance.api.query import Query, WholeNumberField

INTEGER = serializers.IntegerField


class ThemesQuery(Query):
    """A window of event time."""

    since = InstantField(required=False, help_text="At or after; unknown times are left out.")
    until = InstantField(required=False, help_text="Before; unknown times are left out.")
    limit = WholeNumberField(
        min_value=1, max_value=100, default=20, help_text="Themes that are told, largest first."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses a window that ends before it begins."""
        since, until = attrs.get("since"), attrs.get("until")
        if since and until and until <= since:
            raise serializers.ValidationError({"until": ["not after since"]}, code="invalid")
        return attrs


class SpanShown(serializers.Serializer):
    """Event times of the first and the last turn; null where none has one."""

    first = serializers.DateTimeField(allow_null=True)
    last = serializers.DateTimeField(allow_null=True)


class TrendShown(serializers.Serializer):
    """How often it was talked about: turns in twelve equal parts of the time of all that were read."""

    first = serializers.DateTimeField(help_text="When the first part begins.")
    last = serializers.DateTimeField(help_text="When the last part ends.")
    turns = serializers.ListField(child=INTEGER(), min_length=12, max_length=12)


class ThemeShown(serializers.Serializer):
    """One theme."""

    labels: Any = serializers.ListField(
        child=serializers.CharField(),
        help_text="Words that tell it from the other themes, as they were written, the most telling"
        " first; each stands in two of its turns at least.",
    )
    turns = INTEGER()
    span = SpanShown()
    trend: Any = TrendShown(
        allow_null=True, help_text="Null where all turns are of one time, or of none that is known."
    )
    examples = ObservationShown(
        many=True, help_text="Up to three turns from its middle, each cut at 400 characters."
    )


class ThemedTurnsShown(serializers.Serializer):
    """What the themes were found in, counted."""

    read = INTEGER(help_text="Turns of the window that were clustered.")
    in_themes = INTEGER(help_text="Those of them that belong to a theme.")
    unthemed = INTEGER(help_text="Those that belong to none.")
    newer = INTEGER(
        help_text="Turns that have come since and are not in it yet; their themes are being found."
    )
    older = INTEGER(help_text="Turns left out because only the newest `most` are read.")
    most = INTEGER()
    pending_embedding = INTEGER(help_text="Turns that still wait for their vector.")


_EXAMPLE = {
    "since": "2026-11-01T00:00:00.000000Z",
    "until": "2026-12-01T00:00:00.000000Z",
    "authority": "none",
    "id": "0193a6f0-7d4e-7c11-9d2b-6c1f0a5e9b77",
    "state": "done",
    "found_at": "2026-12-01T08:00:03.120331Z",
    "embedder": "e5-small@int8-3-1f0c8d2ab94e",
    "turns": {
        "read": 412,
        "in_themes": 230,
        "unthemed": 182,
        "newer": 0,
        "older": 0,
        "most": 20000,
        "pending_embedding": 0,
    },
    "themes": [
        {
            "labels": ["canary", "deploy", "friday"],
            "turns": 23,
            "span": {
                "first": "2026-11-02T09:14:07.000000Z",
                "last": "2026-11-27T16:40:00.000000Z",
            },
            "trend": {
                "first": "2026-11-01T08:00:00.000000Z",
                "last": "2026-11-30T17:21:00.000000Z",
                "turns": [4, 3, 0, 2, 2, 1, 0, 3, 2, 3, 3, 0],
            },
            "examples": [],
        }
    ],
    "more": 11,
}


@extend_schema_serializer(
    examples=[OpenApiExample("Found", value=_EXAMPLE, response_only=True, status_codes=["200"])]
)
class ThemesShown(serializers.Serializer):
    """The themes of a window, largest first, of what the caller may recall and of nothing else."""

    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    authority = serializers.ChoiceField(choices=["none"])
    id = serializers.UUIDField(allow_null=True, help_text="Of the run; null where none was needed.")
    state = serializers.ChoiceField(choices=["done"])
    found_at = serializers.DateTimeField(allow_null=True)
    embedder = serializers.CharField(allow_null=True)
    turns = ThemedTurnsShown()
    themes = ThemeShown(many=True)
    more = INTEGER(help_text="Themes beyond `limit`.")


class ThemesProgressShown(serializers.Serializer):
    """They are being found: ask the same address again after `Retry-After` seconds."""

    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    authority = serializers.ChoiceField(choices=["none"])
    id = serializers.UUIDField(help_text="Of the run, by which it may be cancelled.")
    state = serializers.ChoiceField(choices=["queued", "running"])
    stage = serializers.ChoiceField(choices=["waiting", "reading", "clustering", "labelling"])
    progress = serializers.FloatField(help_text="From 0 to 1.")
    turns = INTEGER(help_text="Turns that are clustered.")
    asked_at = serializers.DateTimeField()
