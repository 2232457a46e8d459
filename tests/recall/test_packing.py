"""The token budget: what tells most for its length, whole turns first, cuts marked."""

import pytest

from recall.services.packing import pack, pack_best, tokens_of


def item(text: str) -> dict:
    return {"content": text, "truncated": False}


def words(*numbers: int) -> str:
    """Words of four bytes with their space: a token each."""
    return " ".join(f"{number:03}" for number in numbers)


def packed(texts, values, *, budget):
    return pack_best([item(text) for text in texts], values=values, budget=budget)


def contents(result) -> list[str]:
    return [one["content"] for one in result.items]


def test_what_fits_is_returned_in_its_order():
    texts = [words(1, 2), words(3), words(4, 5, 6)]
    result = packed(texts, [0.1, 0.9, 0.5], budget=100)
    assert contents(result) == texts
    assert (result.left_out, result.used) == (0, sum(map(tokens_of, texts)))


def test_of_equal_length_the_better_are_taken():
    texts = [words(*range(start, start + 40)) for start in (0, 100, 200, 300)]
    result = packed(texts, [0.9, 0.2, 0.5, 0.4], budget=80)
    assert contents(result) == [texts[0], texts[2]]
    assert result.left_out == 2


def test_two_short_ones_tell_more_than_a_long_one_that_is_hardly_better():
    best, long = words(*range(20)), words(*range(100, 180))
    short = [words(*range(200, 240)), words(*range(300, 340))]
    result = packed([best, long, *short], [0.9, 0.5, 0.4, 0.4], budget=100)
    assert contents(result) == [best, *short]


def test_the_best_is_taken_whole_where_it_fits_whatever_its_length():
    long, short = words(*range(90)), words(100)
    result = packed([long, short, words(*range(200, 230))], [0.6, 0.6, 0.6], budget=100)
    assert contents(result) == [long, short]
    assert not any(one["truncated"] for one in result.items)


def test_what_repeats_what_is_taken_gives_way_to_what_is_new():
    said, again, other = words(*range(40)), words(*range(39), 50), words(*range(100, 140))
    result = packed([said, again, other], [0.9, 0.8, 0.3], budget=80)
    assert contents(result) == [said, other]


def test_p12_what_is_cut_is_marked_and_comes_last_to_the_budget():
    texts = [words(*range(200)), words(*range(300, 320)), words(*range(400, 600))]
    result = packed(texts, [0.9, 0.5, 0.5], budget=150)
    assert contents(result)[1] == texts[1]
    cut = result.items[0]
    assert cut["truncated"]
    assert texts[0].startswith(cut["content"])
    assert result.used <= 150


@pytest.mark.parametrize("budget", [0, 1, 31, 32, 63, 64, 500])
def test_p12_the_budget_is_never_passed(budget):
    texts = [words(*range(n * 10, n * 10 + 7 * n)) for n in range(1, 30)]
    for result in (
        packed(texts, [1 / n for n in range(1, 30)], budget=budget),
        pack([item(text) for text in texts], budget=budget),
    ):
        assert result.used == sum(tokens_of(text) for text in contents(result)) <= budget
        assert result.left_out == len(texts) - len(result.items)


def test_the_same_items_are_packed_alike_every_time():
    texts = [words(*range(n, n + 20)) for n in range(0, 400, 15)]
    once = packed(texts, [0.5] * len(texts), budget=200)
    assert contents(once) == contents(packed(texts, [0.5] * len(texts), budget=200))
    assert contents(once)[0] == texts[0], "of equals the better ranked"
