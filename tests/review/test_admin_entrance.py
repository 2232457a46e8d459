"""Who enters the admin: whoever holds a live grant to administer, whatever the login's flags."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import give, revoke
from tests.cast import Person, Stage
from tests.factories import UserFactory
from tests.review.people import add_human

PAGES = ["/admin/", "/admin/provenance/observation/", "/admin/jsi18n/", "/admin/password_change/"]


def administering(stage: Stage, person: Person, **within: datetime) -> Grant:
    with workspace(stage.rita.principal):
        return give(
            by=stage.rita.principal.id,
            principal_id=person.principal.id,
            capability="administer",
            reason="deputy",
            at=datetime.now(UTC),
            **within,
        )


@pytest.mark.parametrize("path", PAGES)
def test_p13_a_grant_that_is_given_later_opens_the_admin_on_the_next_request(stage, path):
    deputy = add_human(stage.rita, "deputy", grants=("recall",))
    assert not deputy.login.is_staff
    assert deputy.browser.get(path).status_code == 403
    administering(stage, deputy)
    assert deputy.browser.get(path).status_code == 200
    assert 'href="/admin/"' in deputy.browser.get("/").content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_p13_a_revoked_grant_shuts_the_admin_on_the_next_request(stage, path):
    deputy = add_human(stage.rita, "deputy", grants=("recall",), staff=True)
    grant = administering(stage, deputy)
    assert deputy.browser.get(path).status_code == 200
    with workspace(stage.rita.principal):
        revoke(by=stage.rita.principal.id, grant=grant, reason="over", at=datetime.now(UTC))
    assert deputy.browser.get(path).status_code == 403
    assert 'href="/admin/"' not in deputy.browser.get("/").content.decode()


def test_p13_a_grant_that_has_ended_shuts_the_admin(stage):
    deputy = add_human(stage.rita, "deputy", grants=(), staff=True)
    hour, now = timedelta(hours=1), datetime.now(UTC)
    administering(stage, deputy, starts_at=now - 2 * hour, ends_at=now - hour)
    assert deputy.browser.get("/admin/").status_code == 403


def test_p13_who_administers_a_part_does_not_enter(stage):
    deputy = add_human(stage.rita, "deputy", grants=(), staff=True)
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=deputy.principal.id,
            capability="administer",
            principals=[stage.ada.principal.id],
            reason="a part",
            at=datetime.now(UTC),
        )
    assert deputy.browser.get("/admin/").status_code == 403


def test_p13_a_flag_without_a_principal_opens_nothing():
    browser = Client()
    browser.force_login(UserFactory(is_staff=True, is_superuser=False))
    assert browser.get("/admin/").status_code == 403


def test_a_superuser_enters_and_sees_logins_alone():
    browser = Client()
    browser.force_login(UserFactory(is_staff=False, is_superuser=True))
    page = browser.get("/admin/").content.decode()
    assert ("Users" in page, "Observations" in page) == (True, False)


def test_a_login_with_two_workspaces_chooses_before_it_enters(stage):
    first = add_human(stage.rita, "traveller", grants=("administer",))
    second = add_human(stage.mallory, "traveller", grants=("recall",), login=first.login)
    assert first.browser.get("/admin/")["Location"] == "/workspace"

    def after_choosing(person: Person) -> int:
        sent = {"workspace": str(person.workspace_id), "next": "/"}
        assert first.browser.post("/workspace", sent).status_code == 302
        return int(first.browser.get("/admin/").status_code)

    assert (after_choosing(first), after_choosing(second)) == (200, 403)


def test_who_may_no_longer_enter_may_still_leave(stage):
    clerk = add_human(stage.rita, "clerk", grants=())
    assert clerk.browser.post("/admin/logout/").status_code == 302


def test_a_stranger_is_led_to_the_login():
    assert Client().get("/admin/")["Location"] == "/login?next=/admin/"
