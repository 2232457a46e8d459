"""How the database lets go of erased words, and of nothing else.

Three tables may lose words: `content` and `question` their rows, `statement` its text (facts and
proposals point to its row, so the row stays, empty). Each has two triggers, both enabled always.
The one for the statement lets nobody through but the function `erase_content`: inside it, and
nowhere else, the table's owner acts in a session of somebody else. The one for each row asks the
ledger whether an erasure covers it. No setting is looked at but the workspace, which can only
hide erasures, and so only refuse.
"""

from .walled import TRIGGER, web_role

ROW_TRIGGER = "only_the_erased_goes"

# What a statement stands on: the targets, evidence and events of all that use it.
STATEMENT_GROUNDS = """
CREATE FUNCTION statement_grounds(here uuid, wanted uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT t.observation_id FROM correction c
    JOIN correction_target t ON t.workspace_id = c.workspace_id AND t.correction_id = c.id
    WHERE c.workspace_id = here AND c.statement_id = wanted
  UNION SELECT c.observation_id FROM correction c
    WHERE c.workspace_id = here AND c.statement_id = wanted AND c.observation_id IS NOT NULL
  UNION SELECT v.observation_id FROM fact f
    JOIN fact_evidence v ON v.workspace_id = f.workspace_id AND v.fact_id = f.id
    WHERE f.workspace_id = here AND f.statement_id = wanted
  UNION SELECT f.adoption_id FROM fact f
    WHERE f.workspace_id = here AND f.statement_id = wanted AND f.adoption_id IS NOT NULL
$$
"""

# A wording that was said in the erased goes, whatever else it stands on; any other when all that it
# stands on has gone. (plpgsql, since it was first made before `statement.said_in_id` was.)
WORDING_IS_ERASED = """
CREATE OR REPLACE FUNCTION wording_is_erased(here uuid, wanted uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
BEGIN
  RETURN EXISTS (SELECT FROM statement s JOIN erasure e
                   ON e.workspace_id = here AND e.observation_id = s.said_in_id
                 WHERE s.workspace_id = here AND s.id = wanted)
    OR (SELECT coalesce(bool_and(EXISTS (SELECT FROM erasure e
                                         WHERE e.workspace_id = here AND e.observation_id = ground)),
                        false)
        FROM statement_grounds(here, wanted) AS ground);
END
$$
"""

REFUSE_CHANGE_BUT_ERASURE = """
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = TG_ARGV[0] AND current_user <> session_user
     AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the table % is append-only', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_is_append_only';
END
$$
"""

REFUSE_UNLESS_ERASED = """
CREATE OR REPLACE FUNCTION refuse_unless_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  covered boolean;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'content' THEN
      covered := EXISTS (SELECT FROM erasure e WHERE e.workspace_id = OLD.workspace_id
                         AND e.observation_id = OLD.observation_id);
    WHEN 'question' THEN
      covered := EXISTS (SELECT FROM exposure x JOIN erasure e ON e.workspace_id = x.workspace_id
                         AND e.observation_id = ANY (x.observations)
                         WHERE x.workspace_id = OLD.workspace_id AND x.receipt_id = OLD.receipt_id);
    ELSE
      covered := NEW.text = '' AND (NEW.id, NEW.workspace_id) = (OLD.id, OLD.workspace_id)
                 AND NEW.said_in_id IS NOT DISTINCT FROM OLD.said_in_id
                 AND wording_is_erased(OLD.workspace_id, OLD.id);
  END CASE;
  IF covered THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'no erasure covers this row of %', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'only_the_erased_goes';
END
$$
"""

# It waits for whoever is just now deriving from the erased, and names the copies that they left.
# Exposures of a server whose clock is behind are found too, up to a day.
ERASE_CONTENT = """
CREATE OR REPLACE FUNCTION erase_content(here uuid, erased uuid[])
RETURNS TABLE (contents bigint, questions bigint, statements bigint, copies_left uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF here IS DISTINCT FROM nullif(current_setting('memoryapp.workspace_id', true), '')::uuid THEN
    RAISE EXCEPTION 'another workspace is open' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM unnest(erased) AS one WHERE NOT EXISTS (
      SELECT FROM erasure e WHERE e.workspace_id = here AND e.observation_id = one)) THEN
    RAISE EXCEPTION 'an erasure comes before what it destroys'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'only_the_erased_goes';
  END IF;
  PERFORM FROM observation o WHERE o.workspace_id = here AND o.id = ANY (erased)
    ORDER BY o.position FOR UPDATE;
  DELETE FROM content c WHERE c.workspace_id = here AND c.observation_id = ANY (erased);
  GET DIAGNOSTICS contents = ROW_COUNT;
  DELETE FROM question q WHERE q.workspace_id = here AND q.receipt_id IN (
    SELECT x.receipt_id FROM exposure x
    WHERE x.workspace_id = here AND x.receipt_id IS NOT NULL AND x.observations && erased
      AND x.at >= (SELECT min(o.recorded_at) - interval '1 day' FROM observation o
                   WHERE o.workspace_id = here AND o.id = ANY (erased)));
  GET DIAGNOSTICS questions = ROW_COUNT;
  UPDATE statement s SET text = '' WHERE s.workspace_id = here AND s.text <> ''
    AND wording_is_erased(here, s.id) AND s.id IN (
      SELECT said.id FROM statement said
        WHERE said.workspace_id = here AND said.said_in_id = ANY (erased)
      UNION SELECT c.statement_id FROM correction_target t JOIN correction c
        ON c.workspace_id = t.workspace_id AND c.id = t.correction_id
        WHERE t.workspace_id = here AND t.observation_id = ANY (erased)
      UNION SELECT c.statement_id FROM correction c
        WHERE c.workspace_id = here AND c.observation_id = ANY (erased)
      UNION SELECT f.statement_id FROM fact_evidence v JOIN fact f
        ON f.workspace_id = v.workspace_id AND f.id = v.fact_id
        WHERE v.workspace_id = here AND v.observation_id = ANY (erased)
      UNION SELECT f.statement_id FROM fact f
        WHERE f.workspace_id = here AND f.adoption_id = ANY (erased));
  GET DIAGNOSTICS statements = ROW_COUNT;
  SELECT coalesce(array_agg(DISTINCT k.id), '{}') INTO copies_left FROM (
    SELECT p.observation_id AS id FROM live_copy p
      WHERE p.workspace_id = here AND p.original_id = ANY (erased)
    UNION SELECT p.original_id FROM live_copy p
      WHERE p.workspace_id = here AND p.observation_id = ANY (erased)) AS k
  WHERE NOT EXISTS (SELECT FROM erasure e WHERE e.workspace_id = here AND e.observation_id = k.id);
  RETURN NEXT;
END
$$
"""

# It fires after the foreign keys (triggers fire in the order of their names), which wait for an
# erasure that is under way: so what is seen here is what stands.
REFUSE_COPY_OF_THE_ERASED = """
CREATE FUNCTION refuse_copy_of_the_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM erasure e WHERE e.workspace_id = NEW.workspace_id
             AND e.observation_id IN (NEW.observation_id, NEW.original_id)) THEN
    RAISE EXCEPTION 'a copy of what was erased'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'no_copy_of_the_erased';
  END IF;
  RETURN NULL;
END
$$
"""

NO_WORDING_OF_THE_ERASED = "no_wording_of_the_erased"

# As above: whoever words a fact while its words are erased waits for the erasure, and is refused.
_REFUSE_WORDING_OF_THE_ERASED = """
CREATE OR REPLACE FUNCTION refuse_wording_of_the_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM erasure e WHERE e.workspace_id = NEW.workspace_id
             AND e.observation_id = NEW.said_in_id) THEN
    RAISE EXCEPTION 'the words of what was erased'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'no_wording_of_the_erased';
  END IF;
  RETURN NULL;
END
$$
"""


def _guard(table: str, deed: str) -> list[str]:
    """The two triggers of a table that may lose words by `deed`."""
    return [
        f"DROP TRIGGER {TRIGGER} ON {table}",
        f"CREATE TRIGGER {TRIGGER} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
        f" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure('{deed}')",
        f"CREATE TRIGGER {ROW_TRIGGER} BEFORE UPDATE OR DELETE ON {table}"
        " FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {TRIGGER}",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {ROW_TRIGGER}",
    ]


def erasing_statements() -> list[str]:
    """The SQL that makes erasure possible, through one function, for the web role alone."""
    return [
        STATEMENT_GROUNDS,
        WORDING_IS_ERASED,
        REFUSE_CHANGE_BUT_ERASURE,
        REFUSE_UNLESS_ERASED,
        *_guard("content", "DELETE"),
        *_guard("question", "DELETE"),
        *_guard("statement", "UPDATE"),
        REFUSE_COPY_OF_THE_ERASED,
        "CREATE TRIGGER no_copy_of_the_erased AFTER INSERT ON proven_copy"
        " FOR EACH ROW EXECUTE FUNCTION refuse_copy_of_the_erased()",
        "ALTER TABLE proven_copy ENABLE ALWAYS TRIGGER no_copy_of_the_erased",
        # Its receipt counts what was destroyed, and so is written after it.
        "ALTER TABLE erasure ALTER CONSTRAINT erasure_cause_same_wall"
        " DEFERRABLE INITIALLY DEFERRED",
        ERASE_CONTENT,
        "REVOKE ALL ON FUNCTION erase_content(uuid, uuid[]) FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION erase_content(uuid, uuid[]) TO {web_role()}",
    ]


def wording_statements() -> list[str]:
    """The SQL for databases whose functions did not yet know where a wording was said."""
    return [
        WORDING_IS_ERASED,
        REFUSE_UNLESS_ERASED,
        ERASE_CONTENT,
        _REFUSE_WORDING_OF_THE_ERASED,
        f"CREATE TRIGGER {NO_WORDING_OF_THE_ERASED} AFTER INSERT ON statement"
        " FOR EACH ROW EXECUTE FUNCTION refuse_wording_of_the_erased()",
        f"ALTER TABLE statement ENABLE ALWAYS TRIGGER {NO_WORDING_OF_THE_ERASED}",
        "DROP FUNCTION IF EXISTS stands_on_the_erased_alone(uuid, uuid)",
    ]
