"""gunicorn's configuration: few processes, because each holds one embedding model; many threads."""

import logging
import os
import re
import shutil
from threading import Thread
from typing import Any

from gunicorn.glogging import Logger

# From the first parameter of a route on.
_CHOSEN = re.compile(r"[<(].*")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class RouteLogger(Logger):
    """An access log without what callers sent: no query string, and of a path only its route.

    Paths bear ids of sessions and events, and what was refused must leave no trace.
    """

    def atoms(self, resp: Any, req: Any, environ: Any, request_time: Any) -> Any:
        """gunicorn's atoms of an answer, with the path cut short and no method of one's own."""
        atoms = super().atoms(resp, req, environ, request_time)
        atoms["U"] = shown_path(atoms["U"] or "")
        atoms["m"] = atoms["m"] if atoms["m"] in _METHODS else "…"
        return atoms


def shown_path(path: str) -> str:
    """The route of a path up to what callers choose: `/v1/observations/…`; `/…` for no route."""
    # Django is set up only by now.
    from django.urls import Resolver404, resolve  # noqa: PLC0415

    try:
        route = resolve(path).route
    except Resolver404:
        return "/…"
    return "/" + _CHOSEN.sub("…", route)


def on_starting(server: Any) -> None:
    """gunicorn's hook, once, before any worker: where the processes put their counts together.

    Emptied, since the counts of an earlier run would be added. Set before Django is imported.
    """
    # Django's settings come with it, which only this hook needs in gunicorn's first process.
    from memoryapp.settings.environment import data_directory  # noqa: PLC0415

    directory = data_directory() / "metrics" / (os.environ.get("PORT") or "8000")
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True, mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)


def child_exit(server: Any, worker: Any) -> None:
    """gunicorn's hook: what a worker that ended was holding is taken back; its counts stay."""
    # Reads the directory's name when it is imported.
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.pid)


def post_worker_init(worker: Any) -> None:
    """gunicorn's hook: the process loads its model now, so that no first request waits for it."""
    Thread(target=_load_embedder, name="load-embedder", daemon=True).start()


def _load_embedder() -> None:
    # Django is set up only by now.
    from recall.embedders.current import current_embedder  # noqa: PLC0415
    from recall.embedders.errors import EmbedderUnavailable  # noqa: PLC0415

    try:
        current_embedder()
    except EmbedderUnavailable as problem:
        logging.getLogger(__name__).warning("Recall is lexical for now: %s", problem)


bind = f"127.0.0.1:{os.environ.get('PORT') or '8000'}"
wsgi_app = "memoryapp.wsgi:application"
proc_name = "memoryapp"
worker_class = "memoryapp.gunicorn_worker.QuietWorker"
workers = int(os.environ.get("WEB_PROCESSES") or "2")
threads = int(os.environ.get("WEB_THREADS") or "8")
# Connections and models are made after the fork, never shared by it.
preload_app = False
timeout = 120
graceful_timeout = 8
keepalive = 5
# The most that gunicorn takes: a question of GET may be long.
limit_request_line = 8190
logger_class = RouteLogger
accesslog = "-"
access_log_format = "%(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"
errorlog = "-"
loglevel = "warning"
control_socket_disable = True
