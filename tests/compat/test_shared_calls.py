"""Calls as MemoryD's adapters make them: each is answered with the members that they read."""

import json
import os
from pathlib import Path

import pytest
from django.conf import settings

BASE = "/compat/memoryd"


def test_every_recorded_call_is_answered_in_the_shape_it_expects(house):
    given = os.environ.get("MEMORYAPP_SHARED_DATA")
    folder = Path(given) if given else Path(settings.BASE_DIR).parent / "shared" / "data"
    path = folder / "formats" / "memoryd" / "http_calls.jsonl"
    if not path.is_file():
        pytest.skip("MEMORYAPP_SHARED_DATA names no folder with formats/memoryd/")
    for line in path.read_text().splitlines():
        call = json.loads(line)
        body = call["request"] | {"profile": "personal"}
        if "workspace" in body:
            body["workspace"] = house.name
        response = house.hermes.post(BASE + call["path"], body)
        told, expected = response.json(), call["response"]
        assert response.status_code == 200, (call["path"], told)
        assert set(told) == set(expected)
        assert set(expected["data"]) <= set(told["data"]), call["path"]
        if call["path"].endswith("/turns"):
            counts = ("accepted", "rejected", "rejections")
            assert [told["data"][name] for name in counts] == [
                expected["data"][name] for name in counts
            ]
