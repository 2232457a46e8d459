"""How commands of the memory show their progress."""

from typing import Any


def show(bar: Any, stage: str, count: int) -> None:
    """Moves a bar of tqdm on, and names the stage beside it."""
    bar.set_postfix_str(stage, refresh=False)
    bar.update(count)
