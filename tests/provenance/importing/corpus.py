"""Small transcripts, written to disk, and plans made of them here and now."""

import json
from datetime import UTC, datetime
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import ImportAct, ImportItem, ImportOutcome, ImportRun, Observation
from provenance.services.importing.asking import ask_to_apply, ask_to_roll_back
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.run import run_plan

SESSION = "22222222-2222-4222-8222-222222222222"


def line(number, text, *, role="user", session=SESSION, time="2026-07-19T12:00:00Z", **members):
    content = text if role == "user" else [{"type": "text", "text": text}]
    return {
        "type": role,
        "uuid": f"11111111-1111-4111-8111-{number:012d}",
        "sessionId": session,
        "timestamp": time,
        "message": {"role": role, "id": f"msg_{number}", "content": content},
        **members,
    }


def transcript(folder, *lines, name="session.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return path


def plan_of(person, path, **options):
    """The id of a plan that is made to the end."""
    plan = begin_plan(
        caller=person.caller, path=path, name=path.name, at=datetime.now(UTC), **options
    )
    work(person, plan)
    return plan


def work(person, plan):
    run_plan(tenancy=Tenancy(person.workspace_id), plan_id=plan, progress=lambda done, total: None)


def apply(person, plan, **chosen):
    ask_to_apply(caller=person.caller, plan_id=plan, at=datetime.now(UTC), **chosen)
    work(person, plan)


def roll_back(person, plan):
    ask_to_roll_back(caller=person.caller, plan_id=plan, at=datetime.now(UTC))
    work(person, plan)


def items(person, plan):
    with workspace(person.caller):
        rows = ImportItem.objects.here().filter(plan_id=plan).order_by("ordinal")
        return list(rows)


def state(person, plan):
    with workspace(person.caller):
        return ImportRun.objects.here().get(plan_id=plan).state


def body(person, plan, act):
    with workspace(person.caller):
        acts = ImportAct.objects.here().filter(plan_id=plan, act=act)
        return acts.order_by("-position").first().body


def results(person, plan):
    """What became of each item, by its ordinal."""
    with workspace(person.caller):
        rows = ImportOutcome.objects.here().filter(plan_id=plan)
        return dict(rows.values_list("item__ordinal", "result"))


def observation_of(person, plan, ordinal) -> UUID:
    with workspace(person.caller):
        rows = ImportOutcome.objects.here().filter(plan_id=plan, item__ordinal=ordinal)
        return rows.get().observation_id


def standing(person, observation_id):
    with workspace(person.caller):
        row = Observation.objects.here().with_source().get(id=observation_id)
        return row.current.standing if hasattr(row, "current") else "reported"


def count(person):
    with workspace(person.caller, restricted=True):
        return Observation.objects.here().count()
