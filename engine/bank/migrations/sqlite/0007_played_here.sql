-- What was played in a channel last is asked whenever a table is opened there without a choice of rules.
CREATE INDEX table_of_channel ON game_table (channel_id);
