-- Seats of the voided rounds, so that a page of a history reads only its person's. Results of seats that were paid
-- before the void are in their own table. Filled from a few rounds, however large the file is.
CREATE TABLE voided_seat (
    person INTEGER NOT NULL REFERENCES person,
    ended_at REAL NOT NULL, -- the end of its round
    round_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (person, ended_at, round_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO voided_seat (person, ended_at, round_id, seat)
SELECT person, ended_at, round_id, seat
FROM round CROSS JOIN dealt_seat WHERE state = 'voided' AND dealt_seat.round_id = round.id;

DROP INDEX voided_round;

CREATE INDEX voided_by_admin ON round (voided_by, id) WHERE state = 'voided';

CREATE INDEX voided_at ON voided_seat (ended_at, round_id);

CREATE INDEX changes_by_admin ON setting_change (admin, id);

CREATE INDEX cut_by_person ON shoe (cut_by, table_id, number) WHERE cut_by IS NOT NULL;

-- Finds the rounds in which a person bet without being dealt in, for their export. Building it reads the whole ledger:
-- about a second per million rounds.
CREATE INDEX given_back ON posting (target, round_id) WHERE kind IN ('bet_returned', 'voided');
