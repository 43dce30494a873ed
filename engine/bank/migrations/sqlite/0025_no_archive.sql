-- No released version could archive rounds, so nothing is lost here. A database with an archive, or an archive itself,
-- can't be brought up to date: this first statement fails if a round or a sum refers to an archive.
DELETE FROM archive;

DROP TRIGGER posting_is_never_deleted;

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

DROP TABLE carried;

ALTER TABLE round DROP COLUMN archive;

ALTER TABLE shoe DROP COLUMN transcript;

DROP TABLE archive;
