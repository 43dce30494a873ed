"""The PostgreSQL server: its address, connections, transactions, migrations, leases and turns."""
