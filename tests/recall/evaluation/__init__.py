"""The measurement itself, measured on a small invented benchmark."""
