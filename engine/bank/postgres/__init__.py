"""The PostgreSQL server: its address, connections, transactions, migrations, and the ownership of shards."""
