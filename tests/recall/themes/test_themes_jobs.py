"""Finding themes is a job: taken once, found again when its worker dies, cancelled, bounded."""

from datetime import UTC, datetime, timedelta

from provenance.database.tenancy import Tenancy, workspace
from recall import tasks
from recall.models import ThemeRun
from recall.services.rebuild import rebuild
from recall.services.tenants import with_themes
from recall.services.themes import clustering, jobs
from recall.services.themes import find as finding
from recall.services.themes.clustering import ClusteringError
from recall.services.themes.find import find_due
from recall.services.themes.jobs import HOLD, MOST_ATTEMPTS
from tests.cast import add_person
from tests.contract.saying import at, problem
from tests.recall.themes.talk import DEPLOY, MUSIC, embedded, find, runs, talk, themes

PATH = "/v1/themes"


def test_who_began_it_may_cancel_it_and_nobody_else(ada, ben, rita):
    talk(ada, DEPLOY + MUSIC)
    begun = ben.get(PATH).json()["id"]
    reader = add_person(rita, "ria", kind="agent", grants=("recall",))
    assert problem(reader.api.delete(f"{PATH}/{begun}")) == (404, "not_found")
    assert ben.api.delete(f"{PATH}/{begun}").status_code == 204
    assert find(ben) == 0
    assert problem(ben.api.delete(f"{PATH}/{begun}")) == (404, "not_found")


def test_p02_a_run_whose_worker_died_is_found_by_the_sweep(ada, ben):
    talk(ada, DEPLOY + MUSIC)
    here, now = Tenancy(ben.workspace_id), datetime.now(UTC)
    ben.get(PATH)
    assert here in with_themes(at=datetime.now(UTC))
    now = datetime.now(UTC)
    assert jobs.take(tenancy=here, at=now) is not None
    assert jobs.take(tenancy=here, at=now) is None, "one worker has it in hand"
    assert here not in with_themes(at=now)
    later = now + HOLD
    assert here in with_themes(at=later)
    assert find_due(tenancy=here, at=later) == 1
    assert here not in with_themes(at=later + HOLD)
    assert ben.get(PATH).status_code == 200


def test_a_run_that_fails_again_and_again_is_said_to(ada, ben, monkeypatch):
    def fails(vectors, *, go_on):
        raise ClusteringError

    talk(ada, DEPLOY + MUSIC)
    ben.get(PATH)
    monkeypatch.setattr(finding, "cluster", fails)
    for _ in range(MOST_ATTEMPTS + 1):
        assert find(ben) == 0
        due(ben)
    find(ben)
    answer = ben.get(PATH)
    assert problem(answer) == (503, "unavailable")
    assert int(answer["Retry-After"]) > 0
    with workspace(ben.caller):
        ThemeRun.objects.here().update(asked_at=datetime.now(UTC) - timedelta(hours=1))
    assert ben.get(PATH).status_code == 202, "begun anew"


def due(person):
    with workspace(person.caller):
        ThemeRun.objects.here().filter(state="queued").update(not_before=datetime.now(UTC))


def test_too_many_windows_at_once_are_refused_and_old_results_go(ada, ben, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_UNFINISHED", 2)
    monkeypatch.setattr(jobs, "KEPT", 2)
    talk(ada, DEPLOY + MUSIC)
    windows = [{"until": at(n).isoformat()} for n in (6, 7, 8)]
    assert [ben.get(PATH, **one).status_code for one in windows] == [202, 202, 429]
    assert find(ben) == 2
    themes(ben, **windows[2])
    assert [run.size for run in runs(ben)] == [7, 8]


def test_a_rebuild_forgets_themes(ada, ben):
    talk(ada, DEPLOY + MUSIC)
    before = themes(ben)
    rebuild(tenancy=Tenancy(ada.workspace_id), at=datetime.now(UTC))
    assert runs(ben) == []
    embedded(ada)
    assert themes(ben)["themes"] == before["themes"]


def test_a_worker_is_told_once_the_run_is_committed(ada, ben, monkeypatch):
    told = []
    monkeypatch.setattr("recall.receivers.hurry", lambda **given: told.append(given))
    talk(ada, DEPLOY + MUSIC)
    told.clear()
    ben.get(PATH)
    ben.get(PATH)
    assert told == [{"workspace_id": ben.workspace_id, "task": "find_themes"}]


def test_what_was_hurried_or_swept_is_found(ada, ben, mallory):
    talk(ada, DEPLOY + MUSIC)
    talk(mallory, DEPLOY + MUSIC)
    ben.get(PATH)
    mallory.get(PATH)
    assert tasks.find_themes(str(ben.workspace_id)) == 1
    assert [run.state for run in runs(mallory)] == ["queued"]
    assert tasks.sweep_themes() >= 1
    assert mallory.get(PATH).status_code == 200


def test_a_worker_clusters_in_a_process_of_its_own_and_says_that_it_lives(ada, ben, monkeypatch):
    lived = []

    def advance(run_id, **said):
        lived.append(said["stage"])
        return jobs.advance(run_id, **said)

    monkeypatch.setattr(finding, "cluster", clustering.cluster)
    monkeypatch.setattr(clustering, "_LOOK_SECONDS", 0.05)
    monkeypatch.setattr(finding, "advance", advance)
    talk(ada, DEPLOY + MUSIC)
    body = themes(ben)
    assert [theme["turns"] for theme in body["themes"]] == [5, 5]
    assert lived[0] == "reading"
    assert lived[1:-1] == ["clustering"] * (len(lived) - 2)
    assert (len(lived) > 2, lived[-1]) == (True, "labelling")
