-- The SQLite migration of this number gives the reason.
DELETE FROM archive;

DROP TRIGGER posting_is_never_deleted ON posting;

DROP FUNCTION refuse_to_delete_what_is_here();

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting
FOR EACH ROW EXECUTE FUNCTION refuse_to_change('the ledger');

DROP TABLE carried;

ALTER TABLE round DROP COLUMN archive;

ALTER TABLE shoe DROP COLUMN transcript;

DROP TABLE archive;
