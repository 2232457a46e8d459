"""PostgreSQL, Valkey and their keeper: what `make up` and the tests run themselves."""
