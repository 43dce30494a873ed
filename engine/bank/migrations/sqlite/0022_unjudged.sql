-- Settled rounds with unjudged decisions, by their ends, so that finding them needs no scan. A row is inserted at the
-- settlement, and deleted when the round is judged or too old. It does not reference the round, which may be deleted first.
CREATE TABLE unjudged (
    ended_at REAL NOT NULL,
    round_id INTEGER NOT NULL,
    PRIMARY KEY (ended_at, round_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER settled_round_is_judged AFTER UPDATE OF state ON round
WHEN NEW.state = 'settled' AND EXISTS (SELECT 1 FROM dealt_seat WHERE round_id = NEW.id)
BEGIN
    INSERT INTO unjudged (ended_at, round_id) VALUES (NEW.ended_at, NEW.id);
END;

-- Existing rounds of the last 30 days; older ones don't count. A million of them take seconds.
INSERT INTO unjudged (ended_at, round_id)
SELECT ended_at, id FROM round
WHERE state = 'settled'
AND ended_at >= (SELECT MAX(ended_at) FROM round WHERE state = 'settled') - 30 * 86400
AND NOT EXISTS (SELECT 1 FROM judged WHERE judged.round_id = round.id)
AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)
ORDER BY ended_at, id;

DROP TABLE judged;
