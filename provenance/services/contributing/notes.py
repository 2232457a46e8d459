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
    WITHDRAWN_EQUIVALENT = (
        "withdrawn_equivalent",
        "It is proven to come from what was withdrawn, or to be a copy of it, and is withdrawn too.",
    )
    CORRECTED_EQUIVALENT = (
        "corrected_equivalent",
        "It is a proven copy of what was corrected, and is corrected too.",
    )
    SUPERSEDED_EQUIVALENT = (
        "superseded_equivalent",
        "It is a proven copy of what was superseded, and is superseded too.",
    )
    UNCERTAIN_ROOTS = (
        "uncertain_roots",
        "Some of what it comes from was withdrawn; its standing is uncertain.",
    )
    CONTRADICTS_WITHDRAWN = (
        "contradicts_withdrawn",
        "The same words were withdrawn earlier. This new statement stands, and a person has to "
        "look at the two.",
    )
    PROPOSED = (
        "correction_proposed",
        "The event proposes a change of standing; nothing changes until a person decides.",
    )
    APPLIED = (
        "correction_applied",
        "The person changed the standing of their own earlier words; it was applied at once.",
    )
    ADOPTED = (
        "adopted",
        "The person adopted what an earlier event says; it is a fact now.",
    )
    CONFIRMED = (
        "confirmed",
        "The person adopted what is a fact already; their adoption confirms it.",
    )
    ADOPTION_HELD_BACK = (
        "adoption_held_back",
        "What it puts right is quarantined or withheld, and nothing becomes a fact before a "
        "person releases it.",
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
