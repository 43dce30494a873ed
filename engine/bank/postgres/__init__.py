"""Storage on a PostgreSQL server: connections, transactions, migrations, leases and locks."""
