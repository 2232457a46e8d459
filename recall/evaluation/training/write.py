"""The two models as readable files, with what they were learned from. No time of day is in them:
the same samples make the same bytes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.foreign import SEED
from recall.evaluation.training.examples import COUNTS
from recall.evaluation.training.figures import Figures
from recall.evaluation.training.fit import ABSTAINED_WRONGLY, RIDGE
from recall.evaluation.training.validate import FOLDS
from recall.services.ranking import confidence, model


def write(
    *,
    ranking: model.Model,
    judge: confidence.Judge,
    embedder: str,
    sources: Sequence[dict[str, Any]],
    found: Sequence[Figures],
    folder: Path | None = None,
) -> list[Path]:
    """Writes both into the folder, or over those of this release; the paths.

    `sources` tells each benchmark's name, hash and counts, `found` what cross-validation found there.
    """
    method = {"embedder": embedder, "folds": FOLDS, "ridge": RIDGE, "seed": SEED}
    order = {
        "weights": ranking.weights,
        "slope": ranking.slope,
        "offset": ranking.offset,
        "learned": {**method, "from": [_order(*one) for one in zip(sources, found, strict=True)]},
    }
    sure = {
        "weights": judge.weights,
        "offset": judge.offset,
        "least": judge.least,
        "learned": {
            **method,
            "kinds": COUNTS,
            "abstained_wrongly": ABSTAINED_WRONGLY,
            "from": [_sure(*one) for one in zip(sources, found, strict=True)],
        },
    }
    texts = {_place(model.WEIGHTS, folder): order, _place(confidence.WEIGHTS, folder): sure}
    for path, data in texts.items():
        path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return list(texts)


def _place(path: Path, folder: Path | None) -> Path:
    return path if folder is None else folder / path.name


def _order(source: dict[str, Any], found: Figures) -> dict[str, Any]:
    """Left-out conversations: recall@10, and that of the best baseline."""
    if not found["questions"]:
        return {**source, "scored": 0}
    return {
        **source,
        "scored": found["questions"],
        "recall@10": found["recall@10"]["value"],
        "best_baseline": found["best_baseline"],
        "best_baseline@10": found["baselines"][found["best_baseline"]],
    }


def _sure(source: dict[str, Any], found: Figures) -> dict[str, Any]:
    """Left-out conversations: AUROC by kind of question without an answer."""
    kinds = found["without_an_answer"]
    return {**source, "auroc": {kind: one["auroc"] for kind, one in kinds.items()}}
