"""What the tests of the bench share: who asks, and what a page says of an answer."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from tests.cast import Person

ITEM = re.compile(r'<li class="card statement" id="([0-9a-f-]{36})">')
RECEIPT = re.compile(r'name="receipt" value="([0-9a-f-]{36})"')


def address(query: str, *, view: Person | None = None, **more: Any) -> str:
    """The bench's address of a question."""
    taken = {} if view is None else {"view": view.principal.id}
    asked = {"q": query, **taken, **more}
    return "/ask?" + urlencode(asked, doseq=True)


def page(person: Person, path: str) -> str:
    """A page that has to be there."""
    response = person.browser.get(path)
    assert response.status_code == 200, response.content.decode()[:2000]
    return str(response.content.decode())


class _Tags(HTMLParser):
    """The tags of a page with their attributes, as a browser reads them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.met: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.append((tag, dict(attrs)))


def assert_harmless(person: Person, path: str) -> None:
    """The attack is shown as text, and a browser finds nothing of it to run."""
    html = page(person, path)
    assert "&lt;script&gt;alert(1)" in html
    assert ">14<" not in html
    tags = _Tags(html).met
    assert [told["src"] for tag, told in tags if tag == "script"] == ["/static/memoryapp.js"]
    assert not [tag for tag, _ in tags if tag == "img"]
    assert not [name for _, told in tags for name in told if name.startswith("on")]


def items(html: str) -> list[str]:
    """The ids of the episodic items of an answer, in order."""
    return ITEM.findall(html)


def omitted(html: str) -> dict[str, int]:
    """The counts of what was left out."""
    section = html.split('id="left-out"')[1].split("</ul>", maxsplit=1)[0]
    counts = re.findall(r'<strong>(\d+)</strong> <span title="(\w+)"', section)
    return {name: int(count) for count, name in counts}


def saved(person: Person, path: str, *expected: UUID) -> str:
    """Asks at this address and saves the question; the page that is then shown."""
    (receipt,) = RECEIPT.findall(page(person, path))
    sent = {"receipt": receipt, "expected": [str(one) for one in expected]}
    response = person.browser.post("/ask/save", sent, follow=True)
    assert response.status_code == 200
    return str(response.content.decode())
