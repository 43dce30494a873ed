"""Several processes of one bot on one PostgreSQL; most of them run inside the test process."""
