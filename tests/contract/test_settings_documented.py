"""docs/settings.md is the settings table, in words for operators."""

from pathlib import Path

from django.conf import settings

from memoryapp.settings.table import SETTINGS

HEADING = """# Settings

Everything that an operator may set, by environment variable. Each has a default; none is needed to
run on one machine.

| name | default | meaning |
| --- | --- | --- |
"""


def page() -> str:
    """The page that the table makes."""
    rows = [
        f"| `{setting.name}` | {f'`{setting.default}`' if setting.default else 'empty'} "
        f"| {setting.meaning.replace('|', chr(92) + '|')} |\n"
        for setting in SETTINGS
    ]
    return HEADING + "".join(rows)


def test_every_setting_is_documented_as_it_is():
    written = (Path(settings.BASE_DIR) / "docs" / "settings.md").read_text()
    assert written == page(), "write page() of this test to docs/settings.md"


def test_names_are_unique():
    names = [setting.name for setting in SETTINGS]
    assert len(set(names)) == len(names)


def test_every_meaning_is_a_sentence():
    for setting in SETTINGS:
        assert setting.meaning.rstrip().endswith("."), setting.name
