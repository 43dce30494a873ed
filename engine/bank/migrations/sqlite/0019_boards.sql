-- The first round that was played on the message that shows a table: when another message takes its place, it tells in a
-- line how the rounds from that one on have gone.
ALTER TABLE game_table ADD COLUMN message_first INTEGER NOT NULL DEFAULT 0;
UPDATE game_table SET message_first = message_round;
