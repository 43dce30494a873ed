"""The commands of a table, what is behind its `⋯`, and where one is opened that somebody asks for."""
