"""What a source's own word on a record comes to here, when its plan is applied."""

# Forgotten there on purpose, or said to be wrong: so it stays when it is imported, and so do
# copies of it that come later (P9). All other words of a source are kept as claims.
_WITHDRAWN = frozenset({"archived", "invalidated", "retired", "deleted", "expired"})
_SUPERSEDED = frozenset({"superseded", "off_branch", "rolled_back"})


def standing_there(status: str) -> str:
    """The standing that a record's status in its source proposes: reported, superseded, withdrawn."""
    if status in _WITHDRAWN:
        return "withdrawn"
    return "superseded" if status in _SUPERSEDED else "reported"
