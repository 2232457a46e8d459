"""A conversation to look at."""

from uuid import UUID

import pytest

from tests.cast import Stage
from tests.review.conversation import session_of, short_conversation


@pytest.fixture
def ids(stage: Stage) -> dict[str, UUID]:
    """The observations of a short conversation, by what they are in it."""
    return short_conversation(stage.ada)


@pytest.fixture
def pages(stage: Stage, ids: dict[str, UUID]) -> dict[str, str]:
    """The address of each page of ours, by its name."""
    return {
        "home": "/",
        "session": f"/sessions/{session_of(stage.rita)}",
        "observation": f"/observations/{ids['asked']}",
    }
