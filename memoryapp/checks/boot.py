"""Runs the checks before a server serves or a worker works."""

from django.core.checks import ERROR, run_checks


def refuse_unless_sound() -> None:
    """SystemExit, with one line per fault and its remedy, where a check fails."""
    faults = [fault for fault in run_checks(databases=["default"]) if fault.is_serious(ERROR)]
    if faults:
        raise SystemExit("memoryapp does not start:\n" + "\n".join(str(fault) for fault in faults))
