"""The shape of receipts, for the schema."""

from rest_framework import serializers


class RecallableBody(serializers.Serializer):
    """Whether recall can find it now; computed when the receipt is read."""

    now = serializers.BooleanField()
    lexical = serializers.BooleanField()
    semantic = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)


class NoteBody(serializers.Serializer):
    """A remark."""

    code = serializers.CharField()
    message = serializers.CharField()


class ReceiptBody(serializers.Serializer):
    """The stored answer to an act."""

    id = serializers.UUIDField()
    outcome = serializers.ChoiceField(
        choices=["accepted", "duplicate", "conflict", "rejected", "answered"]
    )
    observation = serializers.UUIDField(required=False)
    event_id = serializers.CharField(required=False)
    digest = serializers.RegexField(r"^sha256:[0-9a-f]{64}$", required=False)
    admitted_as = serializers.CharField(required=False)
    admission = serializers.CharField(required=False)
    standing = serializers.CharField(required=False)
    recorded_at = serializers.DateTimeField()
    recallable = RecallableBody(required=False)
    consolidation = serializers.ChoiceField(choices=["off", "pending", "done"], required=False)
    notes = NoteBody(many=True, required=False)
    rule = serializers.CharField(required=False)


class BatchItemBody(ReceiptBody):
    """A receipt, or the problem that one item met."""

    id = serializers.UUIDField(required=False)
    outcome = serializers.ChoiceField(choices=["accepted", "duplicate"], required=False)
    recorded_at = serializers.DateTimeField(required=False)
    problem = serializers.DictField(required=False)


class BatchResultBody(serializers.Serializer):
    """One result per item, in order, and how many there are of each kind."""

    results = BatchItemBody(many=True)
    accepted = serializers.IntegerField()
    duplicate = serializers.IntegerField()
    conflict = serializers.IntegerField()
    rejected = serializers.IntegerField()
    invalid = serializers.IntegerField()


class ReleaseReceiptBody(ReceiptBody):
    """The receipt of a release, with what can be said of the observation now."""

    act = serializers.ChoiceField(choices=["release"])
