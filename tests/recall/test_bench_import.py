"""The measurement of imports measures imports."""

from io import StringIO

from django.core.management import call_command

from provenance.models import Workspace


def test_it_tells_the_rates_of_what_it_really_imported():
    before = set(Workspace.objects.using("owner").values_list("slug", flat=True))
    out = StringIO()

    call_command("bench_import", records=30, stdout=out)

    header, _, row = out.getvalue().splitlines()
    assert header.startswith("| records |")
    records, plan, apply, copy, _, memory = (part.strip() for part in row.strip("|").split("|"))
    assert records == "30"
    assert min(float(plan), float(apply), float(copy), float(memory)) > 0
    (made,) = set(Workspace.objects.using("owner").values_list("slug", flat=True)) - before
    assert made.startswith("bench-import-")
