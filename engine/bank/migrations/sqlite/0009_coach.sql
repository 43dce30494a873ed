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

-- The daily ten: what somebody has decided on a day, and what it cost. There is no money in it.
CREATE TABLE daily (
    person INTEGER NOT NULL REFERENCES person,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    guild_id INTEGER NOT NULL, -- where it was begun
    moves TEXT NOT NULL DEFAULT '', -- the words of all decisions, a space between two
    squares TEXT NOT NULL DEFAULT '', -- a letter for each hand that is over
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0), -- millionths of the stake
    "over" INTEGER NOT NULL DEFAULT 0 CHECK ("over" IN (0, 1)),
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_of_guild ON daily (guild_id, day);
