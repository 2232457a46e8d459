"""A plan as lines of text."""

from collections.abc import Iterator, Mapping
from typing import Any

_COUNTED = (
    ("dispositions", "what comes of them"),
    ("why", "why"),
    ("types", "types"),
    ("kinds", "kinds"),
    ("speakers", "speakers"),
    ("source_statuses", "status at the source"),
    ("standings", "standing here"),
    ("lineage", "lineage"),
)


def plan_table(shown: Mapping[str, Any]) -> Iterator[str]:
    """The import as `get_import` shows it, for a terminal. Counts, places and codes only."""
    progress = shown["progress"]
    kind = "reconciliation" if shown["format"].startswith("reconcile:") else "import"
    yield f"{kind} {shown['id']}: {shown['state']} ({progress['done']} of {progress['total']})"
    if (plan := shown["plan"]) is not None:
        yield from _plan(plan)
    for act in shown["acts"]:
        if act["act"] != "planned":
            yield f"{act['act']} by {act['by']} at {act['at']}: {_told(act['body'])}"


def _plan(plan: Mapping[str, Any]) -> Iterator[str]:
    source = plan["source"]
    if (asked := plan.get("asked")) is not None:
        yield f"  asked: {_told({name: said for name, said in asked.items() if said})}"
        yield f"  items: {plan['records']}, at position {plan['position']}"
        yield f"  not proposed: {_told(plan['not_proposed'])}"
        yield f"  each for itself would change: {_told(plan['would_change'])}"
        if plan["sources"]:
            yield f"  time unknown, by source: {_told(plan['sources'])}"
    else:
        yield f"  source: {source['files']} files, {source['bytes']} bytes, sha256 {source['sha256']}"
        yield f"  records: {plan['records']}, all admitted as imported, at position {plan['position']}"
    for name, title in _COUNTED:
        if plan.get(name):
            yield f"  {title}: {_told(plan[name])}"
    times = plan["times"]
    yield f"  times: {times['claimed']} claimed, {times['unknown']} unknown; {_told(times['notes'])}"
    if times.get("assumed_zone"):
        yield f"  times without a zone are read as in {times['assumed_zone']}"
    yield f"  possible equivalents: {plan['possible_equivalents']}"
    for title in ("refused", "unresolved"):
        for one in plan[title]:
            yield f"  {title}, {one['code']}: {one['count']} ({', '.join(one['places'][:5])} …)"
    for reason, one in plan["skipped"].items():
        yield f"  skipped, {reason}: {one['count']} ({', '.join(one['places'][:3])} …)"
    for fact in plan["support"]:
        yield f"  support of fact {fact['fact']}: {_told(fact['before'])} → {_told(fact['after'])}"


def _told(counts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
