"""What a bundle is made of, and how large it may be."""

FORMAT, VERSION = "memoryapp-bundle", 1
MANIFEST = "manifest.json"
# In this order, so that what is referred to comes first.
MEMBERS = (
    "principals.jsonl",
    "producers.jsonl",
    "sessions.jsonl",
    "observations.jsonl",
    "lineage.jsonl",
    "copies.jsonl",
    "standings.jsonl",
    "erasures.jsonl",
    "receipts.jsonl",
    "statements.jsonl",
    "corrections.jsonl",
    "decisions.jsonl",
    "reversals.jsonl",
    "facts.jsonl",
)
MANIFEST_KEYS = {
    "format",
    "version",
    "instance",
    "position",
    "filters",
    "with_content",
    "members",
    "digest",
}

MIB = 1024 * 1024
MANIFEST_BYTES = MIB
LINE_BYTES = 4 * MIB
ALL_BYTES = 16 * 1024 * MIB
# Text of people and machines shrinks to a fifth or a tenth; what is made to explode, a thousandfold.
RATIO, RATIO_FROM = 500, 32 * MIB
WINDOW_BYTES = 32 * MIB
