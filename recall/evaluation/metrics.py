"""Scores one ranking against the known evidence."""

from collections.abc import Collection, Mapping, Sequence
from math import log2

CUTS = (1, 5, 10, 20)
GAIN_CUT = 10
SESSIONS_CUT = 5
METRICS = (
    *(f"recall@{k}" for k in CUTS),
    *(f"any@{k}" for k in CUTS),
    *(f"all@{k}" for k in CUTS),
    "mrr",
    f"ndcg@{GAIN_CUT}",
    f"session_recall@{SESSIONS_CUT}",
)


def scores(
    ranked: Sequence[str],
    *,
    gold: Collection[str],
    session_of: Mapping[str, str],
    gold_sessions: Collection[str],
) -> dict[str, float]:
    """Every metric that the evidence allows, 0–1; empty where no evidence is known.

    recall@k is the share of the evidence among the first k, any@k whether some of it is, all@k
    whether all of it is. session_recall@5 is the share of the evidence's sessions among the first
    five sessions in the order in which the turns name them.
    """
    found: dict[str, float] = {}
    if gold:
        found |= _of_turns(ranked, set(gold))
    if gold_sessions:
        sessions = list(dict.fromkeys(session_of[turn] for turn in ranked))[:SESSIONS_CUT]
        wanted = set(gold_sessions)
        found[f"session_recall@{SESSIONS_CUT}"] = len(wanted & set(sessions)) / len(wanted)
    return found


def _of_turns(ranked: Sequence[str], gold: set[str]) -> dict[str, float]:
    places = [place for place, turn in enumerate(ranked, start=1) if turn in gold]
    found = {}
    for k in CUTS:
        hits = sum(place <= k for place in places)
        found[f"recall@{k}"] = hits / len(gold)
        found[f"any@{k}"] = float(hits > 0)
        found[f"all@{k}"] = float(hits == len(gold))
    found["mrr"] = 1 / places[0] if places else 0.0
    ideal = sum(1 / log2(place + 1) for place in range(1, min(len(gold), GAIN_CUT) + 1))
    gain = sum(1 / log2(place + 1) for place in places if place <= GAIN_CUT)
    found[f"ndcg@{GAIN_CUT}"] = gain / ideal
    return found
