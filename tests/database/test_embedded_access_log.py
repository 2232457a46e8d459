"""The web server's access log names routes, not what callers sent."""

import pytest

from memoryapp.gunicorn import shown_path


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", "/"),
        ("/health/ready", "/health/ready"),
        ("/v1/recall", "/v1/recall"),
        ("/v1/sessions/the-lamp-is-brass/turns", "/v1/sessions/…"),
        ("/v1/observations/01a22af1-027e-7464-b7b0-d069f0c2d81c", "/v1/observations/…"),
        ("/problems/the-lamp-is-brass", "/problems/…"),
        ("/admin/the-lamp-is-brass", "/admin/…"),
        ("/the-lamp-is-brass", "/…"),
        ("/v1/the-lamp-is-brass", "/…"),
    ],
)
def test_p10_a_path_is_shown_up_to_its_route(path, shown):
    assert shown_path(path) == shown
