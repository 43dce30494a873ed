-- The SQLite migration of this number documents the table.
CREATE TABLE voided_seat (
    person BIGINT NOT NULL REFERENCES person,
    ended_at DOUBLE PRECISION NOT NULL,
    round_id BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    PRIMARY KEY (person, ended_at, round_id, seat)
);

INSERT INTO voided_seat (person, ended_at, round_id, seat)
SELECT person, ended_at, round_id, seat
FROM round CROSS JOIN dealt_seat WHERE state = 'voided' AND dealt_seat.round_id = round.id;

DROP INDEX voided_round;

CREATE INDEX voided_by_admin ON round (voided_by, id) WHERE state = 'voided';

CREATE INDEX voided_at ON voided_seat (ended_at, round_id);

CREATE INDEX changes_by_admin ON setting_change (admin, id);

CREATE INDEX cut_by_person ON shoe (cut_by, table_id, number) WHERE cut_by IS NOT NULL;

CREATE INDEX given_back ON posting (target, round_id) WHERE kind IN ('bet_returned', 'voided');
