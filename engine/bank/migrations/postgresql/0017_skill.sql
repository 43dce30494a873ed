-- What the table means, and why nothing is kept of it, is told beside, in `sqlite/`.
DROP TABLE skill;

CREATE TABLE skill (
    person BIGINT NOT NULL REFERENCES person,
    guild_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    decisions BIGINT NOT NULL CHECK (decisions >= 0),
    good BIGINT NOT NULL CHECK (good BETWEEN 0 AND decisions),
    lost BIGINT NOT NULL CHECK (lost >= 0),
    hinted BIGINT NOT NULL CHECK (hinted >= 0),
    PRIMARY KEY (person, guild_id, day)
);

CREATE INDEX skill_of_guild ON skill (guild_id, day, person, decisions, good, lost, hinted);

CREATE INDEX skill_of_day ON skill (day, person, decisions, good, lost, hinted);

DELETE FROM judged;
