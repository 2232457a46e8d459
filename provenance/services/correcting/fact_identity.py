"""When two facts are one: the same words, on the same evidence."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import count
from uuid import UUID

from provenance.models import Observation, ProvenCopy
from provenance.services.contributing.normal_form import text_sha256

# Proofs that two rows are one event; of a person's turn the same words alone are a new act.
_ONE_EVENT = ("foreign_reference", "mapping")


def identities(text: str, evidence: Collection[Observation]) -> Iterator[str]:
    """The digest by which a fact is known, then those that it has where one's wording was erased.

    Words are compared in their normal form. An observation stands for all its copies, so that
    what is adopted of a copy is adopted of the original; only what a person said again stands for
    itself. Inside the workspace.
    """
    grounds = sorted(str(_original(one)) for one in evidence)
    stated = "\n".join([text_sha256(text), *dict.fromkeys(grounds)])
    for generation in count():
        yield sha256(f"{stated}\n{generation}".encode()).hexdigest()


def _original(observation: Observation) -> UUID:
    """The earliest of which the observation is a copy that falls with it, however far back."""
    here, seen = observation, {observation.id}
    while True:
        proofs = ProvenCopy.objects.live().filter(observation_id=here.id)
        if here.admitted_as == "user_primary":
            proofs = proofs.filter(basis__in=_ONE_EVENT)
        first = proofs.select_related("original").order_by("original__position").first()
        if first is None or first.original_id in seen:
            return here.id
        here = first.original
        seen.add(here.id)
