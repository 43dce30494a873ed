-- The SQLite migration of this number documents the table.
CREATE TABLE daily_post (
    channel_id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    begun_at DOUBLE PRECISION,
    message_id BIGINT,
    refusals BIGINT NOT NULL DEFAULT 0 CHECK (refusals >= 0)
);
