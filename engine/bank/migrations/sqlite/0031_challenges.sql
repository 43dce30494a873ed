-- The public message with a duel's challenge, until its buttons are removed.
ALTER TABLE duel ADD COLUMN challenge_id INTEGER;

CREATE INDEX challenge_with_buttons ON duel (id) WHERE challenge_id IS NOT NULL;
