"""BM25, vectors and their fusion in memory: what any system should beat."""

from typing import Any

from recall.embedders.port import Embedder
from recall.evaluation.baselines import BASELINES, BM25, baselines_of
from recall.evaluation.benchmark import Conversation


def measured(
    conversations: list[tuple[str, Conversation]], *, embedder: Embedder
) -> dict[str, dict[str, Any]]:
    """By baseline, the ids by question, best first; nothing is timed."""
    answers: dict[str, dict[str, Any]] = {
        name: {
            "version": "in memory",
            "settings": "no database, nothing kept" + ("" if name == BM25 else "; exact cosines"),
            "refused": 0,
            "found": {},
        }
        for name in BASELINES
    }
    for user, conversation in conversations:
        baselines = baselines_of(
            conversation, embedder=embedder, progress=lambda stage, count: None
        )
        if baselines is None:
            continue
        for query in conversation.queries:
            if not query.gold or not query.answerable:
                continue
            vector = embedder.embed_query(text=query.text)
            ranked = baselines.rank(text=query.text, vector=vector, known=len(conversation.turns))
            for name, places in ranked.items():
                ids = [conversation.turns[place].id for place in places]
                answers[name]["found"][f"{user}/{query.id}"] = ids
    return answers
