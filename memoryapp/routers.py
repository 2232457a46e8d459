"""Only the owner role migrates; everything else runs as the web role."""


class OwnerMigrates:
    """Database router: migrations go to the alias `owner`, and nowhere else."""

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """True for the owner's alias."""
        return db == "owner"
