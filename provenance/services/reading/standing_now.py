"""Standing and admission of an observation as they are now."""

from django.core.exceptions import ObjectDoesNotExist

from provenance.models import Observation


def standing_of(observation: Observation) -> tuple[str, str]:
    """Standing and admission now, of an observation read `with_source`."""
    try:
        current = observation.current
    except ObjectDoesNotExist:
        return "reported", observation.admission
    return current.standing, current.admission
