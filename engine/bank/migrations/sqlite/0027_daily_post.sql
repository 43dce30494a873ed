-- The last daily post of each channel that has ever had one. A row is saved before the post is sent.
CREATE TABLE daily_post (
    channel_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    begun_at REAL, -- when the bot began to send it, in Unix seconds; NULL once the outcome is known
    message_id INTEGER, -- NULL unless the post exists
    refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0) -- consecutive days on which the channel refused it
) STRICT;
