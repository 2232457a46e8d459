"""Most tests cluster in their own process: starting another takes seconds."""

from typing import Any

import pytest

from recall.services.themes import find
from recall.services.themes.clusters import clusters_of


def _cluster(vectors: Any, **_: Any) -> Any:
    return clusters_of(vectors)


@pytest.fixture(autouse=True)
def in_process(monkeypatch):
    monkeypatch.setattr(find, "cluster", _cluster)
