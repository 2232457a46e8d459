"""What a receipt may remark, as a closed list."""

from enum import Enum


class Note(Enum):
    """A remark on an accepted observation: its code and its fixed words."""

    VERIFIED_DOWNGRADED = (
        "verified_downgraded",
        "Only what a trusted host observed counts as verified; it is shown as reported.",
    )
    FUTURE_CLOCK = (
        "future_clock",
        "The event time lies after the recording time; it is kept as claimed and ordered as if "
        "it were the recording time.",
    )
    SAME_FOREIGN_EVENT = (
        "same_foreign_event",
        "An event of this foreign name with the same role and text is here already; this is its "
        "proven copy and adds no support.",
    )
    FOREIGN_CONFLICT = (
        "foreign_conflict",
        "An event of this foreign name with another role or text is here already; a person has "
        "to look at the two.",
    )
    ECHO = (
        "echo",
        "The same words had been shown to this session, or are those of its declared source; this "
        "is a proven copy and adds no support.",
    )
    AFTER_EXPOSURE = (
        "after_exposure",
        "The same words had been shown to this session; the turn stays the person's own and "
        "counts as a confirmation.",
    )
    RESTRICTED = (
        "restricted",
        "The event is kept in the restricted lane: never recalled, shown to reviewers alone.",
    )

    @property
    def code(self) -> str:
        """The note's code."""
        return self.value[0]

    def represent(self) -> dict[str, str]:
        """As a receipt shows it."""
        return {"code": self.value[0], "message": self.value[1]}
