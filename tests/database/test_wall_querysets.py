"""A tenant query outside a workspace raises: row security would silently answer nothing (P13)."""

from contextlib import suppress

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction
from django.db.models import Count, Model, Prefetch

from provenance.database.tenancy import OutsideWorkspaceError, Tenancy, workspace
from provenance.database.walled import has_workspace
from provenance.models import Observation, Principal, Producer
from tests.factories import WorkspaceFactory

TENANTS = [model for model in apps.get_models() if has_workspace(model)]
WAYS = {
    "iteration": list,
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "truth": bool,
    "length": len,
    "first": lambda rows: rows.order_by("workspace_id").first(),
    "get": lambda rows: rows.get(),
    "slice": lambda rows: list(rows[:3]),
    "aggregate": lambda rows: rows.aggregate(n=Count("workspace_id")),
    "values_list": lambda rows: list(rows.values_list("workspace_id")),
    "values": lambda rows: list(rows.values("workspace_id").annotate(n=Count("*"))),
    "distinct": lambda rows: list(rows.values("workspace_id").distinct()),
    "iterator": lambda rows: list(rows.iterator(chunk_size=10)),
    "union": lambda rows: list(rows.union(rows.all())),
    "explain": lambda rows: rows.explain(),
    "update": lambda rows: rows.update(workspace_id=None),
    "delete": lambda rows: rows.delete(),
    "here": lambda rows: rows.here(),
    "add": lambda rows: rows.add([]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("model", TENANTS, ids=lambda model: model._meta.db_table)
def test_p13_a_query_outside_a_workspace_raises(model: type[Model], way: str):
    with pytest.raises(OutsideWorkspaceError):
        WAYS[way](model.objects.all())


@pytest.mark.parametrize("model", TENANTS, ids=lambda model: model._meta.db_table)
def test_p13_a_plain_transaction_is_not_a_workspace(model: type[Model]):
    with transaction.atomic(), pytest.raises(OutsideWorkspaceError):
        model.objects.exists()


def test_p13_in_bulk_and_prefetch_outside_a_workspace_raise(ada):
    with pytest.raises(OutsideWorkspaceError):
        Observation.objects.in_bulk([ada.principal.id])
    with pytest.raises(OutsideWorkspaceError):
        list(Observation.objects.prefetch_related(Prefetch("session")))


def test_p13_a_queryset_made_inside_raises_when_it_is_evaluated_outside(ada):
    with workspace(ada.caller):
        rows = Observation.objects.here()
    with pytest.raises(OutsideWorkspaceError):
        list(rows)


def test_p13_a_row_saved_outside_a_workspace_is_refused_by_the_database(ada):
    row = Producer(
        workspace_id=ada.workspace_id, harness="x", instance="y", created_at="2026-01-01T00:00Z"
    )
    with pytest.raises((OutsideWorkspaceError, DatabaseError)):
        row.save(force_insert=True)
    with workspace(ada.caller):
        assert not Producer.objects.here().filter(id=row.id).exists()


def test_p13_a_row_read_again_outside_its_workspace_is_not_there(ada):
    with pytest.raises((OutsideWorkspaceError, Principal.DoesNotExist)):
        ada.principal.refresh_from_db()


def test_p13_an_act_cannot_open_a_second_workspace(ada, mallory):
    with workspace(ada.caller), pytest.raises(RuntimeError), workspace(mallory.caller):
        raise AssertionError("a nested act would be committed by halves")


def test_p13_the_workspace_is_closed_again_after_an_error(ada):
    with pytest.raises(ZeroDivisionError), workspace(ada.caller):
        raise ZeroDivisionError
    with pytest.raises(OutsideWorkspaceError):
        Observation.objects.count()


def test_p13_what_was_written_before_an_error_is_not_there():
    human = WorkspaceFactory()
    here = {"workspace_id": human.workspace_id, "created_at": human.created_at}
    with suppress(ZeroDivisionError), workspace(human):
        Producer(**here, harness="x", instance="y").save(force_insert=True)
        raise ZeroDivisionError
    with workspace(Tenancy(human.workspace_id)):
        assert Producer.objects.here().count() == 0
