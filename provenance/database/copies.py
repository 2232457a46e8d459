"""Which proofs of copies hold, and which pairs are settled, in SQL: said here and nowhere else.

A proof that a person accepted can be taken back, and proofs are append-only: so what holds is a
view over both. It stands on the same indexes as the table; only a mapping asks the second one.
"""

from .walled import web_role

LIVE_COPY = """
CREATE OR REPLACE VIEW live_copy WITH (security_invoker = true) AS
SELECT c.id, c.workspace_id, c.observation_id, c.original_id, c.basis FROM proven_copy c
WHERE c.mapping_id IS NULL
   OR NOT EXISTS (SELECT FROM mapping_retraction r
                  WHERE r.workspace_id = c.workspace_id AND r.item_id = c.mapping_id)
"""

# Of a pair `p`: a person has decided on it, and that stands.
SETTLED = """
EXISTS (SELECT FROM pair_settlement s WHERE s.workspace_id = p.workspace_id AND s.pair_id = p.id
        AND NOT EXISTS (SELECT FROM mapping_retraction r
                        WHERE r.workspace_id = s.workspace_id AND r.item_id = s.item_id))
"""


def copies_statements() -> list[str]:
    """The SQL that makes the view, for the web role to read."""
    return [LIVE_COPY, f"GRANT SELECT ON live_copy TO {web_role()}"]
