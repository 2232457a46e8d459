"""The number of queries does not grow with plans, items or facts."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Stage
from tests.review.imports.plans import sent, some_lines


def queries(stage: Stage, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert stage.rita.browser.get(path).status_code == 200
    return len(captured)


def test_the_list_asks_no_query_per_plan(stage: Stage) -> None:
    sent(stage.rita, some_lines(1))
    few = queries(stage, "/imports")
    for number in range(3):
        sent(stage.rita, some_lines(2), name=f"another {number}")
    assert queries(stage, "/imports") == few


def test_a_plan_and_its_items_ask_no_query_per_item(stage: Stage) -> None:
    small, large = sent(stage.rita, some_lines(1)), sent(stage.rita, some_lines(30))
    for suffix in ("", "/items", "/apply"):
        assert queries(stage, small + suffix) == queries(stage, large + suffix)
    assert queries(stage, f"{large}/items") < 20
