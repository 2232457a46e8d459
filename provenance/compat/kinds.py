"""MemoryD's record types and our kinds, both ways. A type says what a thing is, not how sure."""

KIND_OF = {
    "preference": "preference",
    "repo_convention": "conclusion",
    "command": "conclusion",
    "decision": "decision",
    "gotcha": "lesson",
    "landmark": "conclusion",
    "task_checkpoint": "checkpoint",
    "identity": "conclusion",
    "workflow_pattern": "lesson",
    "other": "conclusion",
}
TYPES = tuple(KIND_OF)
_TYPE_OF = {
    "preference": "preference",
    "decision": "decision",
    "lesson": "gotcha",
    "checkpoint": "task_checkpoint",
}


def type_of(kind: str) -> str:
    """MemoryD's nearest type for one of our kinds."""
    return _TYPE_OF.get(kind, "other")


def kinds_of(types: list[str]) -> set[str]:
    """Our kinds that MemoryD's types may be found under. `other` is everything without a type."""
    kinds = {kind for kind, name in _TYPE_OF.items() if name in types}
    if set(types) - set(_TYPE_OF.values()):
        kinds |= {"turn", "note", "conclusion", "goal", "message", "document", "summary"}
        kinds.add("tool_result")
    if "workflow_pattern" in types:
        kinds.add("lesson")
    return kinds
