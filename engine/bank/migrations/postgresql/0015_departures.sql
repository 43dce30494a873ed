-- The servers that the bot was removed from, and since when that is known.
CREATE TABLE departure (
    guild_id BIGINT PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL
);
