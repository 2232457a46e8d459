"""What is counted. Labels are route names and statuses: never a path, a tenant or a text."""

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "memoryapp_requests",
    "Requests answered, by the name of their route and the status of the answer.",
    ["route", "status"],
    registry=REGISTRY,
)
SECONDS = Histogram(
    "memoryapp_request_seconds",
    "Seconds from the request's arrival to its answer, by the name of the route.",
    ["route"],
    registry=REGISTRY,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def exposition() -> bytes:
    """All counts in Prometheus' text format.

    Under gunicorn, which names PROMETHEUS_MULTIPROC_DIR, they are the sums over all web processes
    since it started; elsewhere, those of the process that answers.
    """
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return generate_latest(registry)
