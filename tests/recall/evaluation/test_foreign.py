"""Which questions of others a conversation is asked."""

from dataclasses import replace

from recall.evaluation.benchmark import Benchmark, Conversation, Query
from recall.evaluation.foreign import MOST, foreign_queries


def bench(*sizes: int, answerable: bool = True) -> Benchmark:
    conversations = [
        Conversation(
            id=str(number),
            turns=[],
            queries=[
                Query(id=f"{number}.{one}", text="?", answerable=answerable) for one in range(size)
            ],
        )
        for number, size in enumerate(sizes)
    ]
    return Benchmark(name="b", sha256="0", conversations=conversations)


def test_each_gets_as_many_as_it_has_itself_up_to_a_bound():
    assert [len(one) for one in foreign_queries(bench(3, 100, 70))] == [3, MOST, MOST]
    assert [len(one) for one in foreign_queries(bench(30, 2))] == [2, 2]


def test_none_is_its_own_and_none_twice():
    for number, one in enumerate(foreign_queries(bench(20, 20, 20))):
        names = [query.id for query in one]
        assert len(set(names)) == len(names) == 20
        assert not any(name.startswith(f"{number}.") for name in names)


def test_the_sample_is_the_same_every_time():
    assert foreign_queries(bench(20, 60, 20)) == foreign_queries(bench(20, 60, 20))


def test_questions_without_an_answer_at_home_and_lone_conversations_have_none():
    assert foreign_queries(bench(5, 5, answerable=False)) == [[], []]
    assert foreign_queries(bench(5)) == [[]]


def test_where_few_conversations_are_asked_the_others_lend_the_same_questions():
    whole = bench(20, 60, 20)
    first = replace(whole, conversations=whole.conversations[:1], elsewhere=whole.conversations[1:])
    assert foreign_queries(first) == foreign_queries(whole)[:1]
