"""What is kept, by subject: plain functions within a transaction."""
