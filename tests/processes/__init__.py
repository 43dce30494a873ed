"""Several processes of one bot on one PostgreSQL; here most of them live in the process of the tests."""
