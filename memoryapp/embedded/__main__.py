"""`python -m memoryapp.embedded up`: what `make up` runs."""

import argparse
import os
import sys

from .failures import SetUpError
from .options import Options
from .up import up


def main() -> int:
    """Read the command line and the environment; the exit code."""
    parser = argparse.ArgumentParser(prog="memoryapp.embedded")
    parser.add_argument("command", choices=["up"])
    parser.add_argument(
        "--stop-with-parent",
        action="store_true",
        help="stop when the process that started this one has ended (make, killed)",
    )
    arguments = parser.parse_args()
    try:
        options = Options.read(os.environ)
    except SetUpError as failure:
        print(failure, file=sys.stderr)  # noqa: T201 - the person at the terminal
        return 1
    return up(options, stop_with_parent=arguments.stop_with_parent)


if __name__ == "__main__":
    sys.exit(main())
