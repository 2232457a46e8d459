"""A worker of imports in a process of its own, which says on its standard output how far it is.

python -m tests.journeys.import_worker WORKSPACE PLAN
"""

import sys
from uuid import UUID

import django


def main(workspace_id: UUID, plan_id: UUID) -> None:
    """Does what is due for the plan, by the loop that Celery's task runs."""
    django.setup()
    # The models can be imported only by now.
    from provenance.database.tenancy import Tenancy
    from provenance.services.importing.run import run_plan

    def progress(done: int, total: int) -> None:
        print(done, total, flush=True)  # noqa: T201 - the process is read by its output

    run_plan(tenancy=Tenancy(workspace_id), plan_id=plan_id, progress=progress)


if __name__ == "__main__":
    main(UUID(sys.argv[1]), UUID(sys.argv[2]))
