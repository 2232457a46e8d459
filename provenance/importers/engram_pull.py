"""Checks what an engram server answered before any of it is taken. The call itself is not here."""

import json

from .nesting import too_deep
from .refused import Refused

# The server cuts its answers here and does not say so.
SERVERS_LIMIT = 10_000


def checked(answer: bytes, *, asked: int) -> int:
    """How many nodes an answer to `/api/nodes?limit=asked` holds.

    Raises Refused: "not_nodes" where it is no array of nodes, "empty_answer", and "cut_answer"
    where it breaks off, or holds as many nodes as were asked for or as the server gives at most:
    then there may be more, and what is missing would look forgotten.
    """
    if not answer.strip():
        raise Refused("empty_answer")
    if too_deep(answer):
        raise Refused("not_nodes")
    try:
        # Raw tabs in texts are how the server writes: not a fault of the answer.
        nodes = json.loads(answer.decode("utf-8"), strict=False)
    except ValueError as error:
        begun = answer.lstrip().startswith(b"[")
        raise Refused("cut_answer" if begun else "not_nodes") from error
    if nodes == []:
        raise Refused("empty_answer")
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        raise Refused("not_nodes")
    if not all("content" in node and "node_type" in node for node in nodes):
        raise Refused("not_nodes")
    if len(nodes) >= asked or len(nodes) == SERVERS_LIMIT:
        raise Refused("cut_answer")
    return len(nodes)
