"""A second run: what is here is used, what is stale is made again, and nobody knows the future."""

from dataclasses import replace

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation
from provenance.services.access.workspaces import workspace_for_slug
from recall.evaluation.store import store_for
from recall.models import Embedding


def within(slug: str):
    return workspace(Tenancy(workspace_for_slug(slug)))


def test_it_loads_nothing_twice_and_finds_the_same(shop, run):
    (first,), (second,) = run(shop), run(shop)
    assert first.slug == second.slug
    assert first.loaded == {"observed": first.turns}
    assert second.loaded == {"here": second.turns}
    with within(second.slug):
        assert Observation.objects.here().count() == second.turns
    for one, again in zip(first.answered, second.answered, strict=True):
        assert one.ranked == again.ranked


def test_another_file_of_the_same_name_is_loaded_apart(shop, run):
    other = replace(shop, sha256="0" * 64)
    assert run(shop, baselines=False)[0].slug != run(other, baselines=False)[0].slug


def test_a_conversation_in_steps_is_told_anew(benchmark, run):
    boat = replace(benchmark, conversations=benchmark.conversations[2:])
    (first,), (second,) = run(boat), run(boat)
    assert first.slug != second.slug
    assert second.loaded == {"observed": second.turns}
    assert [one.leaked for one in second.answered] == [0] * len(second.answered)


def test_a_store_that_is_empty_still_serves_a_conversation_in_steps(benchmark):
    boat = benchmark.conversations[2]
    first, second = (
        store_for(benchmark=benchmark, conversation=boat, number=3, new=True) for _ in range(2)
    )
    assert first == second


def test_readings_of_another_days_code_are_made_again(shop, run):
    slug = run(shop)[0].slug
    with within(slug):
        Embedding.objects.here().filter(observation__event_id="周一:0").delete()
    (again,) = run(shop)
    assert again.rebuilt
    with within(slug):
        assert Embedding.objects.here().count() == again.turns
    assert not run(shop)[0].rebuilt
