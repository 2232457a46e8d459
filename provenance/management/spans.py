"""Spans of time as a command line writes them."""

import re
from argparse import ArgumentTypeError
from datetime import timedelta

_SPAN = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def span(written: str) -> timedelta:
    """`90s`, `15m`, `24h` or `7d`. ArgumentTypeError for anything else."""
    match = _SPAN.fullmatch(written)
    if match is None:
        raise ArgumentTypeError("a span is a whole number and one of s, m, h, d: 24h")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})
