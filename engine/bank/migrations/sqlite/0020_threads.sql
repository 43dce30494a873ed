-- The schema of version 1.0.0. Money is in whole cents, times are Unix seconds (UTC), and ids of users, channels and
-- messages are Discord's.

-- Only this table holds users' ids: everything else refers to people by number, so forgetting a user changes one row.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL, -- minus the number for forgotten people: Discord's ids are above zero
    CHECK (user_id >= 0 OR user_id = -id)
) STRICT;

-- Names in UTF-8, padded with zeros; migration 21 makes them plain texts.
CREATE TABLE person_name (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    name BLOB NOT NULL CHECK (length(name) = 128),
    UNIQUE (person, guild_id)
) STRICT;

CREATE TABLE forgotten (
    person INTEGER PRIMARY KEY REFERENCES person,
    at REAL NOT NULL
) STRICT;

-- The house and the donor have unlimited funds: their rows are never updated.
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('player', 'stake', 'house', 'donor')),
    owner INTEGER NOT NULL, -- a person's number, a stake's round id; 0 for the house and the donor
    balance INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, owner),
    CHECK (owner = 0 OR kind IN ('player', 'stake')),
    CHECK (balance >= 0 OR kind IN ('house', 'donor'))
) STRICT;

INSERT INTO account (kind, owner) VALUES ('house', 0), ('donor', 0);

-- All tables ever opened. Ids are in the buttons of messages, so they are never reused.
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
    last_seat INTEGER NOT NULL CHECK (last_seat >= 0), -- the highest seat number ever assigned
    message_id INTEGER, -- the message that shows round message_round
    message_round INTEGER NOT NULL CHECK (message_round >= 0),
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    said_goodbye INTEGER NOT NULL DEFAULT 0 CHECK (said_goodbye IN (0, 1)), -- its message says that it is closed
    locale TEXT NOT NULL DEFAULT '', -- the language that it was opened in, as Discord writes it
    parent_id INTEGER -- the channel of the request, if the table is in a thread made by the bot
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON game_table (channel_id) WHERE closed = 0;

CREATE INDEX still_of_interest ON game_table (closed, id) WHERE said_goodbye = 0;

-- Finds the last rules of a channel, for a table that is opened there without a choice of rules.
CREATE INDEX table_of_channel ON game_table (channel_id);

CREATE INDEX table_below_channel ON game_table (parent_id) WHERE parent_id IS NOT NULL;

-- The second key also finds a player's seats: a wallet looks there for money in play.
CREATE TABLE seat (
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

-- Rounds are permanent: rules, dealt seats and moves replay them.
CREATE TABLE round (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number >= 0),
    rules TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'voided')),
    opened_at REAL NOT NULL,
    ended_at REAL,
    voided_by INTEGER, -- the person, an admin, who ended it without a result
    rule_set TEXT, -- the key, which a bank can't derive from the text of the rules; NULL before the deal
    shoe INTEGER, -- the number, at the table, of the shoe that it was dealt from; NULL if that was not sealed
    gone INTEGER CHECK (gone >= 0), -- cards of the shoe dealt before this round; NULL before the deal
    UNIQUE (table_id, number),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((state = 'voided') = (voided_by IS NOT NULL))
) STRICT;

-- During a round, the next one may be open for bets placed ahead.
CREATE UNIQUE INDEX one_round_played_and_one_coming ON round (table_id, (rule_set IS NULL)) WHERE state = 'open';

CREATE INDEX uncounted_round ON round (id) WHERE rule_set IS NULL AND state <> 'open';

CREATE INDEX voided_round ON round (id) WHERE state = 'voided';

CREATE INDEX voided_from_a_shoe ON round (table_id) WHERE state = 'voided' AND shoe IS NOT NULL;

-- Counts the rounds settled recently.
CREATE INDEX settled_at ON round (ended_at) WHERE state = 'settled';

CREATE TABLE dealt_seat (
    round_id INTEGER NOT NULL REFERENCES round,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    person INTEGER NOT NULL REFERENCES person,
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

-- Every movement of money. A CHECK on kinds would have to change with the list, which rewrites the whole ledger.
CREATE TABLE posting (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES account,
    target INTEGER NOT NULL REFERENCES account,
    cents INTEGER NOT NULL CHECK (cents > 0),
    kind TEXT NOT NULL,
    round_id INTEGER REFERENCES round, -- NULL for gifts of the donor
    seat INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    step INTEGER NOT NULL, -- the seat's counter; for a donation, its number
    at REAL NOT NULL,
    UNIQUE (round_id, seat, hand, kind, step),
    CHECK (source <> target),
    CHECK ((round_id IS NULL) = (kind IN ('welcome', 'donation'))),
    CHECK (kind <> 'welcome' OR step = 0)
) STRICT;

-- One welcome per player, and donations 1, 2, 3 … A condition with a kind would recompile queries for each value.
CREATE UNIQUE INDEX gift ON posting (target, kind, step) WHERE round_id IS NULL;

CREATE TRIGGER posting_is_never_changed BEFORE UPDATE ON posting BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER posting_is_never_deleted BEFORE DELETE ON posting BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TABLE result (
    round_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person,
    hands INTEGER NOT NULL CHECK (hands > 0),
    staked INTEGER NOT NULL CHECK (staked > 0), -- with doubles, splits and insurance
    net INTEGER NOT NULL CHECK (net >= -staked),
    naturals INTEGER NOT NULL CHECK (naturals BETWEEN 0 AND hands), -- hands that were paid as naturals
    ended_at REAL NOT NULL, -- the end of its round
    PRIMARY KEY (round_id, seat),
    FOREIGN KEY (round_id, seat) REFERENCES dealt_seat
) STRICT, WITHOUT ROWID;

-- Includes the net, so that the curve of 50,000 rounds needs no look-up in the table.
CREATE INDEX result_of_person ON result (person, ended_at, round_id, net);

-- Sums of the results.
CREATE TABLE tally (
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

CREATE INDEX tally_of_guild ON tally (guild_id, person);

-- Sealed shoes. While a shoe is in play, its secret is only in its table's shoe_seed.
CREATE TABLE shoe (
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number > 0), -- counts within the table
    first_round INTEGER NOT NULL CHECK (first_round > 0), -- the round that it was made for
    header TEXT NOT NULL, -- the text sealed in public
    sealed BLOB NOT NULL CHECK (length(sealed) = 32),
    sealed_at REAL NOT NULL,
    words BLOB CHECK (length(words) = 32), -- their hash; NULL until a player adds words
    cut_by INTEGER REFERENCES person,
    seed BLOB CHECK (length(seed) = 32), -- NULL until it is revealed
    ended TEXT, -- why no more cards are dealt from it
    ended_at REAL,
    by_admin INTEGER NOT NULL DEFAULT 0 CHECK (by_admin IN (0, 1)), -- whether an admin ended it by closing the table
    PRIMARY KEY (table_id, number),
    CHECK ((words IS NULL) = (cut_by IS NULL)),
    CHECK ((seed IS NULL) = (ended IS NULL)),
    CHECK ((seed IS NULL) = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;

-- The judged rounds, whose decisions are in the sums below.
CREATE TABLE judged (
    round_id INTEGER PRIMARY KEY REFERENCES round
) STRICT;

-- The cost of players' decisions.
CREATE TABLE skill (
    person INTEGER NOT NULL REFERENCES person,
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL, -- of the settlement, counted from 1970, UTC
    decisions INTEGER NOT NULL CHECK (decisions >= 0), -- without a hint
    good INTEGER NOT NULL CHECK (good BETWEEN 0 AND decisions), -- of these, decisions without a cost
    lost INTEGER NOT NULL CHECK (lost >= 0), -- millionths of first stakes
    hinted INTEGER NOT NULL CHECK (hinted >= 0), -- decisions with a hint
    PRIMARY KEY (person, guild_id, day)
) STRICT, WITHOUT ROWID;

-- Covers all columns of the skill leaderboard, so that it never reads the table.
CREATE INDEX skill_of_guild ON skill (guild_id, day, person, decisions, good, lost, hinted);

CREATE INDEX skill_of_day ON skill (day, person, decisions, good, lost, hinted);

-- The rounds that a person has played by the book: without a hint or a mistake, and by the chart.
CREATE TABLE by_book (
    person INTEGER NOT NULL REFERENCES person,
    round_id INTEGER NOT NULL REFERENCES round,
    PRIMARY KEY (person, round_id)
) STRICT, WITHOUT ROWID;

-- The daily ten.
CREATE TABLE daily (
    person INTEGER NOT NULL REFERENCES person,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    guild_id INTEGER NOT NULL, -- where the game was begun
    moves TEXT NOT NULL DEFAULT '', -- the words of all decisions, separated by spaces
    squares TEXT NOT NULL DEFAULT '', -- a letter for each finished hand
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0), -- millionths of the stake
    "over" INTEGER NOT NULL DEFAULT 0 CHECK ("over" IN (0, 1)),
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_of_guild ON daily (guild_id, day);

-- Forgotten people who had begun a daily ten: a keyed hash of their id and the day, so that they can't play it twice.
-- There is no index: SQLite leaves stray copies of cells in pages that it splits.
CREATE TABLE daily_forgotten (
    id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL, -- counted from 1970, UTC
    mark BLOB NOT NULL CHECK (length(mark) = 32)
) STRICT;

-- Achievements found in a person's rounds.
CREATE TABLE honour (
    person INTEGER NOT NULL REFERENCES person,
    what TEXT NOT NULL,
    round_id INTEGER REFERENCES round, -- the first round that earned it; NULL if none does, as for dailies
    at REAL NOT NULL, -- the end of that round; for dailies, the last day
    PRIMARY KEY (person, what)
) STRICT, WITHOUT ROWID;

-- How far a person's rounds were searched, in the order of their ends. A new edition of the search starts over.
CREATE TABLE honour_search (
    person INTEGER PRIMARY KEY REFERENCES person,
    edition INTEGER NOT NULL,
    rounds INTEGER NOT NULL CHECK (rounds >= 0),
    ended_at REAL NOT NULL, -- the end of the last round seen
    round_id INTEGER NOT NULL
) STRICT;

-- Admins' settings of a channel; a missing setting has its default.
CREATE TABLE channel_setting (
    channel_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (channel_id, what)
) STRICT, WITHOUT ROWID;

-- The log of settings. NULL is the default.
CREATE TABLE setting_change (
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

CREATE INDEX changes_of_channel ON setting_change (channel_id, id);

CREATE TRIGGER setting_change_is_never_changed BEFORE UPDATE ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

CREATE TRIGGER setting_change_is_never_deleted BEFORE DELETE ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The bot's messages to delete once that is allowed.
CREATE TABLE message_to_delete (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL
) STRICT;

-- The servers that removed the bot, and when that was noticed.
CREATE TABLE departure (
    guild_id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;
