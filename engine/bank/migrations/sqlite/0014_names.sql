-- What people are called: in a guild, and with guild 0 everywhere. A name is UTF-8 with zeros behind it, so that each row
-- keeps its length for good. Rows are added at the end and never deleted: SQLite overwrites them where they are, and
-- leaves no stray copy of a name in the file. Of who asked to be forgotten there are only zeros.
CREATE TABLE person_name (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    name BLOB NOT NULL CHECK (length(name) = 128),
    UNIQUE (person, guild_id)
) STRICT;

-- The language that a table was opened in, as Discord writes it; empty for tables of older schemas.
ALTER TABLE game_table ADD COLUMN locale TEXT NOT NULL DEFAULT '';
