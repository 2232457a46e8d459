"""The database lets go of what an erasure covers, through one function, and of nothing else (P1, P14)."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import psycopg
import pytest

from provenance.database.tenancy import workspace
from provenance.models import Content, Correction, CorrectionTarget, Fact, FactEvidence, Statement
from tests.contract.saying import say
from tests.database.sql import as_owner, as_superuser, as_web
from tests.provenance.erasing import erased, here
from tests.recall.test_recall import ask

GUARDED = ("content", "question", "statement")
OPEN = "SELECT set_config('memoryapp.workspace_id', %s, true)"
CALL = "SELECT * FROM erase_content(%s, %s)"
REFUSED = psycopg.errors.IntegrityError
DEEDS = {
    "content": "DELETE FROM {}",
    "question": "DELETE FROM {}",
    "statement": "UPDATE {} SET text=''",
}


@pytest.fixture
def asked(ada, ben, rita) -> UUID:
    """Something that was said, and that a recall returned; and a statement on it."""
    said = say(ada, "The canary is green.")
    assert ask(ben, "canary green")["episodic"]
    stated(rita, said)
    return said


def stated(rita, *observations: UUID) -> UUID:
    """A fact that stands on these observations."""
    at, by = datetime.now(UTC), rita.principal.id
    with workspace(rita.principal):
        w = {"workspace_id": rita.workspace_id}
        statement = Statement(**w, text="The canary is green.")
        statement.save(force_insert=True)
        correction = Correction(
            **w,
            kind="adopt",
            statement=statement,
            reason="r",
            proposer_id=by,
            event_id=str(uuid4()),
            digest="sha256:0",
            at=at,
        )
        correction.save(force_insert=True)
        fact = Fact(
            **w, statement=statement, correction=correction, decided_by_id=by, decided_at=at
        )
        fact.save(force_insert=True)
        for ordinal, one in enumerate(observations):
            CorrectionTarget(**w, correction=correction, observation_id=one, ordinal=ordinal).save(
                force_insert=True
            )
            FactEvidence(**w, fact=fact, observation_id=one).save(force_insert=True)
    return fact.id


def words(rita) -> list[str]:
    """The wordings that are left."""
    return [row.text for row in here(rita, Statement)]


def leave_trail(web: psycopg.Connection, observation: UUID, rita) -> None:
    """An erasure row, as the application writes it; its receipt is asked for at the commit."""
    web.execute(
        "INSERT INTO erasure (id, workspace_id, observation_id, by_id, reason, at)"
        " VALUES (gen_random_uuid(), %s, %s, %s, 'r', now())",
        [rita.workspace_id, observation, rita.principal.id],
    )


@pytest.mark.parametrize("table", GUARDED)
def test_p01_the_owner_itself_destroys_nothing(asked, rita, table: str):
    erased(rita, asked)
    with as_owner() as owner:
        owner.execute(OPEN, [str(rita.workspace_id)])
        with pytest.raises(REFUSED) as refused:
            owner.execute(DEEDS[table].format(table))
    assert refused.value.diag.constraint_name == f"{table}_is_append_only"


@pytest.mark.parametrize("table", GUARDED)
def test_p01_no_setting_opens_the_way(asked, rita, table: str):
    with as_superuser() as superuser:
        for setting in ("session_replication_role = replica", "row_security = off"):
            superuser.execute(f"SET LOCAL {setting}")
        with pytest.raises(REFUSED) as refused:
            superuser.execute(DEEDS[table].format(table))
    assert refused.value.diag.constraint_name == f"{table}_is_append_only"


def test_p14_the_function_destroys_nothing_without_an_erasure(asked, rita):
    with as_web(rita.workspace_id) as web, pytest.raises(REFUSED) as refused:
        web.execute(CALL, [rita.workspace_id, [asked]])
    assert refused.value.diag.constraint_name == "only_the_erased_goes"


def test_p13_the_function_keeps_to_the_workspace_that_is_open(asked, rita, mallory):
    with as_web(mallory.workspace_id) as web:
        for ours in ([rita.workspace_id, [asked]], [None, [asked]]):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), web.transaction():
                web.execute(CALL, ours)
    with as_web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(CALL, [rita.workspace_id, [asked]])


def test_p13_no_erasure_of_one_workspace_covers_rows_of_another(asked, rita, mallory):
    with as_web(mallory.workspace_id) as web, pytest.raises(REFUSED) as refused:
        leave_trail(web, asked, mallory)
    assert refused.value.diag.constraint_name == "erasure_observation_same_wall"


def test_p14_it_destroys_what_the_erasure_covers_and_no_more(asked, ada, rita):
    kept = say(ada, "The weather is fine.")
    with as_web(rita.workspace_id) as web:
        leave_trail(web, asked, rita)
        done = web.execute(CALL, [rita.workspace_id, [asked]]).fetchone()
        left = [row[0] for row in web.execute("SELECT observation_id FROM content").fetchall()]
    assert done == (1, 1, 1, [])
    assert left == [kept]


@pytest.mark.parametrize("table", GUARDED)
def test_p14_even_in_the_owners_function_only_covered_rows_go(asked, rita, table: str):
    """The rows' own trigger: a function like ours that forgot to ask for the erasure."""
    with as_superuser() as superuser:
        superuser.execute(
            "CREATE FUNCTION careless() RETURNS void LANGUAGE sql SECURITY DEFINER"
            f" AS $$ {DEEDS[table].format(table)} $$"
        )
        superuser.execute("ALTER FUNCTION careless() OWNER TO memoryapp_owner")
        superuser.execute(OPEN, [str(rita.workspace_id)])
        with pytest.raises(REFUSED) as refused:
            superuser.execute("SELECT careless()")
    assert refused.value.diag.constraint_name == "only_the_erased_goes"


def test_p14_a_statement_is_emptied_and_never_reworded(asked, rita):
    erased(rita, asked)
    with as_superuser() as superuser:
        superuser.execute(
            "CREATE FUNCTION careless() RETURNS void LANGUAGE sql SECURITY DEFINER"
            " AS $$ UPDATE statement SET text = 'Something nobody said.' $$"
        )
        superuser.execute("ALTER FUNCTION careless() OWNER TO memoryapp_owner")
        superuser.execute(OPEN, [str(rita.workspace_id)])
        with pytest.raises(REFUSED):
            superuser.execute("SELECT careless()")


def test_p14_a_wording_stays_while_anything_else_stands_behind_it(ada, rita):
    first, second = say(ada, "The canary is green."), say(ada, "Yes, it is green.")
    stated(rita, first, second)
    erased(rita, first)
    assert words(rita) == ["The canary is green."]
    assert erased(rita, second).receipt.body["destroyed"]["statements"] == 1
    assert words(rita) == [""]


def test_p14_a_fact_without_words_ends_and_is_no_longer_shown(ada, ben, rita):
    said = say(ada, "The canary is green.")
    fact = stated(rita, said)
    receipt = erased(rita, said).receipt
    assert receipt.body["destroyed"]["facts"] == 1
    assert ben.get("/v1/facts").json()["results"] == []
    assert ben.get(f"/v1/facts/{fact}").status_code == 404
    assert erased(rita, said).receipt.body["destroyed"]["facts"] == 0


def test_p14_nothing_is_recorded_as_a_copy_of_the_erased(ada, rita):
    gone, kept = say(ada, "The canary is green."), say(ada, "The weather is fine.")
    erased(rita, gone)
    for pair in ((kept, gone), (gone, kept)):
        with as_web(rita.workspace_id) as web, pytest.raises(REFUSED) as refused:
            web.execute(
                "INSERT INTO proven_copy (id, workspace_id, observation_id, original_id, basis)"
                " VALUES (gen_random_uuid(), %s, %s, %s, 'foreign_reference')",
                [rita.workspace_id, *pair],
            )
        assert refused.value.diag.constraint_name == "no_copy_of_the_erased"
    assert here(rita, Content, observation_id=kept)
