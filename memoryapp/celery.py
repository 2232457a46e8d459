"""The Celery application. A table is the queue of record: Celery only hurries it.

Publishing is bounded everywhere, because it may happen close to a request: a dead or mute broker
costs a fraction of a second and loses nothing, for the sweep does the same work.
"""

import os
import warnings

from celery import Celery
from celery.signals import worker_init

from memoryapp.checks.boot import refuse_unless_sound

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryapp.settings")

_SWEEP_SECONDS = 30.0
_CONSOLIDATE_SECONDS = 3600.0
_BROKER_SECONDS = 0.5

# Root is a user like others here: messages are JSON, and tasks take ids.
warnings.filterwarnings("ignore", message="You're running the worker with superuser")

app = Celery("memoryapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    accept_content=["json"],
    task_ignore_result=True,
    task_publish_retry=False,
    task_default_queue="memoryapp",
    # A task that was lost with its worker is swept up; one that is done twice does no harm.
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    broker_connection_timeout=_BROKER_SECONDS,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "socket_timeout": 2 * _BROKER_SECONDS,
        "socket_connect_timeout": _BROKER_SECONDS,
        "max_retries": 0,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    },
    beat_schedule={
        # One that the workers had no time for is not done later as well.
        "sweep": {
            "task": "recall.tasks.sweep",
            "schedule": _SWEEP_SECONDS,
            "options": {"expires": _SWEEP_SECONDS},
        },
        "themes": {
            "task": "recall.tasks.sweep_themes",
            "schedule": _SWEEP_SECONDS,
            "options": {"expires": _SWEEP_SECONDS},
        },
        "imports": {
            "task": "recall.tasks.sweep_imports",
            "schedule": _SWEEP_SECONDS,
            "options": {"expires": _SWEEP_SECONDS},
        },
        "checks": {
            "task": "recall.tasks.sweep_checks",
            "schedule": _SWEEP_SECONDS,
            "options": {"expires": _SWEEP_SECONDS},
        },
        # Does nothing unless CONSOLIDATION is on.
        "consolidate": {"task": "recall.tasks.consolidate", "schedule": _CONSOLIDATE_SECONDS},
    },
)
app.autodiscover_tasks()


@worker_init.connect
def _refuse_unless_sound(**_: object) -> None:
    refuse_unless_sound()
