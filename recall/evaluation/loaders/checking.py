"""What must hold in a benchmark before anything of it is written."""

from collections.abc import Sequence

from recall.evaluation.benchmark import Conversation, UnreadableError

# What the door would not take, no measurement should send past it.
MOST_CHARACTERS_ASKED = 4_000
MOST_CHARACTERS_OF_A_NAME = 200
MOST_CHARACTERS_OF_AN_ID = 190


def check(conversations: Sequence[Conversation]) -> None:
    """Raises UnreadableError, naming the conversation and record, where something cannot hold."""
    if not conversations:
        raise UnreadableError("there is no conversation in it.")
    if len({one.id for one in conversations}) < len(conversations):
        raise UnreadableError("two conversations have the same id.")
    for conversation in conversations:
        _check_turns(conversation)
        _check_queries(conversation)


def _check_turns(conversation: Conversation) -> None:
    here = f"conversation {conversation.id!r}"
    if len({turn.id for turn in conversation.turns}) < len(conversation.turns):
        raise UnreadableError(f"{here}: two texts have the same id.")
    number = None
    for turn in conversation.turns:
        if number is not None and turn.number < number:
            raise UnreadableError(f"{here}: sessions are out of order at {turn.id!r}.")
        number = turn.number
        if len(turn.id) > MOST_CHARACTERS_OF_AN_ID:
            raise UnreadableError(f"{here}: the id {turn.id[:20]!r}… is too long.")
        if max(len(turn.session), len(turn.speaker)) > MOST_CHARACTERS_OF_A_NAME:
            raise UnreadableError(f"{here}: a session or speaker of {turn.id!r} is too long.")
        if not _storable(turn.id + turn.session + turn.speaker + turn.text):
            raise UnreadableError(f"{here}: {turn.id!r} holds characters that are no text.")


def _check_queries(conversation: Conversation) -> None:
    ids = {turn.id for turn in conversation.turns}
    for query in conversation.queries:
        here = f"conversation {conversation.id!r}, question {query.id!r}"
        if not query.text.strip() or not _storable(query.text):
            raise UnreadableError(f"{here}: it asks nothing that can be read.")
        if len(query.text) > MOST_CHARACTERS_ASKED:
            raise UnreadableError(f"{here}: it is longer than recall takes.")
        if unknown := [one for one in query.gold if one not in ids]:
            raise UnreadableError(f"{here}: its evidence {unknown[0]!r} is not among the texts.")


def _storable(text: str) -> bool:
    """False where there is a NUL or a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
