"""The admins' command `/house`: settings, log, status, ending rounds and tables."""
