-- What was found in a person's rounds: the log has it all, so that rows may be deleted and are found again.
CREATE TABLE honour (
    person INTEGER NOT NULL REFERENCES person,
    what TEXT NOT NULL,
    round_id INTEGER NOT NULL REFERENCES round, -- the first round that has earned it
    at REAL NOT NULL, -- when that round ended
    PRIMARY KEY (person, what)
) STRICT, WITHOUT ROWID;

-- How far a person's rounds were searched, in the order in which they ended. Another edition of what is searched for
-- begins anew, and so does a search that has seen another number of rounds than there are.
CREATE TABLE honour_search (
    person INTEGER PRIMARY KEY REFERENCES person,
    edition INTEGER NOT NULL,
    rounds INTEGER NOT NULL CHECK (rounds >= 0),
    ended_at REAL NOT NULL, -- that of the last round that was seen
    round_id INTEGER NOT NULL
) STRICT;
