"""How a text is put before e5, whichever engine runs it."""

PASSAGE_PREFIX = "passage: "
QUERY_PREFIX = "query: "
MAX_TOKENS = 512
# 512 tokens are some 2,200 characters of English. The cut bounds the work on a text of megabytes
# before it is tokenised.
MAX_CHARACTERS = 16 * MAX_TOKENS


def legible(text: str) -> str:
    """Return the start of `text` as both engines can read it.

    Lone surrogates cannot be encoded, and the C engine would stop at a NUL.
    """
    start = text[:MAX_CHARACTERS].replace("\0", " ")
    return start.encode("utf-8", "replace").decode("utf-8")
