"""Samples on disk, so that a training that broke off goes on, and the next one begins at once."""

import json
import os
import zipfile
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from recall.evaluation.training.sample import Sample
from recall.services.ranking.evidence import Evidence

COLUMNS = [one.name for one in fields(Evidence) if one.name != "terms"]
_ROWS = ("gold", "holds", "recency")
_PLAIN = [one.name for one in fields(Sample) if one.name not in (*_ROWS, "evidence")]


def read(path: Path) -> list[Sample] | None:
    """The samples of the file; None where it is not there or damaged."""
    try:
        with np.load(path) as kept:
            arrays = {name: kept[name] for name in kept.files}
        return list(_samples(arrays))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None


def write(path: Path, samples: Sequence[Sample]) -> None:
    """Writes them, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = [{name: getattr(one, name) for name in _PLAIN} for one in samples]
    ranked = [one.evidence for one in samples if one.evidence is not None]
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(one, name) for one in samples]) for name in _ROWS
    }
    arrays |= {name: np.concatenate([getattr(one, name) for one in ranked]) for name in COLUMNS}
    terms = [None if one.evidence is None else one.evidence.terms for one in samples]
    told = {"samples": plain, "terms": terms, "rows": [len(one.gold) for one in samples]}
    beside = path.with_suffix(f".{os.getpid()}.part.npz")
    np.savez(beside, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays)
    beside.replace(path)


def _samples(arrays: dict[str, np.ndarray]) -> list[Sample]:
    told = json.loads(arrays["told"].tobytes())
    samples, start, begin = [], 0, 0
    for plain, terms, rows in zip(told["samples"], told["terms"], told["rows"], strict=True):
        evidence = None
        if terms is not None:
            columns = {name: arrays[name][begin : begin + rows] for name in COLUMNS}
            evidence, begin = Evidence(terms=terms, **columns), begin + rows
        own: dict[str, Any] = {name: arrays[name][start : start + rows] for name in _ROWS}
        samples.append(Sample(evidence=evidence, **own, **plain))
        start += rows
    return samples
