"""The books by subject: functions within a transaction."""
