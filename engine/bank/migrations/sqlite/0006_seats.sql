-- A user on two seats of a table is refused as before, and now the index that does it also finds the seats of a player:
-- a wallet looks there for what is in play.
CREATE TABLE new_seat (
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number >= 0),
    person INTEGER NOT NULL REFERENCES person,
    counter INTEGER NOT NULL CHECK (counter >= 0),
    missed INTEGER NOT NULL CHECK (missed >= 0),
    stake INTEGER NOT NULL CHECK (stake >= 0),
    last_stake INTEGER NOT NULL CHECK (last_stake >= 0),
    leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)),
    PRIMARY KEY (table_id, number),
    UNIQUE (person, table_id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_seat (table_id, number, person, counter, missed, stake, last_stake, leaving)
SELECT table_id, number, person, counter, missed, stake, last_stake, leaving
FROM seat ORDER BY table_id, number;

DROP TABLE seat;
ALTER TABLE new_seat RENAME TO seat;
