"""What a JSON file holds, told from its first bytes: the names of members, never their values."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from .lines import BOM

_TOKEN = re.compile(rb'[\[\]{}]|"((?:[^"\\]++|\\.)*+)"(\s*:)?', re.DOTALL)
MAX_TOKENS = 50_000
MAX_DEPTH = 3


@dataclass(frozen=True)
class Shape:
    """`outer` is "[", "{" or "" (no JSON). `keys` are the outer object's own members.

    `inner` has, for each member that is an array of objects, the members of those objects; of an
    outer array under "". `objects` has the same for members that are objects.
    """

    outer: str = ""
    keys: frozenset[str] = frozenset()
    inner: dict[str, set[str]] = field(default_factory=dict)
    objects: dict[str, set[str]] = field(default_factory=dict)


@lru_cache(maxsize=64)
def shape(head: bytes) -> Shape:
    """The shape of a file that begins with `head`, as far as it is seen."""
    text = head.removeprefix(BOM).lstrip()
    outer = text[:1].decode("latin-1") if text[:1] in (b"[", b"{") else ""
    found = Shape(outer=outer)
    return _read(text, found) if outer else found


def _read(text: bytes, found: Shape) -> Shape:
    path: list[bytes] = []
    keys: set[str] = set()
    member, depth = "", 0
    for count, token in enumerate(_TOKEN.finditer(text)):
        sign = token.group()
        if sign in (b"[", b"{"):
            depth += 1
            path = [*path, sign] if depth <= MAX_DEPTH else path
        elif sign in (b"]", b"}"):
            depth -= 1
            path = path[:depth] if depth < MAX_DEPTH else path
            if depth <= 0:
                break
        elif token.group(2) and depth <= MAX_DEPTH:
            name = token.group(1).decode("utf-8", "replace")
            match path:
                case [b"{"]:
                    member = name
                    keys.add(name)
                case [b"[", b"{"]:
                    found.inner.setdefault("", set()).add(name)
                case [b"{", b"[", b"{"]:
                    found.inner.setdefault(member, set()).add(name)
                case [b"{", b"{"]:
                    found.objects.setdefault(member, set()).add(name)
        if count > MAX_TOKENS:
            break
    return Shape(outer=found.outer, keys=frozenset(keys), inner=found.inner, objects=found.objects)
