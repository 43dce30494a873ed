-- Skill is measured another way: a decision by the chart costs nothing, hints are counted, and the clock excuses nobody.
-- The sums by the measure of before can't be turned into these, so nothing counts as judged any more: the bot judges what
-- is not older than a period of the leaderboard once more. Which rounds were played by the book is as it was.
DROP TABLE skill;

CREATE TABLE skill (
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL, -- on which the rounds were settled, counted from 1970, UTC
    decisions INTEGER NOT NULL CHECK (decisions >= 0), -- without a hint
    good INTEGER NOT NULL CHECK (good BETWEEN 0 AND decisions), -- of these, those that cost nothing
    lost INTEGER NOT NULL CHECK (lost >= 0), -- millionths of first stakes
    hinted INTEGER NOT NULL CHECK (hinted >= 0), -- decisions with a hint
    PRIMARY KEY (person, guild_id, day)
) STRICT, WITHOUT ROWID;

-- With all that a list of the best adds up, so that it never looks at the table.
CREATE INDEX skill_of_guild ON skill (guild_id, day, person, decisions, good, lost, hinted);

CREATE INDEX skill_of_day ON skill (day, person, decisions, good, lost, hinted);

DELETE FROM judged;
