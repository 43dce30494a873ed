-- The SQLite migration of this number documents the table.
CREATE TABLE unjudged (
    ended_at DOUBLE PRECISION NOT NULL,
    round_id BIGINT NOT NULL,
    PRIMARY KEY (ended_at, round_id)
);

CREATE FUNCTION put_down_to_judge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unjudged (ended_at, round_id)
    SELECT NEW.ended_at, NEW.id WHERE EXISTS (SELECT 1 FROM dealt_seat WHERE round_id = NEW.id);
    RETURN NULL;
END
$$;

CREATE TRIGGER settled_round_is_judged AFTER UPDATE OF state ON round
FOR EACH ROW WHEN (NEW.state = 'settled') EXECUTE FUNCTION put_down_to_judge();

INSERT INTO unjudged (ended_at, round_id)
SELECT ended_at, id FROM round
WHERE state = 'settled'
AND ended_at >= (SELECT MAX(ended_at) FROM round WHERE state = 'settled') - 30 * 86400
AND NOT EXISTS (SELECT 1 FROM judged WHERE judged.round_id = round.id)
AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id);

DROP TABLE judged;
