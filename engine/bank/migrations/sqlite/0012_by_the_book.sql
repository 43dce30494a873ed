-- The rounds that somebody has played by the book: they have made every decision alone, and none could have been better
-- or was other than the chart says. It can be made again from the log.
CREATE TABLE by_book (
    person INTEGER NOT NULL REFERENCES person,
    round_id INTEGER NOT NULL REFERENCES round,
    PRIMARY KEY (person, round_id)
) STRICT, WITHOUT ROWID;

-- Not every honour is earned by a round: a week of dailies is none.
CREATE TABLE new_honour (
    person INTEGER NOT NULL REFERENCES person,
    what TEXT NOT NULL,
    round_id INTEGER REFERENCES round, -- the first round that has earned it
    at REAL NOT NULL, -- when that round ended; of dailies, the day of the last one
    PRIMARY KEY (person, what)
) STRICT, WITHOUT ROWID;

INSERT INTO new_honour (person, what, round_id, at)
SELECT person, what, round_id, at FROM honour ORDER BY person, what;

DROP TABLE honour;
ALTER TABLE new_honour RENAME TO honour;
