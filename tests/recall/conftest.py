"""Fixtures of the memory's tests."""

import os
from pathlib import Path

import pytest

from recall.embedders.e5_build import build_e5
from recall.embedders.e5_onnx import E5Onnx

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def model_dir() -> Path:
    """Where the real model is built, kept between runs. The build itself lets one worker in."""
    given = os.environ.get("MEMORYAPP_MODEL_CACHE")
    directory = Path(given) if given else REPOSITORY / ".data-test" / "models"
    build_e5(model_dir=directory, progress=print)
    return directory


@pytest.fixture(scope="session")
def e5(model_dir: Path) -> E5Onnx:
    """The default embedder, real."""
    return E5Onnx(model_dir=model_dir)
