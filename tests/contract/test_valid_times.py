"""What is said to hold has a beginning before its end (P7)."""

import pytest

from tests.contract.saying import pointers, problem
from tests.factories import EventFactory

MAY, JUNE = "2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z"


@pytest.mark.parametrize(("since", "until"), [(MAY, JUNE), (MAY, MAY), (None, MAY), (MAY, None)])
def test_p07_a_time_that_can_hold_is_kept(ada, since, until):
    answer = ada.post("/v1/observe", EventFactory(valid_from=since, valid_until=until))
    assert answer.status_code == 201


def test_p07_what_ends_before_it_begins_is_refused(ada):
    answer = ada.post("/v1/observe", EventFactory(valid_from=JUNE, valid_until=MAY))
    assert problem(answer)[0] == 400
    assert pointers(answer) == [("/valid_until", "invalid_time")]
