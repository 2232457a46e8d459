"""What the health answers look like."""

from typing import Any

from rest_framework import serializers


class LiveSerializer(serializers.Serializer):
    """The process is alive."""

    status = serializers.ChoiceField(choices=["live"])


class CheckSerializer(serializers.Serializer):
    """One thing that the service stands on."""

    ok = serializers.BooleanField()
    reason = serializers.CharField(required=False, help_text="A fixed word, where it is not ok.")
    name = serializers.CharField(required=False, help_text="Which embedder is in use.")


class ChecksSerializer(serializers.Serializer):
    """Each by name."""

    database = CheckSerializer()
    migrations = CheckSerializer()
    extension = CheckSerializer()
    broker = CheckSerializer()
    embedder = CheckSerializer()


class ReadySerializer(serializers.Serializer):
    """Whether requests can be served."""

    status = serializers.ChoiceField(choices=["ready", "degraded", "unready"])
    checks: Any = ChecksSerializer()
