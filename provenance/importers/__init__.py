"""Foreign formats, one file each: bytes in, typed records out. No database, no model."""
