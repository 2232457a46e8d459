"""The wall around plans of imports, and the look across it that workers take."""

from django.db import migrations

from provenance.database.walled import WallKeys, Walled, web_role

WORKSPACES_WITH_IMPORTS = """
CREATE FUNCTION workspaces_with_imports(at timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT DISTINCT workspace_id FROM import_run
  WHERE state IN ('planning', 'applying', 'rolling_back') AND not_before <= at
$$
"""


class Migration(migrations.Migration):
    dependencies = [("provenance", "0012_import_plans")]

    operations = [
        Walled("ImportPlan", ledger=True),
        Walled("ImportItem", ledger=True),
        Walled("ImportOutcome", ledger=True),
        Walled("ImportAct", ledger=True),
        Walled("ImportRun", ledger=False),
        Walled("ImportUpload", ledger=False),
        WallKeys(
            "ImportPlan", "ImportItem", "ImportOutcome", "ImportAct", "ImportRun", "ImportUpload"
        ),
        migrations.RunSQL(
            [
                "CREATE POLICY crossing ON import_run FOR SELECT TO CURRENT_USER USING (true)",
                WORKSPACES_WITH_IMPORTS,
                "REVOKE ALL ON FUNCTION workspaces_with_imports(timestamptz) FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_with_imports(timestamptz) TO {web_role()}",
            ],
            ["DROP FUNCTION workspaces_with_imports(timestamptz)"],
        ),
    ]
