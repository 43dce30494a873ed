"""The PostgreSQL server: its address, connections, transactions, migrations, and who plays which shard."""
