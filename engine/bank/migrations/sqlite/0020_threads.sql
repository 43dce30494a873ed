-- The channel in which a table was asked for that stands in a thread of its own, which the bot has made; NULL for others.
ALTER TABLE game_table ADD COLUMN parent_id INTEGER;
CREATE INDEX table_below_channel ON game_table (parent_id) WHERE parent_id IS NOT NULL;
