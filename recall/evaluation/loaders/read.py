"""Recognises a benchmark by what is in its file, and reads it."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from recall.evaluation.benchmark import Benchmark, Conversation, UnreadableError
from recall.evaluation.loaders import beam, common, locomo, realmem, realtalk
from recall.evaluation.loaders.checking import check
from recall.evaluation.loaders.files import files_of, parsed, uncompressed


class Shape(NamedTuple):
    """Whether a file's data are of a benchmark's shape, and how they are read."""

    fits: Callable[[Any], bool]
    conversations: Callable[[Any, Path], Sequence[Conversation]]


SHAPES = (
    Shape(common.fits, common.conversations),
    Shape(locomo.fits, locomo.conversations),
    Shape(realtalk.fits, realtalk.conversations),
    Shape(realmem.fits, realmem.conversations),
    Shape(beam.fits, beam.conversations),
)


def read(path: Path) -> Benchmark:
    """The benchmark of a JSON file, gzipped or not, or of a folder of such files.

    Raises UnreadableError, with one sentence, where it is none or damaged.
    """
    digest, name = hashlib.sha256(), path.resolve().name.split(".")[0]
    found: list[Conversation] = []
    shapes: set[Shape] = set()
    for file in files_of(path):
        raw = uncompressed(file)
        digest.update(raw)
        data = parsed(raw, path=file)
        shape = _recognised(data, file)
        shapes.add(shape)
        found += _conversations(shape, data, file)
        if isinstance(data, dict) and isinstance(data.get("name"), str) and data["name"]:
            name = data["name"]
    if len(shapes) > 1:
        raise UnreadableError(f"{path}: its files are of different benchmarks.")
    try:
        check(found)
    except UnreadableError as error:
        raise UnreadableError(f"{path}: {error}") from error
    return Benchmark(name=name, sha256=digest.hexdigest(), conversations=found)


def _recognised(data: Any, path: Path) -> Shape:
    for shape in SHAPES:
        if shape.fits(data):
            return shape
    raise UnreadableError(f"{path}: this is JSON, but of no benchmark that is known here.")


def _conversations(shape: Shape, data: Any, path: Path) -> Sequence[Conversation]:
    try:
        return shape.conversations(data, path)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        told = str(error) if isinstance(error, UnreadableError) else _shapeless(error)
        raise UnreadableError(f"{path}: {told}") from error


def _shapeless(error: Exception) -> str:
    return (
        "a record is not of the shape that the file begins with"
        f" ({type(error).__name__}: {str(error)[:100]})."
    )
