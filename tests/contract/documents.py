"""Reads the project's documents: what they set as code, and where they point."""

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Document:
    """One page of Markdown."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """Its path from the root."""
        return str(self.path.relative_to(ROOT))

    def blocks(self, language: str | None = None) -> list[str]:
        """The fenced blocks, of one language where it is given."""
        found = _FENCE.findall(self.text)
        return [body for named, body in found if language in (None, named)]

    def spans(self) -> list[str]:
        """What stands between single backticks."""
        return _SPAN.findall(_FENCE.sub("", self.text))

    def code(self) -> list[str]:
        """Blocks and spans."""
        return [*self.blocks(), *self.spans()]

    def links(self) -> list[str]:
        """Targets of links within the repository, without their anchors."""
        targets = (target.partition("#")[0] for target in _LINK.findall(self.text))
        return [target for target in targets if target and "://" not in target]


def documents() -> list[Document]:
    """Every page of Markdown of the project."""
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return [Document(path, path.read_text()) for path in sorted(paths)]


def readme() -> Document:
    """The first page."""
    return Document(ROOT / "README.md", (ROOT / "README.md").read_text())


@cache
def written_files() -> tuple[Path, ...]:
    """Every file that people wrote; nothing that was made or installed."""
    found: list[Path] = []
    for place, folders, files in os.walk(ROOT):
        # In place, so that the walk does not go into what is hidden.
        folders[:] = [name for name in folders if name == ".ci" or _is_written(name)]
        found += [Path(place, name) for name in files if not name.startswith(".")]
    return tuple(sorted(found))


def _is_written(folder: str) -> bool:
    return not folder.startswith(".") and folder != "__pycache__"
