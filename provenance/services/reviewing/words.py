"""Whose words a page may repeat to its visitor."""

from provenance.models import Observation
from provenance.services.correcting.reviewers import covers
from provenance.services.reading.representation import standing_of
from provenance.services.reviewing.visitor import Visitor

HELD_BACK = "Its words are held back from you: it waits for a reviewer."
ERASED = "Its content was erased."


def words_for(visitor: Visitor, observation: Observation) -> str:
    """What an observation (read `with_source`) says; in its place why it is not shown.

    What is quarantined or withheld is for reviewers of it alone.
    """
    if standing_of(observation)[1] != "admitted" and not covers(visitor.grants, [observation]):
        return HELD_BACK
    said = observation.said
    return said.text if said and said.text else ERASED
