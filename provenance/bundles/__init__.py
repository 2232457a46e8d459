"""The container in which a part of a ledger is carried: written, verified and read. No model."""
