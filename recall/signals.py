"""What the memory announces to itself: services know no queue."""

from django.dispatch import Signal

# Sent inside the transaction that begins a run, with `workspace_id`.
themes_begun = Signal()

# Sent inside the transaction that has saved questions checked, with `workspace_id`.
checks_begun = Signal()
