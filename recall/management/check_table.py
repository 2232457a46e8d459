"""A checked question as a record, and as lines to read."""

from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from provenance.models import QuestionCheck
from provenance.services.saved.shelf import Saved
from recall.services.asking.reasons import title_of

_WIDTH = 72


def as_record(saved: Saved, check: QuestionCheck, *, workspace: str) -> dict[str, Any]:
    """All that is known of it. `expected` has the places now and `before`, null for none."""
    earlier = check.before or {}
    before = {one["observation"]: one["place"] for one in earlier.get("found", [])}
    return {
        "workspace": workspace,
        "id": str(saved.id),
        "question": saved.text,
        "as": saved.view.name,
        "outcome": check.outcome,
        "before": earlier.get("outcome"),
        "code": check.code,
        "told": check.told,
        "expected": [{**one, "before": before.get(one["observation"])} for one in check.found],
    }


def table(record: Mapping[str, Any]) -> list[str]:
    """A line for the question, and one for each observation that it expects."""
    said = shorten(record["question"] or "(its words were erased)", _WIDTH, placeholder=" …")
    was = record["before"]
    changed = f", was {was}" if was and was != record["outcome"] else ""
    why = f" [{record['code']}]" if record["code"] else ""
    lines = [f"{record['outcome']:8}{said} (as {record['as']}{changed}){why}"]
    if not record["expected"] and record["outcome"] == "broken" and not record["code"]:
        lines.append(f"        expected to abstain, {record['told']} told")
    return lines + [f"        {one['observation']}  {_place(one)}" for one in record["expected"]]


def _place(one: Mapping[str, Any]) -> str:
    now = f"place {one['place']}" if one["place"] else title_of(one["reason"]).lower()
    if one["before"] == one["place"]:
        return now
    return f"{now}, was in place {one['before']}" if one["before"] else now
