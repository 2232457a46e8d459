"""A workspace of many observations and their readings, made inside the database."""

# ruff: noqa: S608 - statements are put together from the names in this file alone
from datetime import UTC, datetime
from hashlib import md5
from uuid import UUID

import psycopg

from memoryapp.checks.tables import tenant_models
from provenance.database.tenancy import Tenancy
from provenance.services.observe import observe
from recall.embedders.current import current_embedder
from recall.services.arrange import arrange
from recall.services.embed import label_of
from tests.cast import Person
from tests.database.sql import as_owner, as_superuser
from tests.factories import ContributionFactory

FIRST_POSITION = 1_000_000_000
_ID = "md5(%(here)s::text || n)::uuid"
_N = "generate_series(1, %(size)s) AS n"
# A row of a table is another one with some columns replaced; `n` counts from 1.
_FEW = "generate_series(1, %(size)s, 50) AS n"
_FIFTH = "generate_series(1, %(size)s, 5) AS n"
# Each text has a word of its own, one that half of them share, and two of a vocabulary.
_TERMS = f"""
 SELECT n, 'own' || n AS term FROM {_N}
 UNION ALL SELECT n, 'common' FROM generate_series(1, %(size)s, 2) AS n
 UNION ALL SELECT n, 'w' || (n::bigint * p %% 5000) FROM {_N}, unnest(ARRAY[1, 1009]) AS p
"""
# Few distinct vectors are quick to make; a plan does not depend on them.
_VECTORS = """
 SELECT g, (SELECT array_agg(random() - 0.5) FROM generate_series(1, 384) WHERE g > 0)::halfvec(384) AS v
 FROM generate_series(1, 500) AS g
"""
_HERE = "%(here)s::uuid"
_O = f"{_ID}, {FIRST_POSITION} + n"
_READINGS = (
    f"INSERT INTO indexed_text (id, workspace_id, observation_id, position, length)"
    f" SELECT gen_random_uuid(), {_HERE}, {_O}, 6 FROM {_N}",
    f"INSERT INTO posting (workspace_id, term, position, frequency, length)"
    f" SELECT {_HERE}, term, {FIRST_POSITION} + n, 1, 6 FROM ({_TERMS}) t ON CONFLICT DO NOTHING",
    f"INSERT INTO spelling (workspace_id, trigram, term) SELECT DISTINCT {_HERE},"
    f" substr('  ' || t || ' ', i, 3), t FROM (SELECT 'w' || n FROM generate_series(1, 5000) n"
    f" UNION ALL SELECT 'own' || n FROM generate_series(1, 4000) n) AS terms (t),"
    f" generate_series(1, length(t) + 1) AS i ON CONFLICT DO NOTHING",
    f"WITH v AS MATERIALIZED ({_VECTORS}) INSERT INTO embedding (id, workspace_id, observation_id,"
    f" position, embedder, piece, dimension, vector) SELECT gen_random_uuid(), {_HERE}, {_O},"
    f" %(embedder)s, 0, 384, v.v FROM {_N} JOIN v ON v.g = 1 + n %% 500",
    f"INSERT INTO embedder_in_use (workspace_id, embedder, queue_until, queued_through, since, replaced)"
    f" VALUES ({_HERE}, %(embedder)s, 0, 0, now(), '{{}}') ON CONFLICT DO NOTHING",
    f"INSERT INTO index_work (id, workspace_id, observation_id, lexical_pending, semantic_pending,"
    f" attempts, not_before) SELECT gen_random_uuid(), {_HERE}, {_ID}, false, true, 0, now()"
    f" FROM {_FEW}",
    f"INSERT INTO current_standing (id, workspace_id, observation_id, standing, admission, at)"
    f" SELECT gen_random_uuid(), {_HERE}, {_ID}, 'current', 'admitted', now() FROM {_FEW}",
)


def grow(person: Person, *, size: int, database: str) -> None:
    """Adds `size` observations in sessions of a hundred turns, each with content and receipt.

    Every second one is derived from the one before it; every fifth has a subject, a proven
    copy and an unresolved pair, and was shown with four others; few have a standing or wait.
    """
    first = observe(
        caller=person.caller, contribution=ContributionFactory(), at=datetime.now(UTC)
    ).receipt
    given = {
        "here": str(person.workspace_id),
        "size": size,
        "embedder": label_of(current_embedder()),
        "first": first.observation_id,
        "principal": person.principal.id,
    }
    with as_superuser(database) as builder:
        # Rows that are right by construction: checking half a million references takes a minute.
        builder.execute("SET session_replication_role = replica")
        for statement in (*_ledger(builder), *_READINGS):
            builder.execute(statement, given)
        builder.commit()


def _ledger(builder: psycopg.Connection) -> list[str]:
    here = {"workspace_id": _HERE}
    link = {"id": "gen_random_uuid()", **here, "observation_id": _ID}
    before = _ID.replace("|| n", "|| (n - 1)")
    fifths = "generate_series(5, %(size)s, 5) AS n"
    evens = "generate_series(2, %(size)s, 2) AS n"
    return [
        _copies(
            builder,
            "conversation_session",
            {"id": "md5('session' || %(here)s::text || n)::uuid", "external_id": "'large-' || n"},
            "generate_series(0, %(size)s / 100) AS n",
        ),
        _copies(
            builder,
            "observation",
            {
                "id": _ID,
                "position": f"{FIRST_POSITION} + n",
                "event_id": "'large-' || n",
                "session_id": "md5('session' || %(here)s::text || n / 100)::uuid",
                "turn_index": "n %% 100",
                "observed_at": "now() - n * interval '1 minute'",
                "speaker_role": "CASE n %% 2 WHEN 0 THEN 'user' ELSE 'assistant' END",
                "admitted_as": "CASE n %% 2 WHEN 0 THEN 'user_primary'"
                " ELSE 'assistant_authored' END",
                "witness_id": "CASE n %% 2 WHEN 0 THEN %(principal)s::uuid END",
                "text_sha256": "lpad(n::text, 64, '0')",
                "foreign_system": "'slack'",
                "foreign_id": "'foreign-' || n",
            },
            _N,
            where="t.id = %(first)s",
        ),
        _copies(
            builder,
            "content",
            {**link, "text": "'own' || n || ' common words'", "title": "'Session ' || n / 100"},
            _N,
        ),
        _copies(
            builder,
            "receipt",
            {**link, "event_id": "'large-' || n"},
            _N,
            where="t.observation_id = %(first)s",
        ),
        _new(
            "observation_subject",
            {**link, "ordinal": "0", "kind": "'repository'", "key": "'r' || n"},
        ),
        _new(
            "lineage_edge",
            {
                **link,
                "observation_position": f"{FIRST_POSITION} + n",
                "relation": "'derived_from'",
                "by_event": "false",
                "source_id": before,
                "source_position": f"{FIRST_POSITION} + n - 1",
            },
            evens,
        ),
        _new(
            "proven_copy",
            {
                **link,
                "original_id": before,
                # Half of them are mappings, and half of those were taken back.
                "basis": "CASE n %% 10 WHEN 0 THEN 'mapping' ELSE 'foreign_reference' END",
                "mapping_id": f"CASE n %% 10 WHEN 0 THEN {_ID} END",
            },
            fifths,
        ),
        _new(
            "mapping_retraction",
            {
                "id": "gen_random_uuid()",
                **here,
                "item_id": _ID,
                "by_id": "%(principal)s::uuid",
                "at": "now()",
            },
            "generate_series(20, %(size)s, 20) AS n",
        ),
        _new(
            "unresolved_pair",
            {
                **link,
                "other_id": before,
                "kind": "'possible_equivalent'",
                "detail": "'{}'",
                "at": "now()",
            },
            fifths,
        ),
        _new(
            "exposure",
            {
                "id": "gen_random_uuid()",
                **here,
                "principal_id": "%(principal)s::uuid",
                "door": "'recall'",
                "session": "'large-' || n / 100",
                "observations": f"ARRAY(SELECT {_ID.replace('n)', 'n - i)')} FROM"
                " generate_series(0, 4) i)",
                "at": "now()",
            },
            fifths,
        ),
    ]


def _copies(
    builder: psycopg.Connection,
    table: str,
    change: dict[str, str],
    series: str,
    where: str = "true",
) -> str:
    """INSERT of as many copies of one row as the series has numbers, with some columns changed."""
    columns = [
        name
        for (name,) in builder.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_name = %s AND is_generated = 'NEVER'",
            [table],
        )
    ]
    values = ", ".join(change.get(name, f"t.{name}") for name in columns)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values}"
        f" FROM {series}, (SELECT * FROM {table} t"
        f" WHERE workspace_id = {_HERE} AND {where} LIMIT 1) AS t"
    )


def _new(table: str, values: dict[str, str], series: str = _FIFTH) -> str:
    """INSERT of one row for each number of the series."""
    return f"INSERT INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM {series}"


def settle(database: str, *people: Person) -> None:
    """Puts vectors into cells, and does what autovacuum would do in its own time."""
    for person in people:
        arrange(tenancy=Tenancy(person.workspace_id), embedder=label_of(current_embedder()))
    with as_owner(database) as owner:
        owner.autocommit = True
        for model in tenant_models():
            owner.execute(f"VACUUM ANALYZE {model._meta.db_table}")


def id_of(person: Person, n: int) -> UUID:
    """The id of the n-th observation of a grown workspace."""
    return UUID(md5(f"{person.workspace_id}{n}".encode(), usedforsecurity=False).hexdigest())
