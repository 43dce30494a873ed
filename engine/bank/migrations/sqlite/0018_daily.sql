-- Who has begun the daily ten of a day and then asked to be forgotten: a keyed hash of their id and the day, so that they
-- do not play it twice. For two days. Rows are added at the end, as few as they are, and there is no index: SQLite leaves
-- stray copies of cells in pages that it splits.
CREATE TABLE daily_forgotten (
    id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    mark BLOB NOT NULL CHECK (length(mark) = 32)
) STRICT;
