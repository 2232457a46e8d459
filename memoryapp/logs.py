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
            # Django's lines repeat paths, exception texts and refused Host values; ours name the
            # route and the request id (`memoryapp.problems`).
            "django.request": {"level": "CRITICAL"},
            "django.security": {"level": "CRITICAL"},
            "django.db.backends": {"level": "WARNING"},
        },
    }
