-- The rounds whose decisions are judged: their sums are in the table below.
CREATE TABLE judged (
    round_id INTEGER PRIMARY KEY REFERENCES round
) STRICT;

-- What players' own decisions cost, those alone that they made without a hint. It can be made again from the log.
CREATE TABLE skill (
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL, -- on which the rounds were settled, counted from 1970, UTC
    decisions INTEGER NOT NULL CHECK (decisions > 0),
    lost INTEGER NOT NULL CHECK (lost >= 0), -- millionths of first stakes
    PRIMARY KEY (person, guild_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX skill_of_day ON skill (day);
