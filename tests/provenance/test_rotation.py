"""Keys are rotated with an overlap: the next works before the last ends (P13)."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, KeyRevocation, Workspace
from provenance.services.access.caller import caller_for_key
from provenance.services.access.keys import NewKey, revoke_key
from provenance.services.access.rotate_key import end_of, find_key, rotate_key
from tests.cast import Person

DAY = timedelta(days=1)


def now() -> datetime:
    return datetime.now(UTC)


def key_of(person: Person) -> ApiKey:
    with workspace(person.principal):
        return ApiKey.objects.here().get(id=person.caller.key_id)


def rotated(rita: Person, person: Person, *, overlap: timedelta = DAY) -> NewKey:
    with workspace(rita.principal):
        return rotate_key(
            by=rita.principal.id,
            key=key_of_here(person),
            overlap=overlap,
            reason="yearly",
            at=now(),
        )


def key_of_here(person: Person) -> ApiKey:
    return ApiKey.objects.here().get(id=person.caller.key_id)


def slug_of(person: Person) -> str:
    with workspace(person.principal):
        return Workspace.objects.get(id=person.workspace_id).slug


def opens(secret: str, *, at: datetime | None = None) -> bool:
    return caller_for_key(secret=secret, at=at or now()) is not None


def test_p13_both_keys_work_until_the_overlap_is_over(rita, ada):
    new = rotated(rita, ada)
    assert opens(ada.secret)
    assert opens(new.secret)
    later = now() + DAY + timedelta(minutes=1)
    assert not opens(ada.secret, at=later)
    assert opens(new.secret, at=later)


def test_p13_the_new_key_is_of_the_same_principal_kind_and_producer(rita, ada):
    new = rotated(rita, ada)
    old = caller_for_key(secret=ada.secret, at=now())
    next_one = caller_for_key(secret=new.secret, at=now())
    assert (old.principal_id, old.key_kind, old.bound_producer_id) == (
        next_one.principal_id,
        next_one.key_kind,
        next_one.bound_producer_id,
    )


def test_p13_the_old_key_acts_within_the_overlap_and_not_after_it(rita, ada):
    rotated(rita, ada)
    assert ada.get("/v1/whoami").status_code == 200
    with workspace(rita.principal):
        revoke_key(
            by=rita.principal.id, key=key_of_here(ada), reason="sooner", at=now(), ends_at=now()
        )
    assert ada.get("/v1/whoami").status_code == 401


def test_p13_a_key_that_ends_later_can_be_ended_now(rita, ada):
    rotated(rita, ada)
    with workspace(rita.principal):
        revoke_key(by=rita.principal.id, key=key_of_here(ada), reason="stolen", at=now())
    assert not opens(ada.secret)


def test_p13_of_several_ends_the_earliest_counts(rita, ada):
    with workspace(rita.principal):
        key, at = key_of_here(ada), now()
        for days in (3, 1, 2):
            revoke_key(by=rita.principal.id, key=key, reason="r", at=at, ends_at=at + days * DAY)
        assert end_of(key) == at + DAY
    assert opens(ada.secret, at=at + DAY / 2)
    assert not opens(ada.secret, at=at + 1.5 * DAY)


def test_p13_an_end_that_is_told_twice_is_one(rita, ada):
    with workspace(rita.principal):
        key, at = key_of_here(ada), now()
        for ends_at in (None, None, at + DAY, at + DAY):
            revoke_key(by=rita.principal.id, key=key, reason="r", at=at, ends_at=ends_at)
        assert KeyRevocation.objects.here().filter(key_id=key.id).count() == 2


def test_p13_without_overlap_the_old_key_ends_at_once(rita, ada):
    rotated(rita, ada, overlap=timedelta(0))
    assert not opens(ada.secret)


def test_p13_a_key_that_has_ended_is_not_handed_on(rita, ada):
    rotated(rita, ada, overlap=timedelta(0))
    with pytest.raises(ValueError, match="ended"):
        rotated(rita, ada)


@pytest.mark.parametrize("overlap", [timedelta(seconds=-1), timedelta(days=31)])
def test_an_overlap_is_bounded(rita, ada, overlap):
    with pytest.raises(ValueError, match="overlap"):
        rotated(rita, ada, overlap=overlap)


def test_a_key_is_found_by_its_hint_or_its_principal_and_never_by_guess(rita, ada, ben):
    key = key_of(ada)
    with workspace(rita.principal):
        assert find_key(named=key.hint, at=now()).id == key.id
        assert find_key(named="ada", at=now()).id == key.id
        for nobody in ("mem_", "nobody"):
            with pytest.raises(LookupError):
                find_key(named=nobody, at=now())
    rotated(rita, ada)
    with workspace(rita.principal), pytest.raises(LookupError, match="several"):
        find_key(named="ada", at=now())


def test_the_command_rotates_and_prints_the_secret_once(rita, ada):
    out = StringIO()
    call_command("rotate_key", "ada", "--workspace", slug_of(rita), "--overlap", "1h", stdout=out)
    answer = json.loads(out.getvalue())
    assert opens(answer["keys"]["ada"])
    assert opens(ada.secret)
    assert not opens(ada.secret, at=now() + timedelta(hours=2))
    assert ada.secret not in out.getvalue()


@pytest.mark.parametrize(
    "arguments", [["nobody"], ["ada", "--overlap", "soon"], ["ada", "--overlap", "90d"]]
)
def test_the_command_says_what_is_wrong(rita, ada, arguments):
    with pytest.raises(CommandError):
        call_command("rotate_key", *arguments, "--workspace", slug_of(rita))


def test_the_admin_rotates_and_shows_the_end_of_the_old_key(rita, ada):
    key = key_of(ada)
    path = f"/admin/provenance/apikey/{key.id}/rotate/"
    assert "Overlap in hours" in rita.browser.get(path).content.decode()
    answer = rita.browser.post(path, {"hours": "2", "reason": "yearly"})
    assert "shown this once" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert opens(ada.secret)
    assert not opens(ada.secret, at=now() + timedelta(hours=3))
    assert (
        "Rotate…" in rita.browser.get(f"/admin/provenance/apikey/{key.id}/change/").content.decode()
    )
