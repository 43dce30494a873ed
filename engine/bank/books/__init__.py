"""The books by subject: plain functions within a transaction."""
