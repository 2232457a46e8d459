"""Where the sockets are, and the URLs that reach them."""

import os
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from memoryapp.embedded.options import Options
from memoryapp.embedded.paths import (
    owner_url,
    postgres_socket_directory,
    runtime_directory,
    superuser_url,
    web_url,
)
from memoryapp.settings.table import SETTINGS

LONGEST_SOCKET_PATH = 107


def test_sockets_lie_in_the_data_directory():
    assert runtime_directory(Path("/srv/memory")) == Path("/srv/memory/run")


def test_a_relative_data_directory_means_the_same_as_its_absolute_path():
    assert owner_url(Path("memory")) == owner_url(Path.cwd() / "memory")


def test_sockets_of_a_data_directory_with_a_long_path_still_fit():
    data = Path("/srv") / ("long" * 40)
    longest = postgres_socket_directory(data) / ".s.PGSQL.5432"
    assert len(os.fsencode(longest)) <= LONGEST_SOCKET_PATH
    assert runtime_directory(data) != runtime_directory(data / "other")


def test_each_role_has_its_url():
    data = Path("/srv/my memory%")
    roles = [conninfo_to_dict(url)["user"] for url in (owner_url(data), web_url(data))]
    assert roles == ["memoryapp_owner", "memoryapp_web"]
    assert conninfo_to_dict(owner_url(data))["host"] == "/srv/my memory%/run/postgres"
    assert conninfo_to_dict(superuser_url(data, "a/b"))["dbname"] == "a/b"


def test_defaults_before_django_are_the_documented_ones():
    documented = {setting.name: setting.default for setting in SETTINGS}
    assert Options.read({}) == Options.read(documented)
