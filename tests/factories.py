"""Factories: real rows through the real services."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import factory
from django.contrib.auth.models import User

from provenance.models import Principal
from provenance.services.access.workspaces import create_workspace
from provenance.services.contributing.contribution import Contribution, ProducerClaim


class UserFactory(factory.django.DjangoModelFactory):
    """A login that may enter the admin."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.LazyFunction(lambda: "user-" + uuid4().hex[:12])
    is_staff = True
    is_superuser = True


class WorkspaceFactory(factory.Factory):
    """A fresh workspace; what comes back is its administrator."""

    class Meta:
        model = Principal

    slug = factory.LazyFunction(lambda: "w-" + uuid4().hex[:12])
    name = "A workspace"
    administrator = "rita"
    login_id = factory.LazyFunction(lambda: UserFactory().id)
    at = factory.LazyFunction(lambda: datetime.now(UTC))

    @classmethod
    def _create(cls, model_class: Any, *args: Any, **kwargs: Any) -> Principal:
        return create_workspace(**kwargs)


class ProducerClaimFactory(factory.Factory):
    """codex on laptop-1."""

    class Meta:
        model = ProducerClaim

    harness = "codex"
    instance = "laptop-1"


class ContributionFactory(factory.Factory):
    """A user's turn with an event id of its own."""

    class Meta:
        model = Contribution

    event_id = factory.LazyFunction(lambda: "event-" + uuid4().hex)
    kind = "turn"
    speaker_role = "user"
    content = "We decided to deploy on Fridays only after the canary is green."
    session_id = "session-1"
    producer = factory.SubFactory(ProducerClaimFactory)


class EventFactory(factory.DictFactory):
    """The body of `POST /v1/observe`, as a host sends it."""

    event_id = factory.LazyFunction(lambda: "event-" + uuid4().hex)
    session = factory.LazyFunction(lambda: {"id": "session-1"})
    kind = "turn"
    speaker = factory.LazyFunction(lambda: {"role": "user", "name": "sam"})
    content = "We decided to deploy on Fridays only after the canary is green."
    producer = factory.LazyFunction(lambda: {"harness": "codex", "instance": "laptop-1"})
