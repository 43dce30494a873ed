-- The SQLite migration of this number documents the column.
ALTER TABLE duel ADD COLUMN challenge_id BIGINT;

CREATE INDEX challenge_with_buttons ON duel (id) WHERE challenge_id IS NOT NULL;
