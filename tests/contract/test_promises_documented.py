"""docs/promises.md tells the truth: each promise has a row, and each test that it names exists."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PROMISES = range(1, 16)
_ROW = re.compile(r"^\| P(\d+) ([^|]*)\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
_TEST = re.compile(r"`(test_p(\d\d)_\w+)`")


def rows() -> dict[int, tuple[str, str]]:
    """Mechanism and tests of each promise."""
    page = (ROOT / "docs" / "promises.md").read_text()
    return {int(number): (held, tests) for number, _, held, tests in _ROW.findall(page)}


def written() -> set[str]:
    """The names of all test functions."""
    sources = (ROOT / "tests").rglob("test_*.py")
    return {
        name for source in sources for name in re.findall(r"def (test_\w+)", source.read_text())
    }


def test_each_promise_has_one_row():
    assert list(rows()) == list(PROMISES)


@pytest.mark.parametrize("number", PROMISES)
def test_each_named_test_exists_and_is_about_that_promise(number: int):
    held, tests = rows()[number]
    named = _TEST.findall(tests)
    assert named or "Not built yet" in held
    for name, about in named:
        assert name in written(), name
        assert int(about) == number, name


@pytest.mark.parametrize("number", PROMISES)
def test_each_named_constraint_stands_in_the_models_or_the_migrations(number: int):
    held, _ = rows()[number]
    named = {
        constraint.name for model in apps.get_models() for constraint in model._meta.constraints
    }
    migrations = "".join(
        path.read_text() for path in (ROOT / "provenance" / "migrations").glob("0*.py")
    )
    for name in re.findall(r"`([a-z]+(?:_[a-z]+){2,})`", held):
        assert name in named or name in migrations, name
