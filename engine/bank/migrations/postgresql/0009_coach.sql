-- What the tables mean is told beside, in `sqlite/`.
CREATE TABLE judged (
    round_id BIGINT PRIMARY KEY REFERENCES round
);

CREATE TABLE skill (
    person BIGINT NOT NULL REFERENCES person,
    guild_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    decisions BIGINT NOT NULL CHECK (decisions > 0),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (person, guild_id, day)
);

CREATE INDEX skill_of_day ON skill (day);

CREATE TABLE daily (
    person BIGINT NOT NULL REFERENCES person,
    day BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    moves TEXT NOT NULL DEFAULT '',
    squares TEXT NOT NULL DEFAULT '',
    lost BIGINT NOT NULL DEFAULT 0 CHECK (lost >= 0),
    "over" BIGINT NOT NULL DEFAULT 0 CHECK ("over" IN (0, 1)),
    shared BIGINT NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (person, day)
);

CREATE INDEX daily_of_guild ON daily (guild_id, day);
