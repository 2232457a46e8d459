"""The file of tombstones: what was withdrawn and erased, kept outside the database. No model."""
