"""A virtual environment for each system, so that what they need does not meet."""

import subprocess
import sys
import venv
from pathlib import Path

SYSTEMS = Path(__file__).with_name("systems")


def python_of(name: str, *, folder: Path) -> str:
    """The interpreter of the system, its packages installed where that was not done yet.

    What has no list of requirements runs in this project's own environment.
    """
    wanted = SYSTEMS / f"{name}.txt"
    if not wanted.exists():
        return sys.executable
    home = folder / f"venv-{name}"
    done = home / "installed.txt"
    python = home / "bin" / "python"
    if not done.exists() or done.read_text() != wanted.read_text():
        venv.create(home, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "-qq", "--only-binary", ":all:"]
        subprocess.run([*install, "-r", str(wanted)], check=True)  # noqa: S603 - our own list
        done.write_text(wanted.read_text())
    return str(python)


def known() -> list[str]:
    """The names of all systems."""
    return sorted(path.stem for path in SYSTEMS.glob("[a-z]*.py"))
