"""A run that is broken off leaves a consistent state, and the next one goes on."""

from dataclasses import replace

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation
from provenance.services.access.workspaces import workspace_for_slug
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.hashing import Hashing
from recall.evaluation.evaluate import Run


class Interrupting:
    """Progress that ends the run at the nth step of a stage."""

    def __init__(self, stage: str, after: int) -> None:
        self.stage, self.left = stage, after

    def __call__(self, stage: str, count: int) -> None:
        self.left -= stage == self.stage
        if self.left == 0:
            raise KeyboardInterrupt


class Counting(Hashing):
    """Counts the passages that it embeds."""

    def __init__(self) -> None:
        self.embedded = 0

    def embed_passages(self, *, texts):
        self.embedded += len(texts)
        return super().embed_passages(texts=texts)


class Failing(Hashing):
    """Is not to be had."""

    def embed_passages(self, *, texts):
        raise EmbedderUnavailable("gone")


@pytest.fixture
def boat(benchmark):
    """The conversation in steps alone."""
    return replace(benchmark, conversations=benchmark.conversations[2:])


@pytest.mark.parametrize(
    ("stage", "after"), [("embed", 1), ("observe", 2), ("observe", 3), ("ask", 2)]
)
def test_the_next_run_goes_on_and_answers_everything_once(boat, tmp_path, run, stage, after):
    broken = Run(benchmark=boat, embedder=Hashing(), folder=tmp_path / "kept")
    with pytest.raises(KeyboardInterrupt):
        list(broken.examined(progress=Interrupting(stage, after)))
    (each,) = run(boat)
    assert [one.id for one in each.answered] == ["b1", "b2", "b3"]
    assert [one.leaked for one in each.answered] == [0, 0, 0]
    with workspace(Tenancy(workspace_for_slug(each.slug))):
        assert Observation.objects.here().count() == each.turns


def test_conversations_that_are_done_are_not_asked_again(benchmark, tmp_path):
    run = Run(benchmark=benchmark, embedder=Hashing(), folder=tmp_path / "kept", baselines=False)
    begun = run.examined(progress=lambda stage, count: None)
    done = [next(begun), next(begun)]
    begun.close()
    stages = []
    examined = list(run.examined(progress=lambda stage, count: stages.append(stage)))
    assert examined[:2] == done
    assert stages.count("ask") == len(examined[2].answered)


def test_results_of_other_choices_are_never_mixed_in(shop, tmp_path, run):
    first = Run(benchmark=shop, embedder=Hashing(), folder=tmp_path / "kept", baselines=False)
    begun = first.examined(progress=lambda stage, count: None)
    assert set(next(begun).answered[0].ranked) == {"memory"}
    begun.close()
    (each,) = run(shop)
    assert all(len(one.ranked) > 1 for one in each.answered)


def test_a_whole_run_leaves_no_results_behind_and_embeds_no_text_twice(shop, tmp_path):
    embedder = Counting()
    run = Run(benchmark=shop, embedder=embedder, folder=tmp_path / "kept")
    for _ in range(2):
        list(run.examined(progress=lambda stage, count: None))
        assert not list((tmp_path / "kept").rglob("unfinished-*"))
    assert embedder.embedded == len(shop.conversations[0].turns)


def test_an_embedder_that_fails_is_said_and_nothing_is_measured(shop, tmp_path):
    run = Run(benchmark=shop, embedder=Failing(), folder=tmp_path / "kept", baselines=False)
    with pytest.raises(EmbedderUnavailable):
        list(run.examined(progress=lambda stage, count: None))
