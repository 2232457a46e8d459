"""How deep foreign JSON is nested, without recursion: what is parsed must also be written again."""

import re

MAX_DEPTH = 200
# A string as a whole; possessive, so that no text of any shape is gone over twice.
STRING = rb'"(?:[^"\\]++|\\.)*+"'
_BETWEEN = re.compile(rb'(?:[^"\[\]{}]++|' + STRING + rb")*+", re.DOTALL)


def too_deep(data: bytes) -> bool:
    """Whether brackets stand more than MAX_DEPTH deep. An unclosed string ends the count."""
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return False
    depth = at = 0
    while depth <= MAX_DEPTH:
        found = _BETWEEN.match(data, at)
        at = found.end() if found else at
        sign = data[at : at + 1]
        if sign in (b"", b'"'):
            return False
        depth += 1 if sign in b"[{" else -1
        at += 1
    return True
