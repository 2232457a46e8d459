"""Tells the workers that there is work, from a thread of its own: no request waits for the broker."""

import logging
import queue
import threading
from uuid import UUID

from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
_MOST_WAITING = 1_000
# Workers that are this far behind do the work by the sweep; the broker holds no more of it.
_EXPIRES_SECONDS = 60
_waiting: queue.Queue[tuple[str, UUID]] = queue.Queue(maxsize=_MOST_WAITING)
_started = threading.Lock()
_thread: threading.Thread | None = None


def hurry(*, workspace_id: UUID, task: str = "index_workspace") -> None:
    """Asks a worker to look at a workspace. Never blocks; what is not asked, the sweep does.

    `task` is one of `recall/tasks.py` that takes the id of a workspace.
    """
    _ensure_thread()
    try:
        _waiting.put_nowait((task, workspace_id))
    except queue.Full:
        log.debug("The broker is behind; the sweep will do the work.")


def _ensure_thread() -> None:
    global _thread  # noqa: PLW0603 - one publisher per process, also after a fork
    with _started:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_publish, name="hurry", daemon=True)
            _thread.start()


def _publish() -> None:
    from recall import tasks  # noqa: PLC0415 - Celery's app is up only by now

    reached = True
    while True:
        asked = {_waiting.get()}
        while not _waiting.empty():
            asked.add(_waiting.get())
        try:
            for task, workspace_id in asked:
                getattr(tasks, task).apply_async(
                    (str(workspace_id),), retry=False, expires=_EXPIRES_SECONDS
                )
            reached = True
        except (OperationalError, OSError) as error:
            # Said once for each time that it goes away, not for each observation.
            log.log(
                logging.WARNING if reached else logging.DEBUG,
                "The broker cannot be reached (%s); the sweep does the work.",
                type(error).__name__,
            )
            reached = False
