"""Plans to look at, and a form with a file."""

import json
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile

from provenance.database.tenancy import Tenancy
from provenance.services.importing.run import run_due
from tests.cast import Person
from tests.provenance.importing.corpus import line

SECRET = "My key is sk-ant-api03-" + "Zx9" * 31 + "AA, keep it."


def some_lines(count: int = 3) -> list[dict]:
    return [line(number, f"Remark {number} on the tea ceremony.") for number in range(1, count + 1)]


def bytes_of(lines: list[dict]) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in lines).encode()


def file_of(lines: list[dict], *, name: str = "session.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, bytes_of(lines))


def send(person: Person, lines: list[dict], *, name: str = "session.jsonl", **fields):
    """The answer to the form of the upload page."""
    form = {"format": "auto", **fields, "file": file_of(lines, name=name)}
    return person.browser.post("/imports/new", form)


def sent(person: Person, lines: list[dict], **fields) -> str:
    """The address of the plan, which is made to the end."""
    answer = send(person, lines, **fields)
    assert answer.status_code == 302, answer.content
    assert UUID(answer["Location"].removeprefix("/imports/"))
    work(person)
    return str(answer["Location"])


def work(person: Person) -> None:
    """As a worker does, until nothing is left."""
    run_due(tenancy=Tenancy(person.workspace_id))


def text_of(answer) -> str:
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def confirm(person: Person, plan: str, act: str):
    """Presses the button of a confirmation page, with what the page's form holds."""
    page = text_of(person.browser.get(f"{plan}/{act}"))
    mark = page.partition('name="mark" value="')[2].partition('"')[0]
    answer = person.browser.post(f"{plan}/{act}", {"mark": mark} if mark else {})
    work(person)
    return answer
