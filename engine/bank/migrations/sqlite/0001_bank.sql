-- Money is whole cents, time is Unix seconds (UTC), user, channel and message ids are Discord's.

-- Who holds how much. The house and the donor have unlimited funds; their balances show what they have paid out.
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('player', 'stake', 'house', 'donor')),
    owner INTEGER NOT NULL, -- a player's user id, a stake's round id; 0 for the house and the donor
    balance INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, owner),
    CHECK (owner = 0 OR kind IN ('player', 'stake')),
    CHECK (balance >= 0 OR kind IN ('house', 'donor'))
) STRICT;

INSERT INTO account (kind, owner) VALUES ('house', 0), ('donor', 0);

-- The tables that were ever opened; one open table a channel. Ids are printed on buttons, so none is ever used again.
CREATE TABLE game_table (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    rules TEXT NOT NULL,
    phase TEXT NOT NULL,
    asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
    deadline REAL,
    round_number INTEGER NOT NULL CHECK (round_number >= 0),
    shoe_seed BLOB NOT NULL CHECK (length(shoe_seed) = 32),
    shoe_dealt INTEGER NOT NULL CHECK (shoe_dealt >= 0),
    last_seat INTEGER NOT NULL CHECK (last_seat >= 0), -- the highest seat number that was given
    message_id INTEGER, -- the message that shows round message_round
    message_round INTEGER NOT NULL CHECK (message_round >= 0),
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    said_goodbye INTEGER NOT NULL DEFAULT 0 CHECK (said_goodbye IN (0, 1)) -- its message says that it is closed
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON game_table (channel_id) WHERE closed = 0;

CREATE INDEX still_of_interest ON game_table (closed, id) WHERE said_goodbye = 0;

CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number >= 0),
    user_id INTEGER NOT NULL,
    counter INTEGER NOT NULL CHECK (counter >= 0),
    missed INTEGER NOT NULL CHECK (missed >= 0),
    stake INTEGER NOT NULL CHECK (stake >= 0),
    last_stake INTEGER NOT NULL CHECK (last_stake >= 0),
    leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)),
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

-- Rounds are kept for good: rules, dealt seats and moves replay them.
CREATE TABLE round (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number >= 0),
    rules TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'voided')),
    opened_at REAL NOT NULL,
    ended_at REAL,
    voided_by INTEGER, -- the admin who ended it without a result
    UNIQUE (table_id, number),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((state = 'voided') = (voided_by IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX one_open_round_a_table ON round (table_id) WHERE state = 'open';

CREATE TABLE dealt_seat (
    round_id INTEGER NOT NULL REFERENCES round,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    stake INTEGER NOT NULL CHECK (stake > 0),
    PRIMARY KEY (round_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE move (
    round_id INTEGER NOT NULL REFERENCES round,
    n INTEGER NOT NULL CHECK (n >= 0),
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (round_id, n)
) STRICT, WITHOUT ROWID;

-- Every cent that ever moved. Kinds are not listed here: the list may grow, and a CHECK can only be changed by
-- writing the whole ledger anew.
CREATE TABLE posting (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES account,
    target INTEGER NOT NULL REFERENCES account,
    cents INTEGER NOT NULL CHECK (cents > 0),
    kind TEXT NOT NULL,
    round_id INTEGER REFERENCES round, -- NULL for what the donor gives
    seat INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    step INTEGER NOT NULL, -- the seat's counter; for a donation, the how manieth it is
    at REAL NOT NULL,
    UNIQUE (round_id, seat, hand, kind, step),
    CHECK (source <> target),
    CHECK ((round_id IS NULL) = (kind IN ('welcome', 'donation'))),
    CHECK (kind <> 'welcome' OR step = 0)
) STRICT;

-- One welcome a player, and donations 1, 2, 3 … The condition names no kind: every query with `kind = ?` would then
-- be compiled anew for each value.
CREATE UNIQUE INDEX gift ON posting (target, kind, step) WHERE round_id IS NULL;

CREATE TRIGGER posting_is_never_changed BEFORE UPDATE ON posting BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
