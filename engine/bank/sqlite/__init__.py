"""Storage in a SQLite file: opening, locks, transactions, migrations, backups."""
