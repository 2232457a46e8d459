"""Mistyped words: how many slips, and which words of the workspace may be meant."""

import pytest

from provenance.database.tenancy import workspace
from recall.services.slips import slips
from recall.services.spelling import LIKENESS, MOST_ALIKE, alike
from tests.contract.saying import say


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("canary", "canary", 0),
        ("canary", "cnary", 1),
        ("canary", "cannary", 1),
        ("canary", "cenary", 1),
        ("canary", "acnary", 1),
        ("canary", "canayr", 1),
        ("canary", "acnayr", 2),
        ("закащик", "заказчик", 2),
        ("", "abc", 3),
        ("abc", "", 3),
        ("", "", 0),
    ],
)
def test_slips_are_counted_once_each_and_in_both_directions(one, other, count):
    assert slips(one, other) == slips(other, one) == count


def near(person, term: str) -> dict[str, float]:
    with workspace(person.caller):
        return alike(term=term)


def test_two_slips_in_a_word_leave_it_well_alike(ada):
    say(ada, "Встреча с заказчиком.")
    assert near(ada, "закащик") == {"заказчик": pytest.approx(1 - 1.5 * 2 / 8)}


def test_the_fewer_slips_the_more_alike(ada):
    say(ada, "The plumber plumbed with a plum.")
    found = near(ada, "plumer")
    assert next(iter(found)) == "plumber"
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_another_number_is_no_slip(ada):
    say(ada, "Ticket OPS22314 waits, and so does opstickers.")
    by_trigrams = 2 * 7 / (9 + 9)
    assert near(ada, "ops22315") == {"ops22314": pytest.approx(by_trigrams)}


def test_what_shares_too_few_trigrams_is_not_alike_however_short_it_is(ada):
    say(ada, "The cat sat.")
    assert near(ada, "hat") == {}


def test_the_best_few_are_given_each_at_least_half_alike(ada):
    say(ada, "walrusa walrusb walrusc walrusd walruse")
    found = near(ada, "walrus")
    assert len(found) == MOST_ALIKE
    assert min(found.values()) >= LIKENESS


def test_p13_words_of_another_workspace_are_not_meant(ada, mallory):
    say(ada, "The canary is green.")
    assert near(mallory, "cannary") == {}
