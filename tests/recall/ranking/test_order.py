"""By their sums; people's own words in front, where they are nearly as good."""

import numpy as np

from recall.services.ranking.order import in_order


def order(sums, persons=None, ids=None) -> list[int]:
    count = len(sums)
    return in_order(
        np.array(sums, float), persons=persons or [True] * count, ids=ids or list(range(count))
    )


def test_the_highest_sum_comes_first_and_ids_settle_ties():
    assert order([1.0, 3.0, 3.0], ids=["a", "c", "b"]) == [2, 1, 0]


def test_what_nobody_stands_behind_comes_after_what_people_said():
    assert order([9.0, 8.0, 0.0], persons=[False, True, False]) == [1, 0, 2]


def test_a_person_who_said_something_else_displaces_nothing():
    assert order([9.0, 8.0, 1.0, 0.0], persons=[False, False, True, False]) == [0, 1, 2, 3]


def test_three_of_people_are_in_front_the_others_keep_their_places():
    persons = [False, True, True, True, False, True]
    assert order([9, 8, 7, 6.5, 5.9, 0], persons=persons) == [1, 2, 3, 0, 4, 5]


def test_where_nobody_spoke_sums_alone_decide():
    assert order([1.0, 2.0], persons=[False, False]) == [1, 0]
