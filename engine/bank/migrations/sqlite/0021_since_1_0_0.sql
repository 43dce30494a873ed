-- From version 1.0.0 to the next, in one step.

-- Seats of voided rounds, so that a page of a history reads only its person's. Seats that were paid before the void
-- also have a result.
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

CREATE INDEX voided_at ON voided_seat (ended_at, round_id);
CREATE INDEX voided_by_admin ON round (voided_by, id) WHERE state = 'voided';
DROP INDEX voided_round;
DROP INDEX uncounted_round; -- every round has a rule set since its deal

-- Finds the rounds in which a person bet without being dealt in, for their export. Building it reads the whole ledger:
-- about a second per million rounds.
CREATE INDEX given_back ON posting (target, round_id) WHERE kind IN ('bet_returned', 'voided');

-- Settled rounds with unjudged decisions, by their ends. A row is inserted at the settlement, and deleted when the round
-- is judged or too old.
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

-- Only the last 30 days count. A million rounds take seconds.
INSERT INTO unjudged (ended_at, round_id)
SELECT ended_at, id FROM round
WHERE state = 'settled'
AND ended_at >= (SELECT MAX(ended_at) FROM round WHERE state = 'settled') - 30 * 86400
AND NOT EXISTS (SELECT 1 FROM judged WHERE judged.round_id = round.id)
AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)
ORDER BY ended_at, id;

DROP TABLE judged;

-- A player adds words to the shuffle; a cut is something else in the rules.
ALTER TABLE shoe RENAME COLUMN cut_by TO words_by;
CREATE INDEX cut_by_person ON shoe (words_by, table_id, number) WHERE words_by IS NOT NULL;

-- The last daily post of each channel that has had one. A row is saved before the post is sent.
CREATE TABLE daily_post (
    channel_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    begun_at REAL, -- when the bot began to send it, in Unix seconds; NULL once the outcome is known
    message_id INTEGER, -- NULL unless the post exists
    refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0) -- consecutive days on which the channel refused it
) STRICT;

-- Users' breaks from playing: a keyed hash of the user's id, and the end in Unix seconds. The key is in `setting`. Rows
-- are appended, and deleted after the break; the index holds 16 bits of each hash, because SQLite leaves stray copies of
-- cells in pages that it splits.
CREATE TABLE pause (
    id INTEGER PRIMARY KEY,
    mark BLOB NOT NULL CHECK (length(mark) = 32),
    until REAL NOT NULL
) STRICT;

CREATE INDEX pause_by_start ON pause (substr(mark, 1, 2));

-- Rounds and tables that admins have ended. From earlier times only the voided rounds are known.
CREATE TABLE admin_end (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL, -- Unix seconds
    guild_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES game_table (id),
    round_number INTEGER NOT NULL, -- 0 if the table could not be played on
    what TEXT NOT NULL CHECK (what IN ('round', 'table')),
    admin INTEGER NOT NULL REFERENCES person (id),
    UNIQUE (table_id, round_number, what)
) STRICT;

INSERT INTO admin_end (at, guild_id, table_id, round_number, what, admin)
SELECT ended_at, guild_id, table_id, number, 'round', voided_by
FROM round JOIN game_table ON game_table.id = table_id JOIN person ON person.id = voided_by
WHERE state = 'voided' AND user_id <> 0 ORDER BY ended_at;

CREATE INDEX admin_end_by_guild ON admin_end (guild_id, id);
CREATE INDEX admin_end_by_admin ON admin_end (admin);
CREATE INDEX setting_change_by_guild ON setting_change (guild_id, id);
CREATE INDEX changes_by_admin ON setting_change (admin, id);

-- A duel: two players separately decide about the same ten hands until it ends; then its channel gets the result.
-- Ids are in the buttons of messages, so they are never reused, even though duels without players are deleted.
CREATE TABLE duel (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    locale TEXT NOT NULL, -- Discord's name for the language of the result
    secret BLOB CHECK (length(secret) = 32), -- the source of the hands; NULL until a player looks at them
    created_at REAL NOT NULL,
    ends_at REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    posting_at REAL, -- when the bot first began to send the result
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- the result was sent, or can't be
    message_id INTEGER, -- the message with the result
    challenge_id INTEGER -- the public message with the challenge, until its buttons are removed
) STRICT;

CREATE INDEX open_duel ON duel (ends_at) WHERE declined = 0 AND settled = 0;
CREATE INDEX challenge_with_buttons ON duel (id) WHERE challenge_id IS NOT NULL;

CREATE TABLE duelist (
    duel_id INTEGER NOT NULL REFERENCES duel,
    place INTEGER NOT NULL CHECK (place IN (1, 2)), -- the challenger is 1
    person INTEGER REFERENCES person, -- NULL for a player who was forgotten
    moves TEXT NOT NULL DEFAULT '', -- the words of all decisions, separated by spaces
    squares TEXT NOT NULL DEFAULT '', -- a letter for each finished hand
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0), -- millionths of the stake
    decisions INTEGER NOT NULL DEFAULT 0 CHECK (decisions >= 0), -- in finished hands
    good INTEGER NOT NULL DEFAULT 0 CHECK (good BETWEEN 0 AND decisions), -- of these, as good as the best
    "over" INTEGER NOT NULL DEFAULT 0 CHECK ("over" IN (0, 1)),
    PRIMARY KEY (duel_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX duels_of_person ON duelist (person);

-- `rolled_back`: the table must discard its shoe, because the database was rolled back. `version` counts the saved
-- commands: only the process that knows it may save the next one. `command` names the last one, so that its repetition
-- is recognized. `data` is one JSON value with the fields that no query asks for; the players of the seats are in `seat`.
ALTER TABLE game_table ADD COLUMN rolled_back INTEGER NOT NULL DEFAULT 0 CHECK (rolled_back IN (0, 1));
ALTER TABLE game_table ADD COLUMN version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0);
ALTER TABLE game_table ADD COLUMN command TEXT NOT NULL DEFAULT '';
ALTER TABLE game_table ADD COLUMN data TEXT NOT NULL DEFAULT '{}';

UPDATE game_table SET data = json_object(
    'phase', phase,
    'asked', json(CASE asked WHEN 1 THEN 'true' ELSE 'false' END),
    'deadline', deadline,
    'round_number', round_number,
    'shoe_seed', lower(hex(shoe_seed)),
    'shoe_dealt', shoe_dealt,
    'last_seat', last_seat,
    'locale', locale,
    'seats', json((
        SELECT json_group_array(json_object(
            'number', number, 'counter', counter, 'missed', missed, 'stake', stake,
            'last_stake', last_stake,
            'leaving', json(CASE leaving WHEN 1 THEN 'true' ELSE 'false' END)))
        FROM (SELECT * FROM seat WHERE table_id = game_table.id ORDER BY number)
    ))
);

ALTER TABLE game_table DROP COLUMN phase;
ALTER TABLE game_table DROP COLUMN asked;
ALTER TABLE game_table DROP COLUMN deadline;
ALTER TABLE game_table DROP COLUMN round_number;
ALTER TABLE game_table DROP COLUMN shoe_seed;
ALTER TABLE game_table DROP COLUMN shoe_dealt;
ALTER TABLE game_table DROP COLUMN last_seat;
ALTER TABLE game_table DROP COLUMN locale;

ALTER TABLE seat DROP COLUMN counter;
ALTER TABLE seat DROP COLUMN missed;
ALTER TABLE seat DROP COLUMN stake;
ALTER TABLE seat DROP COLUMN last_stake;
ALTER TABLE seat DROP COLUMN leaving;

-- An index finds people, and names are plain texts. They were padded with zeros to 128 bytes; forgotten people's were
-- all zeros. `rtrim` can't cut off zeros, and `length` counts up to the first one.
CREATE UNIQUE INDEX person_user_id_key ON person (user_id);

ALTER TABLE person_name RENAME TO padded_name;

-- Display names: in a guild, or everywhere with guild 0. Forgotten people have none.
CREATE TABLE person_name (
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, guild_id)
) STRICT;

INSERT INTO person_name (person, guild_id, name)
SELECT person, guild_id, substr(CAST(name AS TEXT), 1, length(CAST(name AS TEXT)))
FROM padded_name WHERE name <> zeroblob(128) ORDER BY id;

DROP TABLE padded_name;

-- Replaced by a count of beats, and by leases on a server.
DELETE FROM setting WHERE key IN ('pulse', 'shards');
