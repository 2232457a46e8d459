"""What a reconciliation decided about what was here already, and that it was taken back."""

from django.db import models

from .tenant import Tenant, one_of, within

VERDICTS = ("same", "distinct")


class PairSettlement(Tenant):
    """A person's word on an unresolved pair, by an item of a plan. It holds until that is taken back."""

    pair = within("provenance.UnresolvedPair")
    item = within("provenance.ImportItem")
    verdict = models.CharField(max_length=8)
    at = models.DateTimeField()

    class Meta:
        db_table = "pair_settlement"
        constraints = [
            one_of("verdict", VERDICTS, name="verdict_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "pair", "item"], name="one_verdict_of_an_item"
            ),
        ]


class MappingRetraction(Tenant):
    """An item of a plan whose mapping no longer holds: the proofs and verdicts that name it."""

    item = within("provenance.ImportItem")
    by = within("provenance.Principal")
    at = models.DateTimeField()

    class Meta:
        db_table = "mapping_retraction"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "item"], name="a_mapping_is_retracted_once"
            )
        ]
