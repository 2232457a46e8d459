"""Rows of several models in one statement: planned once, all or none, within the wall."""

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, DataError, connection

from provenance.database.inserting import insert
from provenance.database.tenancy import OutsideWorkspaceError, workspace
from provenance.models import ChronicleEvent, Question, Receipt, Session
from provenance.models.ids import uuid7
from provenance.models.position import NextPosition
from provenance.services.chronicle import event_of
from tests.contract.saying import say
from tests.database.test_prepared import kept

pytestmark = pytest.mark.django_db(transaction=True)


def a_receipt(person, **changed):
    about = {"act": "recall", "outcome": "answered", "body": {"returned": []}}
    whose = {"workspace_id": person.workspace_id, "principal_id": person.principal.id}
    return Receipt(**{**about, **whose, "at": datetime.now(UTC), **changed})


def a_question(receipt, text="who?"):
    return Question(workspace_id=receipt.workspace_id, receipt=receipt, text=text)


def an_event(person, receipt):
    by = person.principal.id
    return event_of(act="recalled", by=by, about="receipt", about_id=receipt.id, at=receipt.at)


def test_what_names_another_stands_beside_it(ben):
    receipt = a_receipt(ben)
    with workspace(ben.principal):
        # In whatever order: the one that is named comes last.
        insert([a_question(receipt), an_event(ben, receipt), receipt])
        assert not receipt._state.adding
        stored = Receipt.objects.here().get(id=receipt.id)
        assert (stored.body, stored.at) == (receipt.body, receipt.at)
        assert Question.objects.here().get(receipt=stored).text == "who?"
        # What the database gives, it gave.
        event = ChronicleEvent.objects.here().get(about_id=receipt.id)
        assert event.position > 0 < event.transaction


def test_it_is_all_or_none(ben):
    receipt = a_receipt(ben)
    with pytest.raises(DatabaseError), workspace(ben.principal):
        insert([receipt, a_question(a_receipt(ben))])
    with workspace(ben.principal):
        assert not Receipt.objects.here().filter(id=receipt.id).exists()


def test_what_is_too_long_is_refused_and_not_cut(ada):
    say(ada, session_id="short")
    with workspace(ada.principal):
        one = Session.objects.here().get(external_id="short")
    one.id, one.external_id = uuid7(), "long" * 60
    with pytest.raises(DataError), workspace(ada.principal):
        insert([one])


def test_no_row_of_another_workspace_is_written(ben, mallory):
    with pytest.raises(DatabaseError), workspace(ben.principal):
        insert([a_receipt(mallory)])
    with pytest.raises(OutsideWorkspaceError):
        Receipt.objects.all().add([a_receipt(ben)])


def test_what_sql_has_to_work_out_is_inserted_too(ben):
    receipt = a_receipt(ben)
    with workspace(ben.principal):
        event = an_event(ben, receipt)
        event.position = NextPosition()
        ChronicleEvent.objects.all().add([event])
        assert ChronicleEvent.objects.here().get(id=event.id).position > 0


def test_what_is_here_is_skipped_where_that_is_asked_for(ben):
    receipt = a_receipt(ben)
    with workspace(ben.principal):
        for _ in range(2):
            Receipt.objects.all().add([receipt], skip_existing=True)
        assert Receipt.objects.here().filter(id=receipt.id).count() == 1
    with pytest.raises(DatabaseError), workspace(ben.principal):
        Receipt.objects.all().add([receipt])


def test_it_is_planned_once_whatever_the_values(ben):
    with workspace(ben.principal):
        for number in range(3):
            insert([a_receipt(ben, event_id=None, rule=None, body={"number": number})])
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")  # the same connection
    assert kept('INSERT INTO "receipt"') == 1
