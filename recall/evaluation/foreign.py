"""Questions of other conversations, to which a store has no answer."""

import random

from recall.evaluation.benchmark import Benchmark, Query

MOST = 40
SEED = 20_240_601


def foreign_queries(benchmark: Benchmark) -> list[list[Query]]:
    """For each conversation as many questions of the file's others as it has itself, MOST at most.

    Seeded. Questions that have no answer at home are not taken. None where the file has one
    conversation only.
    """
    sampled = []
    for conversation in benchmark.conversations:
        others = [
            query
            for other in benchmark.whole
            if other.id != conversation.id
            for query in other.queries
            if query.answerable
        ]
        generator = random.Random(f"{SEED} {conversation.id}")  # noqa: S311 - a sample
        wanted = min(MOST, len(conversation.queries), len(others))
        sampled.append(generator.sample(others, wanted))
    return sampled
