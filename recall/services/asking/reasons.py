"""Why something is not in an answer, in words."""

# A title, and what it means. In the order in which they are told.
REASONS = {
    "budget": ("No room", "It supports the question, and the token budget has no room for it."),
    "limit": ("Beyond the limit", "It supports the question, and others come before it."),
    "below_threshold": ("Too little support", "It does not support the question well enough."),
    "duplicate": ("Copies", "A copy of it stands for it."),
    "superseded": ("Superseded", "It was corrected or superseded."),
    "withdrawn": ("Withdrawn", "It was withdrawn."),
    "withheld": ("Held back", "Screening holds it back."),
    "pending_embedding": ("Waits for a vector", "Until then it is found by words alone."),
    "erased": ("Erased", "Its content was erased."),
    "not_found": ("Not found", "No stage finds it for this question."),
}


def title_of(reason: str) -> str:
    """The reason in a word or two; a code that has none as it is."""
    return REASONS[reason][0] if reason in REASONS else reason


def meaning_of(reason: str) -> str:
    """The reason in a sentence; a code that has none as it is."""
    return REASONS[reason][1] if reason in REASONS else reason
