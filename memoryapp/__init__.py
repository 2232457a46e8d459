"""Wiring only. The Celery application is made with the package, so that tasks find its broker."""

from .celery import app as celery_app

__all__ = ["celery_app"]
