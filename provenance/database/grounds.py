"""The database makes no fact of what is held back (P11).

What is quarantined, withheld or restricted is for reviewers alone; a fact is shown to everybody
who may see what it stands on. So whatever forgets to ask is refused here.
"""

NO_FACT_ON_THE_HELD_BACK = "no_fact_on_what_is_held_back"

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


def grounds_statements() -> list[str]:
    """The SQL that puts the rule on both tables. It fires after the foreign keys."""
    statements = [_REFUSE]
    for table in ("fact", "fact_evidence"):
        statements += [
            f"CREATE TRIGGER {NO_FACT_ON_THE_HELD_BACK} AFTER INSERT ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION refuse_fact_on_the_held_back()",
            f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {NO_FACT_ON_THE_HELD_BACK}",
        ]
    return statements
