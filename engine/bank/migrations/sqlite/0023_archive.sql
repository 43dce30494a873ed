-- The files into which old rounds were put away. The file has the same row: `key` says which one it is, and `digest` what
-- it must hold. `until` and `at` in Unix seconds.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL, -- what it was called then
    until REAL NOT NULL, -- rounds that ended before this
    at REAL NOT NULL,
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)) -- all that the file has is put away
) STRICT;

-- What the postings that were put away came to: with the postings that are left, the sums are what they were. In an
-- archive itself the same with the other sign, so that its accounts hold nothing.
CREATE TABLE carried (
    account INTEGER NOT NULL REFERENCES account,
    archive INTEGER NOT NULL REFERENCES archive,
    cents INTEGER NOT NULL,
    PRIMARY KEY (account, archive)
) STRICT, WITHOUT ROWID;

-- The archive that has the moves and the postings of a round; NULL where they are here.
ALTER TABLE round ADD COLUMN archive INTEGER REFERENCES archive;

-- The hash of a shoe's transcript, kept when its rounds are put away: the next seal in the channel was made with it.
ALTER TABLE shoe ADD COLUMN transcript BLOB CHECK (length(transcript) = 32);

DROP TRIGGER posting_is_never_deleted;

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting
WHEN (SELECT archive FROM round WHERE id = OLD.round_id) IS NULL BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;
