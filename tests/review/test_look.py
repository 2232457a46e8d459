"""What docs/design.md promises of the look, read from the files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OUR_SCRIPT = """<script src="{% static 'memoryapp.js' %}" defer></script>"""
STYLE = (ROOT / "static/memoryapp.css").read_text()
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
)
GROUNDS = {
    "ink": ["paper", "sheet", "sunken", "amber-wash"],
    "quiet": ["paper", "sheet", "sunken", "amber-wash"],
    "accent": ["paper", "sheet", "accent-wash"],
    "amber": ["paper", "sheet", "amber-wash"],
    "red": ["paper", "sheet", "red-wash"],
    "on-accent": ["accent"],
}
PAIRS = [(ink, ground) for ink, grounds in GROUNDS.items() for ground in grounds]


def luminance(colour: str) -> float:
    """Relative luminance of a colour (WCAG 2.2)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read(scheme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(scheme[ink], scheme[ground]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "sheet"])
def test_outlines_that_carry_meaning_can_be_seen(scheme: dict[str, str], ground: str) -> None:
    assert contrast(scheme["edge"], scheme[ground]) >= 3
    assert contrast(scheme["accent"], scheme[ground]) >= 3


@pytest.mark.parametrize("page", sorted((ROOT / "templates").rglob("*.html")), ids=lambda p: p.name)
def test_no_page_runs_or_loads_what_the_policy_forbids(page: Path) -> None:
    source = page.read_text().replace(OUR_SCRIPT, "")
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", source)
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", source)


def test_the_style_loads_nothing() -> None:
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    assert len(STYLE.splitlines()) < 600
