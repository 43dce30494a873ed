-- Files with archived rounds. The file has the same row: `key` identifies the file, and `digest` its content. `until`
-- and `at` in Unix seconds.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL, -- its name at that time
    until REAL NOT NULL, -- rounds that ended before this
    at REAL NOT NULL,
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)) -- all rounds in the file are archived
) STRICT;

-- Sums of the archived postings: together with the remaining postings, totals stay the same. In the archive itself they
-- have the opposite sign, so that its accounts are empty.
CREATE TABLE carried (
    account INTEGER NOT NULL REFERENCES account,
    archive INTEGER NOT NULL REFERENCES archive,
    cents INTEGER NOT NULL,
    PRIMARY KEY (account, archive)
) STRICT, WITHOUT ROWID;

-- The archive that has the moves and the postings of a round; NULL if they are here.
ALTER TABLE round ADD COLUMN archive INTEGER REFERENCES archive;

-- The hash of a shoe's transcript, saved when its rounds are archived: the next seal in the channel was made with it.
ALTER TABLE shoe ADD COLUMN transcript BLOB CHECK (length(transcript) = 32);

DROP TRIGGER posting_is_never_deleted;

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting
WHEN (SELECT archive FROM round WHERE id = OLD.round_id) IS NULL BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;
