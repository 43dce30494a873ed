-- A duel: two players separately decide about the same ten hands until it ends; then its channel gets the result.
CREATE TABLE duel (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    locale TEXT NOT NULL, -- Discord's name for the language of the result
    secret BLOB CHECK (length(secret) = 32), -- the source of the hands; NULL until a player looks at them
    created_at REAL NOT NULL,
    ends_at REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    posting_at REAL, -- when the bot first began to send the result
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- the result was sent, or can't be
    message_id INTEGER -- the message with the result
) STRICT;

CREATE INDEX open_duel ON duel (ends_at) WHERE declined = 0 AND settled = 0;

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
