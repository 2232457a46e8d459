"""When a key ends: at its expiry, or at the earliest of its revocations."""

# A revocation without `ends_at` counts at once, whatever the clocks say. The time of the act may
# be that of a batch which began long ago, so the database's own clock counts too.
KEY_IS_LIVE = """
(k.expires_at IS NULL OR k.expires_at > {at})
AND NOT EXISTS (SELECT FROM key_revocation r
                WHERE r.workspace_id = k.workspace_id AND r.key_id = k.id
                  AND (r.ends_at IS NULL OR r.ends_at <= greatest({at}, clock_timestamp())))
"""

# $2, since `at` would be the revocation's own column.
PRINCIPAL_FOR_KEY = f"""
CREATE OR REPLACE FUNCTION principal_for_key(hash text, at timestamptz)
RETURNS TABLE (key_id uuid, key_kind text, producer_id uuid, workspace_id uuid,
               principal_id uuid, principal_name text, principal_kind text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT k.id, k.kind::text, k.producer_id, k.workspace_id, p.id, p.name::text, p.kind::text
  FROM api_key k JOIN principal p ON p.workspace_id = k.workspace_id AND p.id = k.principal_id
  WHERE k.sha256 = hash AND {KEY_IS_LIVE.format(at="$2")}
$$
"""  # noqa: S608 - our own SQL
