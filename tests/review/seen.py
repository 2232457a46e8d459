"""A page as a browser takes it apart: which tags it would make, with which attributes."""

from html.parser import HTMLParser


class _Taken(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within = tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self._within, data))


def tags_of(page: str) -> list[tuple[str, dict[str, str | None]]]:
    """Each tag, with its attributes."""
    return _taken(page).tags


def texts_of(page: str) -> list[tuple[str, str]]:
    """Each text, with the tag that began last before it."""
    return _taken(page).texts


def _taken(page: str) -> _Taken:
    taken = _Taken()
    taken.feed(page)
    return taken
