"""What imports look like on the wire."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from provenance.importers.formats import FORMATS
from provenance.models.import_plan import DISPOSITIONS, IMPORT_ACTS, RESULTS
from provenance.models.import_run import RUN_STATES
from provenance.services.importing.asking import MOST_NAMED
from provenance.services.importing.records import AUTO
from provenance.services.importing.uploading import MAX_UPLOAD_BYTES

from .closed import ClosedSerializer
from .fields import IdField, StrictCharField, StrictChoiceField, StrictIntegerField, StrictListField
from .query import PageQuery, Query, WholeNumberField

_ANNOUNCED: dict[str, Any] = {"name": "conversations.json", "size": 1048576, "format": "auto"}


@extend_schema_serializer(
    examples=[OpenApiExample("An export", value=_ANNOUNCED, request_only=True)]
)
class ImportBody(ClosedSerializer):
    """Announces a file: a transcript, an export, a database, or a zip archive of such."""

    name = StrictCharField(max_length=300, help_text="What people call it.")
    size = StrictIntegerField(min_value=1, max_value=MAX_UPLOAD_BYTES, help_text="Bytes.")
    format = StrictChoiceField(
        choices=(AUTO, *sorted(FORMATS)),
        required=False,
        help_text="`auto` (the default) recognises each file by its content, and says when it cannot.",
    )
    assume_zone = StrictCharField(
        required=False,
        max_length=64,
        help_text=(
            "An IANA name, as `Europe/Berlin`: times that bear no zone are read in it. Without it they "
            "stay unknown."
        ),
    )
    sha256 = StrictCharField(
        required=False, max_length=64, min_length=64, help_text="Of all bytes, in hexadecimal."
    )


class ContentQuery(Query):
    """Where the piece belongs."""

    offset = WholeNumberField(min_value=0, help_text="How many bytes of the file come before it.")


class ItemsQuery(PageQuery):
    """Filters of items."""

    disposition = StrictChoiceField(choices=DISPOSITIONS, required=False)


class ApplyBody(ClosedSerializer):
    """Which items; all of them where neither is given."""

    items = StrictListField(child=IdField(), required=False, max_length=MOST_NAMED)
    exclude = StrictListField(child=IdField(), required=False, max_length=MOST_NAMED)


class ProgressShown(serializers.Serializer):
    """Items, or bytes of an upload."""

    done = serializers.IntegerField(min_value=0)
    total = serializers.IntegerField(min_value=0)


class ImportActShown(serializers.Serializer):
    """Something that was done with the plan, with its counts."""

    act = serializers.ChoiceField(choices=IMPORT_ACTS)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    receipt = serializers.UUIDField(allow_null=True)
    body = serializers.DictField()


class ImportListed(serializers.Serializer):
    """An import, without its plan."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    format = serializers.CharField()
    state = serializers.ChoiceField(choices=("uploading", "complete", *RUN_STATES))
    code = serializers.CharField(allow_null=True, help_text="Why it failed.")
    progress: Any = ProgressShown()
    by = serializers.CharField()
    begun_at = serializers.DateTimeField()
    position = serializers.IntegerField(
        allow_null=True, help_text="The ledger's position when the plan was begun."
    )
    results = serializers.DictField(child=serializers.IntegerField())
    acts = ImportActShown(many=True)


class ImportShown(ImportListed):
    """An import with its plan."""

    plan = serializers.DictField(
        allow_null=True,
        help_text=(
            "Counts by type, speaker, time and disposition; standings and lineage proposed; what is "
            "refused, by place and rule; what stays unresolved; support of facts before and after."
        ),
    )


class ImportItemShown(serializers.Serializer):
    """One record of a plan, and what became of it. Its words are in the source, not here."""

    id = serializers.UUIDField()
    ordinal = serializers.IntegerField()
    file = serializers.CharField()
    line = serializers.IntegerField()
    type = serializers.CharField()
    kind = serializers.CharField()
    speaker_role = serializers.CharField()
    source_status = serializers.CharField()
    time_known = serializers.BooleanField()
    time_notes = serializers.ListField(child=serializers.CharField())
    disposition = serializers.ChoiceField(choices=DISPOSITIONS)
    code = serializers.CharField(allow_null=True)
    standing = serializers.CharField()
    lineage = serializers.ChoiceField(choices=("none", "named", "unknown"))
    possible_equivalents = serializers.IntegerField()
    meets = serializers.UUIDField(allow_null=True)
    result = serializers.ChoiceField(choices=RESULTS, allow_null=True)
    result_code = serializers.CharField(allow_null=True)
    observation = serializers.UUIDField(allow_null=True)
    about = serializers.UUIDField(
        allow_null=True, help_text="The observation here that a reconciliation's item is about."
    )
    detail = serializers.DictField(help_text="What a reconciliation found: numbers, codes, ids.")
