"""The database says no, from the first migration: wall, append-only ledger, least privilege."""

from django.db import migrations

from provenance.database.crossings import REFUSE_CHANGE, crossing_statements
from provenance.database.walled import WallKeys, Walled, web_role

LEDGER = (
    "Workspace",
    "Principal",
    "Producer",
    "ApiKey",
    "KeyRevocation",
    "Grant",
    "GrantScope",
    "GrantRevocation",
    "Session",
    "Observation",
    "Content",
    "Subject",
    "Receipt",
    "Question",
    "LineageEdge",
    "StandingEvent",
    "ChronicleEvent",
    "Exposure",
    "ProvenCopy",
    "UnresolvedPair",
    "PolicyVersion",
    "PolicyActivation",
    "Statement",
    "Correction",
    "CorrectionTarget",
    "CorrectionDecision",
    "CorrectionReversal",
    "Fact",
    "FactEvidence",
    "FactStanding",
    "Erasure",
)
PROJECTIONS = ("CurrentStanding", "IndexWork")


def position_key(name: str, table: str, column: str) -> str:
    """An edge's end carries its position, and cannot misstate it."""
    return (
        f"ALTER TABLE lineage_edge ADD CONSTRAINT {name} FOREIGN KEY "
        f"(workspace_id, {column}_id, {column}_position) REFERENCES {table} (workspace_id, id, position)"
    )


class Migration(migrations.Migration):
    dependencies = [("provenance", "0001_initial")]

    operations = [
        migrations.RunSQL(REFUSE_CHANGE, migrations.RunSQL.noop),
        *(Walled(name, ledger=True) for name in LEDGER),
        *(Walled(name, ledger=False) for name in PROJECTIONS),
        WallKeys(*LEDGER[1:], *PROJECTIONS),
        migrations.RunSQL(
            [
                position_key("edge_position_is_true", "observation", "observation"),
                position_key("edge_source_position_is_true", "observation", "source"),
                "ALTER TABLE correction_decision ADD CONSTRAINT decision_names_the_true_proposer"
                " FOREIGN KEY (workspace_id, correction_id, proposer_id)"
                " REFERENCES correction (workspace_id, id, proposer_id)",
                f"GRANT USAGE ON SEQUENCE ledger_position TO {web_role()}",
                *crossing_statements(),
            ],
            migrations.RunSQL.noop,
        ),
    ]
