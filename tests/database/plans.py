"""What the planner makes of the queries that real code runs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from psycopg._queries import PostgresQuery
from psycopg.adapt import Transformer

from provenance.database.prepared import PreparedCursor

# Smaller tables are read whole by right: that is quicker than an index.
MANY_ROWS = 10_000
_SHOWN = ("Index Name", "Index Cond", "Filter", "Recheck Cond", "Plan Rows")


@dataclass
class Plans:
    """The statements of a `with` block and their plans."""

    seen: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def scanned_whole(self, tables: set[str]) -> list[str]:
        """For each statement that reads one of the tables from end to end: which, and its plan."""
        return [
            f"{node['Relation Name']} in:\n{sql}\n{told(plan)}"
            for sql, plan in self.seen
            for node in nodes(plan)
            if node["Node Type"] == "Seq Scan" and node["Relation Name"] in tables
        ]

    def indexes(self) -> set[str]:
        """The indexes that the statements use."""
        found = (node for _, plan in self.seen for node in nodes(plan))
        return {node["Index Name"] for node in found if "Index Name" in node}

    def told(self) -> str:
        """Everything, for a failure."""
        return "\n\n".join(f"{sql}\n{told(plan)}" for sql, plan in self.seen)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan's node and all below it."""
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


def told(plan: dict[str, Any], depth: int = 0) -> str:
    """A plan as an indented list."""
    details = [f"{name}: {plan[name]}" for name in _SHOWN if name in plan]
    here = " ".join(str(plan[n]) for n in ("Node Type", "Relation Name", "Alias") if n in plan)
    lines = ["  " * depth + f"{here} ({'; '.join(details)})"]
    return "\n".join([*lines, *(told(child, depth + 1) for child in plan.get("Plans", ()))])


def large_tables() -> set[str]:
    """The tables of many rows, by the planner's own statistics."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [MANY_ROWS]
        )
        return {name for (name,) in cursor.fetchall()}


@contextmanager
def explained() -> Iterator[Plans]:
    """Has each query that runs meanwhile explained first, as the role and in the transaction that
    run it, with its own values; one whose plan is kept, as it is planned for any values too."""
    plans = Plans()

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "WITH")) and "set_config" not in sql:
            with context["connection"].cursor().cursor as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                plans.seen.append((sql.strip(), cursor.fetchone()[0][0]["Plan"]))
                if isinstance(context["cursor"].cursor, PreparedCursor):
                    cursor.execute(f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {_for_any(sql, cursor)}")
                    plans.seen.append((f"for any values: {sql}", cursor.fetchone()[0][0]["Plan"]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield plans


def _for_any(sql: str, cursor: Any) -> str:
    """The statement with numbered places for its values, as the server keeps it."""
    query = PostgresQuery(Transformer(cursor.connection))
    names = dict.fromkeys(re.findall(r"%\((\w+)\)s", sql))
    query.convert(sql, names)
    return query.query.decode()
