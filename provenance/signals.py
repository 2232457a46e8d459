"""The announcements of the ledger."""

from django.dispatch import Signal

# Sent inside the transaction that records an observation, with `observation`, `text` and `at`.
# A receiver that fails must not fail the write: it works inside a savepoint of its own.
observation_recorded = Signal()

# Sent inside the transaction that erases, with `observation_ids`. A receiver that fails must fail
# the erasure: what it keeps of the words would outlive them.
observations_erased = Signal()

# Sent inside the transaction that gives a plan of an import something to do, with `workspace_id`.
import_due = Signal()

# Sent inside the transaction of a trial, with `observation_id`. Receivers answer with how many
# others it may be the same as, as far as that can be told before it is indexed.
equivalents_sought = Signal()
