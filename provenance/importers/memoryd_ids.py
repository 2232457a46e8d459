"""The names of MemoryD's objects: what leaves it bears handles, what stays inside raw ids.

A handle is a one-way function of the raw id, so that the handle is the one name that an object
has in the database, in an export and in a bundle.
"""

from hashlib import sha256

from .text import identifier

SYSTEM = "memoryd"
MEMORY, SOURCE, SUBJECT, EPISODE, CHECKPOINT = "mr_", "msrc_", "msub_", "mep_", "mcp_"


def handle(prefix: str, raw: object) -> str | None:
    """The handle of a raw id; a handle stays as it is, None is what is no id at all."""
    if not isinstance(raw, str) or not raw:
        return None
    if raw.startswith(prefix):
        return identifier(raw)
    named = f"{prefix}\x1f{raw}".encode("utf-8", "surrogatepass")
    return prefix + sha256(named).hexdigest()[:32]
