"""What must hold between rows: positions, words, receipts, standings, the chronicle."""

from collections.abc import Iterator

from provenance.database.tenancy import Tenancy

from .findings import Finding, Progress, Question, answers

POSITIONS = (
    Question(
        check="positions",
        table="observation",
        what="another observation has its ledger position",
        sql="SELECT min(id::text) FROM observation WHERE workspace_id = %(here)s"
        " GROUP BY position HAVING count(*) > 1",
    ),
    Question(
        check="positions",
        table="lineage_edge",
        what="it does not point back",
        sql="SELECT id FROM lineage_edge WHERE workspace_id = %(here)s"
        " AND source_position >= observation_position",
    ),
    Question(
        check="positions",
        table="lineage_edge",
        what="it misstates the position of one of its ends",
        sql="SELECT e.id FROM lineage_edge e"
        " LEFT JOIN observation o ON o.workspace_id = e.workspace_id AND o.id = e.observation_id"
        " LEFT JOIN observation s ON s.workspace_id = e.workspace_id AND s.id = e.source_id"
        " WHERE e.workspace_id = %(here)s AND (o.position <> e.observation_position"
        " OR s.position <> e.source_position)",
    ),
)

CONTENTS = (
    Question(
        check="contents",
        table="observation",
        what="it has no content, and no erasure says why",
        sql="SELECT o.id FROM observation o WHERE o.workspace_id = %(here)s"
        " AND NOT EXISTS (SELECT FROM content c WHERE c.workspace_id = %(here)s"
        " AND c.observation_id = o.id) AND NOT EXISTS (SELECT FROM erasure e"
        " WHERE e.workspace_id = %(here)s AND e.observation_id = o.id)",
    ),
    Question(
        check="contents",
        table="content",
        what="its observation was erased, and it is here",
        sql="SELECT c.id FROM content c WHERE c.workspace_id = %(here)s"
        " AND EXISTS (SELECT FROM erasure e WHERE e.workspace_id = %(here)s"
        " AND e.observation_id = c.observation_id)",
    ),
    Question(
        check="contents",
        table="content",
        what="it is in another lane than its observation",
        sql="SELECT c.id FROM content c JOIN observation o ON o.workspace_id = c.workspace_id"
        " AND o.id = c.observation_id WHERE c.workspace_id = %(here)s AND c.lane <> o.lane",
    ),
    Question(
        check="contents",
        table="question",
        what="the recall that asked it returned what was erased; erase that again",
        sql="SELECT q.id FROM question q WHERE q.workspace_id = %(here)s AND EXISTS ("
        " SELECT FROM exposure x JOIN erasure e ON e.workspace_id = x.workspace_id"
        " AND e.observation_id = ANY (x.observations)"
        " WHERE x.workspace_id = %(here)s AND x.receipt_id = q.receipt_id)",
    ),
    Question(
        check="contents",
        table="statement",
        what="it says the words of what was erased; erase that again",
        sql="SELECT s.id FROM statement s WHERE s.workspace_id = %(here)s AND s.text <> ''"
        " AND wording_is_erased(s.workspace_id, s.id)",
    ),
    Question(
        check="contents",
        table="statement",
        what="it has no words, and no erasure says why",
        sql="SELECT s.id FROM statement s WHERE s.workspace_id = %(here)s AND s.text = ''"
        " AND NOT wording_is_erased(s.workspace_id, s.id)",
    ),
)

RECEIPTS = (
    Question(
        check="receipts",
        table="observation",
        what="no receipt accepted it",
        sql="SELECT o.id FROM observation o WHERE o.workspace_id = %(here)s AND NOT EXISTS ("
        " SELECT FROM receipt r WHERE r.workspace_id = %(here)s AND r.observation_id = o.id"
        " AND r.act = 'observe' AND r.outcome = 'accepted')",
    ),
    Question(
        check="chronicle",
        table="receipt",
        what="it accepted an observation, and the chronicle has no event of that",
        sql="SELECT r.id FROM receipt r WHERE r.workspace_id = %(here)s AND r.act = 'observe'"
        " AND r.outcome = 'accepted' AND NOT EXISTS (SELECT FROM chronicle_event c"
        " WHERE c.workspace_id = %(here)s AND c.about_id = r.observation_id"
        " AND c.act = 'observed')",
    ),
    Question(
        check="chronicle",
        table="receipt",
        what="the chronicle has no event of it",
        sql="SELECT r.id FROM receipt r WHERE r.workspace_id = %(here)s"
        " AND (r.outcome IN ('conflict', 'rejected') AND r.act = 'observe' OR r.act = 'recall')"
        " AND NOT EXISTS (SELECT FROM chronicle_event c"
        " WHERE c.workspace_id = %(here)s AND c.about_id = r.id)",
    ),
    Question(
        check="chronicle",
        table="erasure",
        what="the chronicle has no event of it",
        sql="SELECT e.id FROM erasure e WHERE e.workspace_id = %(here)s AND NOT EXISTS ("
        " SELECT FROM chronicle_event c WHERE c.workspace_id = %(here)s"
        " AND c.about_id = e.observation_id AND c.act = 'erased')",
    ),
)

STANDINGS = (
    Question(
        check="standings",
        table="current_standing",
        what="it is not the end of the timeline; rebuild",
        sql="SELECT n.id FROM current_standing n LEFT JOIN "
        "(SELECT DISTINCT ON (observation_id) observation_id, standing, admission"
        " FROM standing_event WHERE workspace_id = %(here)s"
        " ORDER BY observation_id, position DESC) AS t"
        " ON t.observation_id = n.observation_id WHERE n.workspace_id = %(here)s"
        " AND (t.standing, t.admission) IS DISTINCT FROM (n.standing, n.admission)",
    ),
    Question(
        check="standings",
        table="observation",
        what="it has a timeline and no current standing; rebuild",
        sql="SELECT t.observation_id FROM "
        "(SELECT DISTINCT ON (observation_id) observation_id, standing, admission"
        " FROM standing_event WHERE workspace_id = %(here)s"
        " ORDER BY observation_id, position DESC) AS t"
        " WHERE NOT EXISTS ("
        " SELECT FROM current_standing n WHERE n.workspace_id = %(here)s"
        " AND n.observation_id = t.observation_id)",
    ),
)


def check_structure(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """All of these, one after another."""
    yield from answers(tenancy, (*POSITIONS, *CONTENTS, *RECEIPTS, *STANDINGS), progress)
