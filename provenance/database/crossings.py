"""The few functions that look across the wall, by name. Owned by the owner, run with its rights."""

from .walled import web_role

CROSSINGS = (
    "principal_for_key",
    "principals_for_login",
    "workspace_for_slug",
    "workspaces_with_work",
    "workspaces_with_imports",
    "workspaces_with_checks",
    "workspaces_to_count",  # the memory's; its migrations make these four
    "workspaces_to_arrange",
    "workspaces_embedded_otherwise",
    "workspaces_with_themes",
    "erase_content",
)

# The functions run as the owner, which row-level security binds too: it may read these tables.
READ_BY_OWNER = ("api_key", "key_revocation", "principal", "workspace", "index_work")

PRINCIPAL_FOR_KEY = """
CREATE FUNCTION principal_for_key(hash text, at timestamptz)
RETURNS TABLE (key_id uuid, key_kind text, producer_id uuid, workspace_id uuid,
               principal_id uuid, principal_name text, principal_kind text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT k.id, k.kind::text, k.producer_id, k.workspace_id, p.id, p.name::text, p.kind::text
  FROM api_key k JOIN principal p ON p.workspace_id = k.workspace_id AND p.id = k.principal_id
  WHERE k.sha256 = hash AND (k.expires_at IS NULL OR k.expires_at > at)
    AND NOT EXISTS (SELECT FROM key_revocation r
                    WHERE r.workspace_id = k.workspace_id AND r.key_id = k.id)
$$
"""

PRINCIPALS_FOR_LOGIN = """
CREATE FUNCTION principals_for_login(login integer)
RETURNS TABLE (workspace_id uuid, workspace_slug text, principal_id uuid, principal_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT p.workspace_id, w.slug::text, p.id, p.name::text
  FROM principal p JOIN workspace w ON w.id = p.workspace_id
  WHERE p.login_id = login ORDER BY w.created_at, w.id
$$
"""

WORKSPACE_FOR_SLUG = """
CREATE FUNCTION workspace_for_slug(wanted text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id FROM workspace WHERE slug = wanted
$$
"""

WORKSPACES_WITH_WORK = """
CREATE OR REPLACE FUNCTION workspaces_with_work(at timestamptz)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT workspace_id FROM index_work WHERE lexical_pending AND not_before <= at
  UNION SELECT workspace_id FROM index_work WHERE semantic_pending AND not_before <= at
$$
"""

_SIGNATURES = (
    "principal_for_key(text, timestamptz)",
    "principals_for_login(integer)",
    "workspace_for_slug(text)",
    "workspaces_with_work(timestamptz)",
)

REFUSE_CHANGE = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the table % is append-only', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_is_append_only';
END
$$
"""


def crossing_statements() -> list[str]:
    """The SQL that makes the crossings, and lets nobody but the web role call them."""
    policies = [
        f"CREATE POLICY crossing ON {table} FOR SELECT TO CURRENT_USER USING (true)"
        for table in READ_BY_OWNER
    ]
    rights = [
        statement
        for signature in _SIGNATURES
        for statement in (
            f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC",
            f"GRANT EXECUTE ON FUNCTION {signature} TO {web_role()}",
        )
    ]
    return [
        PRINCIPAL_FOR_KEY,
        PRINCIPALS_FOR_LOGIN,
        WORKSPACE_FOR_SLUG,
        WORKSPACES_WITH_WORK,
        *policies,
        *rights,
    ]
