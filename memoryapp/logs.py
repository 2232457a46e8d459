"""One readable log on standard error. Nothing that a caller sent is ever logged."""

from typing import Any


def logging_configuration(*, level: str) -> dict[str, Any]:
    """Django's LOGGING: one console handler; request bodies and SQL never reach it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "{asctime} {levelname:<7} {name}: {message}", "style": "{"}
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django's 4xx lines repeat the path, query string included: ours name the route.
            "django.request": {"level": "ERROR"},
            "django.db.backends": {"level": "WARNING"},
        },
    }
