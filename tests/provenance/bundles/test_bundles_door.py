"""POST /v1/bundles: what a caller may export, in one file."""

from provenance.bundles.bundle import Bundle
from tests.contract.saying import say
from tests.provenance.importing.test_imports_door import announced, send, shown, work

from .test_export import KILN, exporter

SESSION = "the-kiln"


def sent(person, body, path):
    answer = person.post("/v1/bundles", body)
    if answer.status_code != 200:
        return answer
    path.write_bytes(b"".join(answer.streaming_content))
    with path.open("rb") as stream:
        return Bundle(stream).manifest


def test_a_bundle_is_sent_whole_and_verifies(ada, rita, tmp_path):
    say(ada, KILN, session_id=SESSION)
    say(ada, "Another remark, of another session.")

    whole = sent(exporter(rita), {}, tmp_path / "a.tar.zst")
    narrow = sent(exporter(rita, "ed"), {"session": SESSION}, tmp_path / "b.tar.zst")

    assert whole["members"]["observations.jsonl"]["count"] == 2
    assert narrow["members"]["observations.jsonl"]["count"] == 1


def test_without_content_no_word_leaves(ada, rita, tmp_path):
    say(ada, KILN)
    path = tmp_path / "a.tar.zst"

    assert sent(exporter(rita), {"content": False}, path)

    assert b"kiln" not in path.read_bytes()


def test_p13_without_export_there_is_no_bundle(ada, ben, cleo, tmp_path):
    say(ada, KILN)
    for person in (ada, ben, cleo):
        assert sent(person, {}, tmp_path / "x").status_code == 403


def test_what_is_asked_is_checked(rita, tmp_path):
    answer = sent(exporter(rita), {"kinds": ["nonsense"], "since": "2026-01-01"}, tmp_path / "x")

    assert answer.status_code == 400
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/kinds/0", "/since"}


def test_p05_carried_over_http_there_and_back_everything_is_a_duplicate(ada, rita, tmp_path):
    from tests.cast import add_person

    say(ada, KILN)
    path = tmp_path / "a.tar.zst"
    sent(exporter(rita), {}, path)
    ines = add_person(rita, "ines", kind="agent", grants=("observe", "reconcile"))
    data = path.read_bytes()

    plan = announced(ines, data, name="bundle.tar.zst", format="memoryapp-bundle")
    send(ines, plan, data)
    work(ines)

    assert shown(ines, plan)["plan"]["dispositions"] == {"duplicate": 1}
