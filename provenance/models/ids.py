"""Ids that sort by the moment they were made."""

import os
import time
from uuid import UUID

_VERSION_7 = 7 << 76
_VARIANT = 2 << 62


def uuid7() -> UUID:
    """A UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    high = random >> 68 & 0xFFF
    low = random & ((1 << 62) - 1)
    return UUID(int=milliseconds << 80 | _VERSION_7 | high << 64 | _VARIANT | low)
