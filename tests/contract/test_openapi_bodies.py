"""Closed bodies are described as they are taken."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from jsonschema import Draft202012Validator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.api import fields
from provenance.api.closed import ClosedSerializer


class Inner(ClosedSerializer):
    role = fields.StrictChoiceField(choices=["user", "tool"])
    rank = fields.StrictChoiceField(choices=["low", "high"], required=False)


class Whole(ClosedSerializer):
    name = fields.StrictCharField(max_bytes=8)
    at = fields.InstantField(required=False)
    inner = Inner(required=False)
    items = fields.StrictListField(child=Inner(), max_length=2, required=False)
    count = fields.StrictIntegerField(min_value=0, required=False)
    id = fields.IdField(required=False)
    sure = fields.StrictBooleanField(required=False)
    metadata = fields.JSONObjectField(required=False)


class WholeView(APIView):
    problem_statuses = {"POST": (409, 422)}

    @extend_schema(request=Whole, responses={201: Whole}, operation_id="whole")
    def post(self, request: Request, name: str) -> Response:
        return Response()


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    from django.urls import path

    patterns = [path("v1/whole/<str:name>", WholeView.as_view())]
    return SchemaGenerator(patterns=patterns).get_schema(public=True)


def validator(described: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**described, "$ref": "#/components/schemas/Whole"})


FITTING: list[dict[str, Any]] = [
    {"name": "a"},
    {"name": "a", "at": None, "inner": None, "items": None, "count": None, "metadata": None},
    {"name": "a", "inner": {"role": "user", "rank": None}, "items": [{"role": "tool"}]},
    {"name": "a", "count": 3, "sure": True, "metadata": {"x": [1]}},
    {"name": "a", "at": "2026-11-02T09:14:07Z"},
]
MISFITS: list[dict[str, Any]] = [
    {},
    {"name": None},
    {"name": ""},
    {"name": 1},
    {"name": "123456789"},
    {"name": "a", "colour": 1},
    {"name": "a", "inner": {"role": "king"}},
    {"name": "a", "inner": {"role": "user", "rank": "mid"}},
    {"name": "a", "inner": {"role": "user", "x": 1}},
    {"name": "a", "items": [{"role": "user"}] * 3},
    {"name": "a", "count": -1},
    {"name": "a", "count": 2**53},
    {"name": "a", "sure": "true"},
    {"name": "a", "metadata": []},
]


@pytest.mark.parametrize("body", FITTING, ids=str)
def test_what_is_taken_is_described(described, body):
    assert validator(described).is_valid(body)
    assert Whole(data=body).is_valid()


@pytest.mark.parametrize("body", MISFITS, ids=str)
def test_what_is_refused_is_described(described, body):
    assert not validator(described).is_valid(body)
    assert not Whole(data=body).is_valid()


def test_a_view_names_the_problems_of_its_own(described):
    answers = described["paths"]["/v1/whole/{name}"]["post"]["responses"]
    assert set(answers) >= {"201", "400", "401", "403", "404", "409", "413", "415", "422", "503"}


def test_the_key_is_described(described):
    assert described["paths"]["/v1/whole/{name}"]["post"]["security"] == [{"apiKey": []}]
    assert described["components"]["securitySchemes"]["apiKey"]["scheme"] == "bearer"


def test_limits_in_bytes_are_told_in_words(described):
    name = described["components"]["schemas"]["Whole"]["properties"]["name"]
    assert (name["maxLength"], "8 bytes" in name["description"]) == (8, True)
