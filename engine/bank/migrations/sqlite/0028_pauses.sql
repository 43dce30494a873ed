-- Breaks that users take from playing: a keyed hash of the user's id, and when the break ends in Unix seconds. Rows go when
-- the break is over. The key is in `setting`. Rows are added at the end, and the index holds 16 bits of each hash: SQLite
-- leaves stray copies of cells in pages that it splits.
CREATE TABLE pause (
    id INTEGER PRIMARY KEY,
    mark BLOB NOT NULL CHECK (length(mark) = 32),
    until REAL NOT NULL
) STRICT;

CREATE INDEX pause_by_start ON pause (substr(mark, 1, 2));
