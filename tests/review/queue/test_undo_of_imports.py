"""What took an import back is not undone by one key: its plan says first what that would do."""

from pathlib import Path

from tests.cast import Stage
from tests.provenance.importing.corpus import apply, line, plan_of, roll_back, transcript


def test_an_import_that_was_taken_back_is_not_the_last_decision(
    stage: Stage, tmp_path: Path
) -> None:
    rita = stage.rita
    plan = plan_of(rita, transcript(tmp_path, line(1, "The kettle is new.")))
    apply(rita, plan)
    roll_back(rita, plan)
    for path in ("/", "/queue"):
        assert "Undo the last decision" not in rita.browser.get(path).content.decode()
