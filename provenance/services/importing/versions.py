"""Which versions made a plan: a reader that has learnt something since reads differently."""

import platform
import tomllib
from functools import cache

from django.conf import settings


@cache
def versions() -> dict[str, str]:
    """The program's own version, and Python's."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return {"memoryapp": project["version"], "python": platform.python_version()}
