"""`python -m memoryapp.embedded up`: what `make up` runs.

`python -m memoryapp.embedded manage ARGUMENTS…`: one `manage.py` command, on a database that is
started for it where none runs.
"""

import argparse
import os
import sys

from .alone import manage
from .failures import SetUpError
from .options import Options
from .up import up


def main() -> int:
    """Read the command line and the environment; the exit code."""
    parser = argparse.ArgumentParser(prog="memoryapp.embedded")
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("up")
    serving.add_argument(
        "--stop-with-parent",
        action="store_true",
        help="stop when the process that started this one has ended (make, killed)",
    )
    managing = commands.add_parser("manage")
    managing.add_argument("arguments", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    try:
        options = Options.read(os.environ)
    except SetUpError as failure:
        print(failure, file=sys.stderr)  # noqa: T201 - the person at the terminal
        return 1
    if arguments.command == "manage":
        return manage(arguments.arguments, options=options)
    return up(options, stop_with_parent=arguments.stop_with_parent)


if __name__ == "__main__":
    sys.exit(main())
