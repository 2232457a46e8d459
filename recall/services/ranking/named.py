"""Who a question asks about, against who spoke."""

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
# Names of roles are no names of persons.
_ROLES = frozenset({"user", "assistant", "ai", "system", "tool", "human", "unknown"})


@lru_cache(maxsize=10_000)
def name_words(name: str) -> frozenset[str]:
    """The words of a speaker's name by which a question may name that person."""
    return frozenset(_WORD.findall(name.casefold())) - _ROLES


def words_of(text: str) -> frozenset[str]:
    """The words of a question, as names are compared with them."""
    return frozenset(_WORD.findall(text.casefold()))
