"""The database makes no fact of what is held back (P11), and none of what was erased (P14).

What is quarantined, withheld or restricted is for reviewers alone; a fact is shown to everybody
who may see what it stands on. What was erased has no words that a fact could state. So whatever
forgets to ask is refused here, and whoever asked a moment before an erasure.
"""

NO_FACT_ON_THE_HELD_BACK = "no_fact_on_what_is_held_back"
NO_FACT_ON_THE_ERASED = "no_fact_on_what_was_erased"

_REFUSE = """
CREATE FUNCTION refuse_fact_on_the_held_back() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  ground uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'fact' THEN ground := NEW.adoption_id;
    ELSE ground := NEW.observation_id;
  END CASE;
  IF ground IS NOT NULL AND NOT EXISTS (
      SELECT FROM observation o
      LEFT JOIN current_standing s ON s.workspace_id = o.workspace_id AND s.observation_id = o.id
      WHERE o.workspace_id = NEW.workspace_id AND o.id = ground
        AND o.lane = 'open' AND coalesce(s.admission, o.admission) = 'admitted') THEN
    RAISE EXCEPTION 'a fact on what is held back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'no_fact_on_what_is_held_back';
  END IF;
  RETURN NULL;
END
$$
"""


# The foreign key, which is checked first, waits for an erasure that is under way.
_REFUSE_ERASED = """
CREATE FUNCTION refuse_fact_on_the_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  ground uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'fact' THEN ground := NEW.adoption_id;
    ELSE ground := NEW.observation_id;
  END CASE;
  IF EXISTS (SELECT FROM erasure e WHERE e.workspace_id = NEW.workspace_id
             AND e.observation_id = ground) THEN
    RAISE EXCEPTION 'a fact on what was erased'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'no_fact_on_what_was_erased';
  END IF;
  RETURN NULL;
END
$$
"""


def grounds_statements() -> list[str]:
    """The SQL that keeps what is held back from both tables. It fires after the foreign keys."""
    return _on_both(_REFUSE, trigger=NO_FACT_ON_THE_HELD_BACK, calls="refuse_fact_on_the_held_back")


def erased_grounds_statements() -> list[str]:
    """The same for what was erased."""
    return _on_both(
        _REFUSE_ERASED, trigger=NO_FACT_ON_THE_ERASED, calls="refuse_fact_on_the_erased"
    )


def _on_both(function: str, *, trigger: str, calls: str) -> list[str]:
    statements = [function]
    for table in ("fact", "fact_evidence"):
        statements += [
            f"CREATE TRIGGER {trigger} AFTER INSERT ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {calls}()",
            f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}",
        ]
    return statements
