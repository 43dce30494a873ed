-- Who is meant by a number. A user's id stands in this table alone, and everything else names people by their numbers:
-- to forget a user is to change one row. There is no index on user_id on purpose: SQLite leaves stray copies of cells
-- in the pages of an index that it splits. Rows are added at the end, never grow and are never deleted, so each id
-- stands in the file once.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL, -- minus the number for who asked to be forgotten: Discord's ids are above zero
    CHECK (user_id >= 0 OR user_id = -id)
) STRICT;

-- Those who are forgotten keep their names; the others are numbered as their accounts were opened, then the rest.
INSERT INTO person (id, user_id)
SELECT -name, name FROM (
    SELECT owner AS name FROM account WHERE kind = 'player'
    UNION SELECT user_id FROM seat
    UNION SELECT user_id FROM dealt_seat
    UNION SELECT user_id FROM result
    UNION SELECT user_id FROM tally
    UNION SELECT voided_by FROM round WHERE voided_by IS NOT NULL
    UNION SELECT admin_id FROM setting_change
    UNION SELECT -id FROM forgotten
) AS named WHERE name < 0 ORDER BY name DESC;

INSERT INTO person (user_id)
SELECT owner FROM account WHERE kind = 'player' AND owner >= 0 ORDER BY id;

-- For this migration alone.
CREATE UNIQUE INDEX person_of_user ON person (user_id);

INSERT INTO person (user_id)
SELECT name FROM (
    SELECT user_id AS name FROM seat
    UNION SELECT user_id FROM dealt_seat
    UNION SELECT user_id FROM result
    UNION SELECT user_id FROM tally
    UNION SELECT voided_by FROM round WHERE voided_by IS NOT NULL
    UNION SELECT admin_id FROM setting_change
) AS named WHERE name NOT IN (SELECT user_id FROM person) ORDER BY name;

-- From now on the owner of a player's account is a person. In two steps, past all that is taken: the number of one may
-- be the id of another.
UPDATE account SET owner = -4611686018427387904 - (SELECT id FROM person WHERE user_id = owner)
WHERE kind = 'player';

UPDATE account SET owner = -4611686018427387904 - owner WHERE kind = 'player';

-- From now on voided_by is a person.
UPDATE round SET voided_by = (SELECT id FROM person WHERE user_id = voided_by)
WHERE voided_by IS NOT NULL;

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
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

INSERT INTO new_seat (table_id, number, person, counter, missed, stake, last_stake, leaving)
SELECT table_id, number, (SELECT id FROM person WHERE person.user_id = seat.user_id),
    counter, missed, stake, last_stake, leaving
FROM seat ORDER BY table_id, number;

DROP TABLE seat;
ALTER TABLE new_seat RENAME TO seat;

CREATE TABLE new_dealt_seat (
    round_id INTEGER NOT NULL REFERENCES round,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    person INTEGER NOT NULL REFERENCES person,
    stake INTEGER NOT NULL CHECK (stake > 0),
    PRIMARY KEY (round_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO new_dealt_seat (round_id, seat, person, stake)
SELECT round_id, seat, (SELECT id FROM person WHERE person.user_id = dealt_seat.user_id), stake
FROM dealt_seat ORDER BY round_id, seat;

-- What a settled round came to for a seat; kept with the settlement, never changed.
CREATE TABLE new_result (
    round_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person,
    hands INTEGER NOT NULL CHECK (hands > 0),
    staked INTEGER NOT NULL CHECK (staked > 0), -- with doubles, splits and insurance
    net INTEGER NOT NULL CHECK (net >= -staked),
    naturals INTEGER NOT NULL CHECK (naturals BETWEEN 0 AND hands), -- hands that were paid as naturals
    ended_at REAL NOT NULL, -- that of its round
    PRIMARY KEY (round_id, seat),
    FOREIGN KEY (round_id, seat) REFERENCES new_dealt_seat
) STRICT, WITHOUT ROWID;

INSERT INTO new_result (round_id, seat, person, hands, staked, net, naturals, ended_at)
SELECT round_id, seat, (SELECT id FROM person WHERE person.user_id = result.user_id),
    hands, staked, net, naturals, ended_at
FROM result ORDER BY round_id, seat;

DROP TABLE result;
DROP TABLE dealt_seat;
ALTER TABLE new_dealt_seat RENAME TO dealt_seat;
ALTER TABLE new_result RENAME TO result;

-- With the net, so that 50,000 rounds become a curve without a look at the table.
CREATE INDEX result_of_person ON result (person, ended_at, round_id, net);

-- The sums of the results, so that nobody who plays much makes others wait for a list of the best.
CREATE TABLE new_tally (
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    rule_set TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    naturals INTEGER NOT NULL,
    staked INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (person, guild_id, rule_set)
) STRICT, WITHOUT ROWID;

INSERT INTO new_tally (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)
SELECT (SELECT id FROM person WHERE person.user_id = tally.user_id),
    guild_id, rule_set, rounds, won, lost, naturals, staked, net
FROM tally;

DROP TABLE tally;
ALTER TABLE new_tally RENAME TO tally;

CREATE INDEX tally_of_guild ON tally (guild_id, person);

-- Who changed what, and when. NULL is the default.
CREATE TABLE new_setting_change (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    admin INTEGER NOT NULL REFERENCES person,
    what TEXT NOT NULL,
    old TEXT,
    new TEXT,
    CHECK (old IS NOT new)
) STRICT;

INSERT INTO new_setting_change (id, at, guild_id, channel_id, admin, what, old, new)
SELECT id, at, guild_id, channel_id,
    (SELECT person.id FROM person WHERE person.user_id = setting_change.admin_id), what, old, new
FROM setting_change ORDER BY id;

DROP TABLE setting_change;
ALTER TABLE new_setting_change RENAME TO setting_change;

CREATE INDEX changes_of_channel ON setting_change (channel_id, id);

CREATE TRIGGER setting_change_is_never_changed BEFORE UPDATE ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

CREATE TRIGGER setting_change_is_never_deleted BEFORE DELETE ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

-- The people who asked to be forgotten, and when.
CREATE TABLE new_forgotten (
    person INTEGER PRIMARY KEY REFERENCES person,
    at REAL NOT NULL
) STRICT;

INSERT INTO new_forgotten (person, at) SELECT id, at FROM forgotten ORDER BY id;

DROP TABLE forgotten;
ALTER TABLE new_forgotten RENAME TO forgotten;

DROP INDEX person_of_user;

-- The ids that stood everywhere linger in free space until the file is written anew, which no transaction can do.
INSERT INTO setting (key, value)
SELECT 'to_be_written_anew', '' WHERE EXISTS (SELECT 1 FROM person);
