"""The rules that the database itself holds: the wall, append-only tables, roles."""
