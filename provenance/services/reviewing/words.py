"""What a page says of an observation in place of its words, or its words."""

from provenance.models import Observation

HELD_BACK = "Its words are held back from you: it waits for a reviewer."
ERASED = "Its content was erased."


def words_of(observation: Observation) -> str:
    """What an observation says, as its reader sees it (`Reader.as_seen`), or why it says nothing."""
    if observation.words_hidden:
        return HELD_BACK
    return observation.said.text if observation.said and observation.said.text else ERASED
