"""The database file: opening, locks, transactions, migrations, backups."""
