-- Users' breaks from playing: a keyed hash of the user's id, and the end of the break in Unix seconds. Rows are deleted
-- after the break. The key is in `setting`. Rows are appended, and the index holds only 16 bits of each hash: SQLite
-- leaves stray copies of cells in pages that it splits.
CREATE TABLE pause (
    id INTEGER PRIMARY KEY,
    mark BLOB NOT NULL CHECK (length(mark) = 32),
    until REAL NOT NULL
) STRICT;

CREATE INDEX pause_by_start ON pause (substr(mark, 1, 2));
