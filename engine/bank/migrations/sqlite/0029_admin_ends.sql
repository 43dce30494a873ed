-- Rounds and tables that admins have ended. From earlier times only the voided rounds are known.
CREATE TABLE admin_end (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL, -- Unix seconds
    guild_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    round_number INTEGER NOT NULL, -- 0 if the table could not be played on
    what TEXT NOT NULL CHECK (what IN ('round', 'table')),
    admin INTEGER NOT NULL REFERENCES person (id),
    UNIQUE (table_id, round_number, what)
) STRICT;

INSERT INTO admin_end (at, guild_id, table_id, round_number, what, admin)
SELECT ended_at, guild_id, table_id, number, 'round', voided_by
FROM round JOIN game_table ON game_table.id = table_id JOIN person ON person.id = voided_by
WHERE state = 'voided' AND user_id <> 0 ORDER BY ended_at;

CREATE INDEX admin_end_by_guild ON admin_end (guild_id, id);
CREATE INDEX admin_end_by_admin ON admin_end (admin);
CREATE INDEX setting_change_by_guild ON setting_change (guild_id, id);
