"""MemoryD's handles for our ids: a prefix that names the table, and the id's 32 digits."""

import re
from uuid import UUID

_HANDLE = re.compile(r"(?:[a-z]+_)?([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})")
RECORD, SOURCE, CONCLUSION, CHECKPOINT = "mr", "msrc", "concl", "ckpt"
SUBJECT, EPISODE = "subj", "ep"


def handle(prefix: str, observation_id: UUID | str) -> str:
    """The handle of an observation. Every prefix leads back to the same one."""
    return f"{prefix}_{UUID(str(observation_id)).hex}"


def observation_of(text: str) -> UUID | None:
    """The observation that a handle names, whatever its prefix; None for what is no handle."""
    found = _HANDLE.fullmatch(text)
    return UUID(found[1]) if found else None
