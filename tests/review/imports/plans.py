"""Plans to look at, and a form with a file."""

import json
from datetime import UTC, datetime
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile

from provenance.database.tenancy import Tenancy
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.importing.jobs import take
from provenance.services.importing.planning import plan_on
from provenance.services.importing.run import run_due
from tests.cast import Person, Stage
from tests.contract.saying import say
from tests.provenance.correcting import accepted
from tests.provenance.importing.corpus import SESSION, line

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


def mixed_lines() -> list[dict]:
    """Records of every sort: new, copies, without time, of the future, refused, left out."""
    return [
        *some_lines(12),
        line(20, SECRET),
        line(21, SECRET.replace("Zx9", "Yw8")),
        line(22, "No time was kept for this remark.", time=None),
        line(23, "This is from the days to come.", time="2039-01-01T00:00:00Z"),
        *[line(number, f"Noted: {number}.", role="assistant") for number in range(24, 30)],
        line(1, "The first remark again, in other words."),
        {"type": "progress", "uuid": "x", "sessionId": "s"},
    ]


def to_look_at(stage: Stage) -> dict[str, str]:
    """Plans in every state; the addresses of their pages, by names for pictures."""
    rita = stage.rita
    named = ForeignReference(system="claude-code", session=SESSION, id=line(1, "")["uuid"])
    said = say(stage.ada, "Remark 1 on the tea ceremony.", foreign=named, session_id=SESSION)
    accepted(stage, "adopt", said)
    plan = sent(rita, mixed_lines(), name="tea ceremony, spring.jsonl")
    whole = sent(rita, some_lines(30), name="an older conversation")
    confirm(rita, whole, "apply")
    back = sent(rita, [line(77, "Another remark.")], name="by mistake")
    confirm(rita, back, "apply")
    confirm(rita, back, "rollback")
    failed = send(rita, [{"nothing": "known"}], name="holiday.bin")["Location"]
    work(rita)
    running = send(rita, some_lines(60), name="running")["Location"]
    held = take(tenancy=Tenancy(rita.workspace_id), at=datetime.now(UTC))
    assert held is not None
    next(plan_on(held, clock=lambda: datetime.now(UTC)))
    rita.browser.post(f"{plan}/choose", {"item": ["2", "5"], "do": "leave"})
    return {
        "imports": "/imports",
        "imports-new": "/imports/new",
        "imports-plan": plan,
        "imports-items": f"{plan}/items",
        "imports-items-refused": f"{plan}/items?disposition=refused",
        "imports-items-none": f"{plan}/items?time=no_offset",
        "imports-apply": f"{plan}/apply",
        "imports-applied": whole,
        "imports-applied-items": f"{whole}/items",
        "imports-rollback": f"{whole}/rollback",
        "imports-rolled-back": back,
        "imports-failed": failed,
        "imports-running": running,
    }
