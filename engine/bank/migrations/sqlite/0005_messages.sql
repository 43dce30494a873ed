-- The bot's messages that are to be deleted, once that is allowed: pings, and boards that another message has replaced.
-- A row goes when its message has gone.
CREATE TABLE message_to_delete (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL
) STRICT;

-- Pings had a text for each channel: `nudges:<channel>` with their ids, one space between two.
WITH RECURSIVE ping (channel_id, message_id, rest) AS (
    SELECT substr(key, 8), '', value || ' ' FROM setting WHERE key LIKE 'nudges:%'
    UNION ALL
    SELECT channel_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
    FROM ping WHERE rest <> ''
)
INSERT INTO message_to_delete (message_id, channel_id)
SELECT CAST(message_id AS INTEGER), CAST(channel_id AS INTEGER) FROM ping WHERE message_id <> '';

DELETE FROM setting WHERE key LIKE 'nudges:%';
