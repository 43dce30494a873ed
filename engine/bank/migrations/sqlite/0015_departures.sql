-- The servers that the bot was removed from, and since when that is known. A row goes when the bot is invited again, or when
-- what is kept for the server was put away.
CREATE TABLE departure (
    guild_id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;
