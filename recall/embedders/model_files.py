"""Where a built model lies, and whether it is whole. Imports nothing heavy: asked at each boot."""

import json
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

GRAPH = "model.onnx"
TENSORS = "model.bin"
STAMP = "stamp.json"


@dataclass(frozen=True)
class ModelFiles:
    """The files of one model.

    `name` is the setting's word and the directory. Raise `recipe` where the same weights would give
    other vectors or other files. `package` is the distribution that bears the weights.
    """

    name: str
    recipe: int
    package: str

    def directory(self, *, model_dir: Path) -> Path:
        """Return the directory of the built model inside the models' directory."""
        return model_dir / self.name

    def built_revision(self, *, model_dir: Path) -> str | None:
        """Return the revision of the model built there; None where it is missing, partial or old."""
        directory = self.directory(model_dir=model_dir)
        try:
            stamp = json.loads((directory / STAMP).read_text(encoding="utf-8"))
            sizes = {name: (directory / name).stat().st_size for name in stamp["files"]}
        except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError):
            return None
        current = stamp.get("recipe") == self.recipe and stamp.get("source") == self.source()
        return stamp.get("revision") if current and sizes == stamp["files"] else None

    def write_stamp(self, *, directory: Path, weights_digest: str) -> None:
        """Record what was built; written last, so that a stamp vouches for the files beside it."""
        stamp = {
            "recipe": self.recipe,
            "source": self.source(),
            "revision": f"int8-{self.recipe}-{weights_digest[:12]}",
            "files": {path.name: path.stat().st_size for path in sorted(directory.iterdir())},
        }
        (directory / STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")

    def source(self) -> str:
        """Name the release whose weights are used, so that an upgrade rebuilds."""
        try:
            return f"{self.package} {version(self.package)}"
        except PackageNotFoundError:
            return f"{self.package} is not installed"
