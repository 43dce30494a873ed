"""Where a table is opened that somebody asks for."""
