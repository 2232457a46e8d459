"""The machine door to imports: upload in pieces, plan, items, apply, roll back."""

import errno
import io
import json
import os
import zipfile
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Grant
from provenance.services.access.granting import revoke
from provenance.services.importing import snapshot, unpacking
from provenance.services.importing.holding import imports_folder
from provenance.services.importing.run import run_due
from tests.cast import add_person, make_stage

from .corpus import count, line

TWO = "".join(
    json.dumps(one) + "\n"
    for one in (
        line(1, "The kettle stands on the left of the sink."),
        line(2, "Noted: left of the sink.", role="assistant"),
    )
).encode()


@pytest.fixture
def ines(rita):
    """An agent that may import."""
    return add_person(rita, "ines", kind="agent", grants=("observe", "reconcile"))


def announced(person, data, **body):
    body = {"name": "session.jsonl", "size": len(data), **body}
    answer = person.post("/v1/imports", body)
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def send(person, plan, data, *, offset=0):
    return person.api.patch(
        f"/v1/imports/{plan}/content?offset={offset}", data, content_type="application/octet-stream"
    )


def work(person):
    run_due(tenancy=Tenancy(person.workspace_id))


def shown(person, plan):
    return person.get(f"/v1/imports/{plan}").json()


def test_p14_from_upload_to_rollback(ines):
    plan = announced(ines, TWO, sha256=sha256(TWO).hexdigest())
    assert shown(ines, plan)["state"] == "uploading"

    assert send(ines, plan, TWO[:40]).json()["progress"] == {"done": 40, "total": len(TWO)}
    assert send(ines, plan, TWO[40:], offset=40).json()["state"] == "planning"
    work(ines)

    planned = shown(ines, plan)
    assert planned["state"] == "planned"
    assert planned["plan"]["dispositions"] == {"new": 2}
    assert count(ines) == 0

    first, second = ines.get(f"/v1/imports/{plan}/items").json()["results"]
    assert (first["speaker_role"], first["result"]) == ("user", None)
    assert ines.post(f"/v1/imports/{plan}/apply", {"exclude": [second["id"]]}).status_code == 202
    work(ines)
    done = ines.get(f"/v1/imports/{plan}/items").json()["results"]
    assert [one["result"] for one in done] == ["accepted", None]
    assert count(ines) == 1

    assert ines.post(f"/v1/imports/{plan}/rollback", None).status_code == 202
    work(ines)
    assert shown(ines, plan)["state"] == "rolled_back"
    listed = ines.get("/v1/imports").json()["results"]
    assert [one["id"] for one in listed] == [plan]


def test_a_piece_that_does_not_begin_where_the_file_ends_is_refused_with_nothing_lost(ines):
    plan = announced(ines, TWO)
    send(ines, plan, TWO[:40])

    again = send(ines, plan, TWO[:40])

    assert (again.status_code, again.json()["code"]) == (409, "upload_offset")
    assert shown(ines, plan)["progress"]["done"] == 40
    assert send(ines, plan, TWO[40:], offset=40).status_code == 200


def test_more_than_was_announced_is_refused_and_the_rest_can_still_come(ines):
    plan = announced(ines, TWO)

    assert send(ines, plan, TWO + b"more").status_code == 413
    assert send(ines, plan, TWO).status_code == 200


def test_what_is_not_what_was_announced_is_not_planned(ines):
    plan = announced(ines, TWO, sha256="0" * 64)

    answer = send(ines, plan, TWO)

    assert (answer.status_code, answer.json()["code"]) == (422, "import_refused")
    assert shown(ines, plan)["state"] == "failed"
    assert not (imports_folder() / "uploads" / plan.replace("-", "") / "upload").exists()


def archive(**members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as one:
        for name, data in members.items():
            one.writestr(name, data)
    return packed.getvalue()


def test_a_zip_is_unpacked_and_its_files_are_recognised(ines):
    data = archive(**{"a/s.jsonl": TWO, "readme.txt": b"hello"})
    plan = announced(ines, data, name="export.zip")
    send(ines, plan, data)
    work(ines)

    assert shown(ines, plan)["plan"]["records"] == 2


def test_a_zip_whose_files_are_only_stored_is_unpacked_too(ines):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as one:
        one.writestr("a/s.jsonl", TWO)
    plan = announced(ines, packed.getvalue(), name="export.zip")
    send(ines, plan, packed.getvalue())
    work(ines)

    told = ines.get(f"/v1/imports/{plan}/items").json()["results"]
    assert [one["file"] for one in told] == ["a/s.jsonl", "a/s.jsonl"]


def torn(data):
    """The packed bytes of its member are no longer what the packer wrote."""
    begin = data.index(b"s.jsonl") + len(b"s.jsonl")
    return data[:begin] + b"\xff" * 20 + data[begin + 20 :]


@pytest.mark.parametrize(
    "data",
    [
        torn(archive(**{"s.jsonl": TWO})),
        archive(**{"../out.jsonl": TWO}),
        archive(**{"/etc/out.jsonl": TWO}),
        archive(**{"a\\..\\b.jsonl": TWO}),
        archive(bomb=b"\0" * 30_000_000),
        archive(s=TWO)[:-30] + b"PK\x05\x06" + b"\0" * 18,
    ],
    ids=["torn", "leads out", "absolute", "backslash", "bomb", "damaged"],
)
def test_an_archive_that_could_do_harm_is_refused_whole(ines, data):
    plan = announced(ines, data, name="export.zip")

    answer = send(ines, plan, data)
    work(ines)

    told = shown(ines, plan)
    assert answer.status_code == 422 or told["code"] == "unknown_format"
    assert told["state"] == "failed"
    assert count(ines) == 0


def test_p13_an_import_of_another_workspace_does_not_exist(ines):
    other = add_person(make_stage().rita, "mo", kind="agent", grants=("observe", "reconcile"))
    plan = announced(ines, TWO)

    for call in (
        other.get(f"/v1/imports/{plan}"),
        other.get(f"/v1/imports/{plan}/items"),
        other.post(f"/v1/imports/{plan}/apply", {}),
        other.post(f"/v1/imports/{plan}/rollback", None),
        send(other, plan, TWO),
    ):
        assert call.status_code == 404


def test_p13_without_reconcile_nothing_is_shown_or_begun(ada, ben):
    for person in (ada, ben):
        assert person.get("/v1/imports").status_code == 403
        assert person.post("/v1/imports", {"name": "x", "size": 1}).status_code == 403


def test_p13_a_grant_that_ends_stops_an_import_at_the_next_chunk(rita, ines):
    plan = announced(ines, TWO)
    send(ines, plan, TWO)
    work(ines)
    ines.post(f"/v1/imports/{plan}/apply", {})
    with workspace(rita.caller):
        grant = Grant.objects.here().get(principal_id=ines.principal.id, capability="reconcile")
        revoke(by=rita.principal.id, grant=grant, reason="ended", at=datetime.now(UTC))

    work(ines)

    assert count(ines) == 0


def test_the_zone_that_is_assumed_is_told_by_the_door(ines):
    plan = announced(ines, TWO, assume_zone="Europe/Berlin")
    send(ines, plan, TWO)
    work(ines)
    assert shown(ines, plan)["plan"]["times"]["assumed_zone"] == "Europe/Berlin"

    refused = ines.post("/v1/imports", {"name": "x", "size": 1, "assume_zone": "Middle/Earth"})
    assert (refused.status_code, refused.json()["code"]) == (422, "import_refused")


def test_an_unknown_format_is_refused_by_name(ines):
    answer = ines.post("/v1/imports", {"name": "x", "size": 1, "format": "nope"})

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/format"


def full(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_that_is_full_while_a_piece_arrives_is_told_and_nothing_of_it_is_half_kept(
    ines, monkeypatch
):
    plan = announced(ines, TWO)
    send(ines, plan, TWO[:40])
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = send(ines, plan, TWO[40:], offset=40)

    assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
    told = shown(ines, plan)
    assert (told["state"], told["progress"]["done"]) == ("uploading", 40)
    assert send(ines, plan, TWO[40:], offset=40).json()["state"] == "planning"


@pytest.mark.parametrize("packed", [False, True])
def test_a_disk_that_is_full_when_it_is_kept_is_no_damage(ines, monkeypatch, packed):
    data = archive(**{"a/s.jsonl": TWO}) if packed else TWO
    plan = announced(ines, data, name="export.zip")
    before = {one.name for one in imports_folder().iterdir()}
    where, does = (unpacking, "_unpack") if packed else (snapshot, "_copied")
    monkeypatch.setattr(where, does, full_half_way)
    answer = send(ines, plan, data)

    told = shown(ines, plan)
    assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
    assert (told["state"], told["code"]) == ("failed", "storage_full")
    assert {one.name for one in imports_folder().iterdir()} == before
    assert not (imports_folder() / "uploads" / plan.replace("-", "")).exists()


def full_half_way(*_, into, **__):
    """As copying and unpacking do, on a disk that has room for the beginning."""
    into.parent.mkdir(parents=True, exist_ok=True)
    (into / "half" if into.is_dir() else into).write_text("half of it")
    full()
