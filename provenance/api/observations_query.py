"""The query parameters of the observation list."""

from typing import Any

from provenance.models.observation import ADMITTED_AS, KINDS, SPEAKER_ROLES
from provenance.models.standing import STANDINGS
from provenance.services.reading.observations import ObservationFilters

from .fields import InstantField, StrictCharField, StrictChoiceField
from .query import PageQuery

NEWEST_FIRST = "-observed_at"
_NOT_FILTERS = ("limit", "cursor", "sort")


class SubjectField(StrictCharField):
    """`kind:key`, split at the first colon."""

    def to_internal_value(self, data: Any) -> Any:
        """(kind, key)."""
        kind, colon, key = super().to_internal_value(data).partition(":")
        if not (kind and colon and key):
            self.fail("invalid")
        return kind, key


class WordsField(StrictCharField):
    """Words set apart by white space."""

    def to_internal_value(self, data: Any) -> Any:
        """The words."""
        return tuple(super().to_internal_value(data).split())


class ObservationsQuery(PageQuery):
    """Filters are joined by AND. Times are event times."""

    session = StrictCharField(max_length=200, required=False, help_text="What the host calls it.")
    kind = StrictChoiceField(choices=KINDS, required=False)
    speaker_role = StrictChoiceField(choices=SPEAKER_ROLES, required=False)
    admitted_as = StrictChoiceField(choices=ADMITTED_AS, required=False)
    standing = StrictChoiceField(choices=STANDINGS, required=False)
    subject = SubjectField(max_length=351, required=False, help_text="`kind:key`, exactly.")
    producer = StrictCharField(
        max_length=301, required=False, help_text="`harness` or `harness/instance`."
    )
    principal = StrictCharField(max_length=100, required=False, help_text="Its name or its id.")
    label: Any = StrictCharField(max_length=100, required=False)
    foreign = StrictCharField(
        max_length=602, required=False, help_text="`system:id` or `system:session:id`."
    )
    since = InstantField(required=False, help_text="At or after; unknown times are left out.")
    until = InstantField(required=False, help_text="Before; unknown times are left out.")
    q = WordsField(
        max_length=200,
        required=False,
        help_text="The text holds every one of these words, in any case. Recall searches better.",
    )
    sort = StrictChoiceField(
        choices=[NEWEST_FIRST, "observed_at"],
        default=NEWEST_FIRST,
        help_text="By event time; unknown times last either way.",
    )


def filters_from(asked: dict[str, Any]) -> ObservationFilters:
    """What the list is narrowed to."""
    return ObservationFilters(
        **{name: value for name, value in asked.items() if name not in _NOT_FILTERS}
    )
