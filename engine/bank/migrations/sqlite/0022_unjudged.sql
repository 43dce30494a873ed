-- The settled rounds whose decisions are not judged yet, by their ends. Each is put here by whatever settles it and taken
-- out when it is judged, or when it is too old to be; so what is to be judged is found without a look at all that is.
-- It refers to no round: one that is too old may be gone before its row is.
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

-- Of the rounds until now, those of the last 30 days; older ones count for nothing. A million of them take seconds.
INSERT INTO unjudged (ended_at, round_id)
SELECT ended_at, id FROM round
WHERE state = 'settled'
AND ended_at >= (SELECT MAX(ended_at) FROM round WHERE state = 'settled') - 30 * 86400
AND NOT EXISTS (SELECT 1 FROM judged WHERE judged.round_id = round.id)
AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)
ORDER BY ended_at, id;

DROP TABLE judged;
