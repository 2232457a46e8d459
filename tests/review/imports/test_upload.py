"""The upload form takes one large file, from who may send it, and holds none of it in memory."""

import errno
import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import ImportPlan
from provenance.review.imports import uploading as page
from provenance.services.importing import full_disk, unpacking
from provenance.services.importing.begin import MOST_AT_WORK
from provenance.services.importing.holding import imports_folder
from tests.cast import Stage, add_person
from tests.review.imports.plans import bytes_of, file_of, send, sent, some_lines, text_of, work

BOUNDARY = "a-boundary"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


class Watched(io.BytesIO):
    """A body of which is known how much was read."""

    most = 0

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        self.most = max(self.most, self.tell())
        return piece


def part(name: str, value: bytes, *, file: str | None = None) -> bytes:
    named = f'; filename="{file}"' if file else ""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
    return head.encode() + value + b"\r\n"


def post(browser: Client, *parts: bytes, path: str = "/imports/new"):
    body = Watched(b"".join(parts) + f"--{BOUNDARY}--\r\n".encode())
    answer = browser.generic("POST", path, body.getvalue(), MULTIPART, **{"wsgi.input": body})
    return answer, body


def plans(stage: Stage) -> list[str]:
    with workspace(stage.rita.caller):
        return list(ImportPlan.objects.here().values_list("name", flat=True))


def strict(stage: Stage) -> tuple[Client, str]:
    """A browser whose tokens are checked, and the token of the form's page."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(stage.rita.login)
    shown = text_of(browser.get("/imports/new"))
    form = shown[shown.index("data-upload") :]
    return browser, form.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]


def test_the_form_bears_its_token_before_the_file(stage: Stage) -> None:
    shown = text_of(stage.rita.browser.get("/imports/new"))
    form = shown[shown.index("data-upload") :]
    assert form.index("csrfmiddlewaretoken") < form.index('type="file"')
    assert 'value="claude-code"' in form


def test_a_form_with_its_token_is_taken(stage: Stage) -> None:
    browser, token = strict(stage)
    answer, _ = post(
        browser,
        part("csrfmiddlewaretoken", token.encode()),
        part("format", b"auto"),
        part("file", bytes_of(some_lines(2)), file="session.jsonl"),
    )
    assert answer.status_code == 302
    assert plans(stage) == ["session.jsonl"]


@pytest.mark.parametrize("token", [None, b"x" * 64])
def test_a_forged_form_is_refused_before_its_file_is_read(
    stage: Stage, settings: Any, tmp_path: Path, token: bytes | None
) -> None:
    settings.IMPORTS_DIR = tmp_path / "imports"  # other tests write to the common one meanwhile
    browser, _ = strict(stage)
    large = b"x" * 8_000_000
    before = set(imports_folder().iterdir())
    answer, body = post(
        browser,
        *([part("csrfmiddlewaretoken", token)] if token else []),
        part("file", large, file="session.jsonl"),
    )
    assert answer.status_code == 403
    assert body.most < 4_000_000
    assert plans(stage) == []
    assert set(imports_folder().iterdir()) == before


def test_a_token_that_comes_after_the_file_is_too_late(stage: Stage) -> None:
    browser, token = strict(stage)
    answer, _ = post(
        browser,
        part("file", bytes_of(some_lines(1)), file="session.jsonl"),
        part("csrfmiddlewaretoken", token.encode()),
    )
    assert answer.status_code == 403
    assert plans(stage) == []


def test_a_large_file_goes_through_in_constant_memory(stage: Stage) -> None:
    stage.rita.browser.get("/imports/new")
    large = part("file", b"x" * 48_000_000, file="large.bin")
    tracemalloc.start()
    answer, _ = post(stage.rita.browser, part("format", b"auto"), large)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 302
    # The body itself is held twice by this test: what the server adds is less than a tenth of it.
    assert peak - 2 * len(large) < 12_000_000


def test_this_page_takes_large_forms_and_no_other_does(stage: Stage) -> None:
    large = part("file", b"x" * 20_000_000, file="large.bin")
    for path in ("/imports", "/workspace", "/login", "/imports/x/choose"):
        answer, body = post(stage.rita.browser, large, path=path)
        assert answer.status_code in (404, 413), path
        assert body.most < 4_000_000, path
    assert post(stage.rita.browser, large)[0].status_code == 302


def test_more_than_may_be_sent_is_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MAX_UPLOAD_BYTES", 1_000)
    answer, _ = post(stage.rita.browser, part("file", b"x" * 2_000, file="large.bin"))
    assert answer.status_code == 413
    assert plans(stage) == []


def test_no_file_or_an_empty_one_is_told_so(stage: Stage) -> None:
    for form in ({"format": "auto"}, {"file": SimpleUploadedFile("empty.jsonl", b"")}):
        answer = stage.rita.browser.post("/imports/new", form, follow=True)
        assert "Choose a file that is not empty" in text_of(answer)
    assert plans(stage) == []


def test_a_file_that_was_cut_off_is_not_taken_for_a_whole_one(stage: Stage) -> None:
    whole = part("file", bytes_of(some_lines(9)), file="session.jsonl")
    arrived = Watched(whole[:-500])
    answer = stage.rita.browser.generic(
        "POST", "/imports/new", whole, MULTIPART, **{"wsgi.input": arrived}
    )
    assert answer["Location"] == "/imports/new"
    assert "did not arrive to its end" in text_of(stage.rita.browser.get("/imports/new"))
    assert plans(stage) == []


def test_a_file_that_is_still_being_sent_by_program_has_a_page(stage: Stage) -> None:
    ines = add_person(stage.rita, "ines", kind="agent", grants=("observe", "reconcile"))
    upload = ines.post("/v1/imports", {"name": "slow.jsonl", "size": 9}).json()["id"]
    shown = text_of(stage.rita.browser.get(f"/imports/{upload}"))
    assert "being sent" in shown
    assert "are here. Its plan is made when all is." in shown
    assert stage.rita.browser.get(f"/imports/{upload}/items").status_code == 404


def test_while_too_many_are_at_work_another_is_refused_and_not_kept(stage: Stage) -> None:
    for number in range(MOST_AT_WORK):
        send(stage.rita, some_lines(1), name=f"file {number}")
    before = set((imports_folder() / "uploads").glob("*"))
    answer = send(stage.rita, some_lines(2), name="one too many")
    assert answer["Location"] == "/imports/new"
    assert "Other imports are at work" in text_of(stage.rita.browser.get("/imports/new"))
    assert "one too many" not in plans(stage)
    assert set((imports_folder() / "uploads").glob("*")) == before


def test_two_files_are_refused(stage: Stage) -> None:
    form = {"file": [file_of(some_lines(1), name="a"), file_of(some_lines(1), name="b")]}
    answer = stage.rita.browser.post("/imports/new", form, follow=True)
    assert "One file at a time" in text_of(answer)
    assert plans(stage) == []


def test_an_unknown_format_is_refused(stage: Stage) -> None:
    answer = send(stage.rita, some_lines(1), format="nope")
    assert answer["Location"] == "/imports/new"
    assert "Nothing was planned" in text_of(stage.rita.browser.get("/imports/new"))
    assert plans(stage) == []


def test_what_no_reader_knows_fails_with_the_reason_on_its_page(stage: Stage) -> None:
    answer = stage.rita.browser.post(
        "/imports/new", {"file": SimpleUploadedFile("x.bin", b"\0\1\2 hello")}
    )
    work(stage.rita)
    shown = text_of(stage.rita.browser.get(answer["Location"]))
    assert "unknown_format" in shown
    assert "No importer recognises any of it" in shown
    assert ">Apply" not in shown


def test_the_same_bytes_twice_are_two_plans_of_one_source(stage: Stage) -> None:
    first, second = (sent(stage.rita, some_lines(2), name=name) for name in ("one", "two"))
    assert first != second
    assert sorted(plans(stage)) == ["one", "two"]


def full(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told_as_such_and_nothing_is_kept(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(imports_folder().iterdir())
    with monkeypatch.context() as patched:
        patched.setattr("provenance.review.imports.file_form.write_whole", full_of_room)
        answer = stage.rita.browser.post(
            "/imports/new", {"file": file_of(some_lines(2))}, follow=True
        )
    assert "The disk is full" in text_of(answer)
    assert plans(stage) == []
    assert set(imports_folder().iterdir()) == before


def full_of_room(file: object, piece: bytes) -> None:
    with full_disk.room():
        full()


def test_a_disk_that_is_full_when_an_archive_is_unpacked_is_no_damaged_archive(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a/session.jsonl", bytes_of(some_lines(2)))
    monkeypatch.setattr(Path, "mkdir", full_below(Path.mkdir))
    monkeypatch.setattr(unpacking, "_PIECE", 7)
    form = {"file": SimpleUploadedFile("all.zip", packed.getvalue())}
    answer = stage.rita.browser.post("/imports/new", form, follow=True)
    shown = text_of(answer)
    assert "The disk is full" in shown
    assert "archive holds a link" not in shown
    assert plans(stage) == []


def full_below(real):
    def mkdir(self: Path, *args: object, **kwargs: object) -> None:
        if self.parent.name.startswith("unpacked-"):
            full()
        real(self, *args, **kwargs)

    return mkdir
