"""Sources that are taken whole or not at all, and why one was not."""

# The closed list. A refusal never holds content, so it can be shown to anybody.
REFUSALS = {
    "not_a_bundle": "The file is no readable archive of the members that a bundle has.",
    "truncated": "The file ends too early: it was cut off.",
    "unsafe_member": "A member is a link, is encrypted, leaves the archive or should not be there.",
    "limit_exceeded": "A size, count, depth or compression ratio is beyond what bundles may have.",
    "schema_unsupported": "A format version or schema that this importer does not know.",
    "feature_unsupported": "The bundle requires a feature that this importer does not have.",
    "unknown_field": "A member that the format does not have, or one that is missing or misshapen.",
    "not_canonical": "The JSON is not in its canonical form: it was written or edited otherwise.",
    "digest_mismatch": "A digest does not match what it stands for: the bundle was altered.",
    "count_mismatch": "A count or a size is not what the manifest says: something is missing.",
    "out_of_order": "Objects are not in the order of their references.",
    "duplicate_identity": "Two objects bear one reference.",
    "missing_dependency": "An object names another that is neither here nor listed as left out.",
    "not_nodes": "The answer is no array of nodes.",
    "empty_answer": "The answer is empty: that the store holds nothing is not proved by it.",
    "cut_answer": "The answer breaks off, or ends where the server or the caller cuts.",
}


class Refused(Exception):  # noqa: N818 - it says what became of the source
    """The source as a whole is refused; nothing was yielded from it. `code` is of REFUSALS."""

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code
