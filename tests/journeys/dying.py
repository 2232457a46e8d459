"""The real application, which kills its own process where a request asks for that.

Only tests serve it. `X-Die: before-commit` dies inside the transaction of the act, once all of
its rows are written; `X-Die: before-reply` when the view has returned and nothing is sent yet.
"""

import os
import signal
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any

from memoryapp.wsgi import application as real
from provenance.signals import observation_recorded

_asked: ContextVar[str] = ContextVar("asked", default="")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The application, mortal."""
    asked = environ.get("HTTP_X_DIE", "")
    _asked.set(asked)
    answer: Iterable[bytes] = real(environ, start_response)
    if asked == "before-reply":
        os.kill(os.getpid(), signal.SIGKILL)
    return answer


def _die_before_commit(**_: Any) -> None:
    if _asked.get() == "before-commit":
        os.kill(os.getpid(), signal.SIGKILL)


observation_recorded.connect(_die_before_commit)
