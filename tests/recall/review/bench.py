"""What the tests of the bench share: who asks, and what a page says of an answer."""

import re
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from tests.cast import Person

ITEM = re.compile(r'<li class="card statement" id="([0-9a-f-]{36})">')
RECEIPT = re.compile(r'name="receipt" value="([0-9a-f-]{36})"')
WORDS = ("canary", "green", "rollback")


def address(query: str, *, view: Person | None = None, **more: Any) -> str:
    """The bench's address of a question."""
    asked = {"q": query, **({"view": view.principal.id} if view else {}), **more}
    return "/ask?" + urlencode(asked, doseq=True)


def page(person: Person, path: str) -> str:
    """A page that has to be there."""
    response = person.browser.get(path)
    assert response.status_code == 200, response.content.decode()[:2000]
    return str(response.content.decode())


def items(html: str) -> list[str]:
    """The ids of the episodic items of an answer, in order."""
    return ITEM.findall(html)


def omitted(html: str) -> dict[str, int]:
    """The counts of what was left out."""
    section = html.split('id="left-out"')[1].split("</dl>")[0]
    return {name: int(count) for name, count in re.findall(r"<dt>(\w+)</dt><dd>(\d+)", section)}


def saved(person: Person, path: str, *expected: UUID) -> str:
    """Asks at this address and saves the question; the page that is then shown."""
    (receipt,) = RECEIPT.findall(page(person, path))
    sent = {"receipt": receipt, "expected": [str(one) for one in expected]}
    response = person.browser.post("/ask/save", sent, follow=True)
    assert response.status_code == 200
    return str(response.content.decode())
