"""One readable log on standard output: every line bears the name of the child that wrote it."""

import os
import sys
import threading

_WIDTH = 9


class Log:
    """Merges lines from many threads; one line is written whole."""

    def __init__(self) -> None:
        self._turn = threading.Lock()

    def say(self, line: str) -> None:
        """A line for the person at the terminal, as it is."""
        self._write(f"{line}\n")

    def of(self, name: str, line: str) -> None:
        """A line that the child `name` wrote."""
        self._write(f"{name:<{_WIDTH}}| {line}\n")

    def _write(self, text: str) -> None:
        with self._turn:
            try:
                sys.stdout.write(text)
                sys.stdout.flush()
            except BrokenPipeError:
                # The reader (`make up | head`) has gone; the services go on without a log.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
