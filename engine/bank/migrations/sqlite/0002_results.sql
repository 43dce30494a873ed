-- The key of the rule set, which the text of the rules does not give away to a bank. NULL before the deal, and for
-- rounds of schema 1 until they are counted.
ALTER TABLE round ADD COLUMN rule_set TEXT;

CREATE INDEX uncounted_round ON round (id) WHERE rule_set IS NULL AND state <> 'open';

CREATE INDEX voided_round ON round (id) WHERE state = 'voided';

-- What a settled round came to for a seat; kept with the settlement, never changed but for its user's name.
CREATE TABLE result (
    round_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    hands INTEGER NOT NULL CHECK (hands > 0),
    staked INTEGER NOT NULL CHECK (staked > 0), -- with doubles, splits and insurance
    net INTEGER NOT NULL CHECK (net >= -staked),
    naturals INTEGER NOT NULL CHECK (naturals BETWEEN 0 AND hands), -- hands that were paid as naturals
    ended_at REAL NOT NULL, -- that of its round
    PRIMARY KEY (round_id, seat),
    FOREIGN KEY (round_id, seat) REFERENCES dealt_seat
) STRICT, WITHOUT ROWID;

-- With the net, so that 50,000 rounds become a curve without a look at the table.
CREATE INDEX result_of_user ON result (user_id, ended_at, round_id, net);

-- The sums of the results, so that nobody who plays much makes others wait for a list of the best.
CREATE TABLE tally (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    rule_set TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    naturals INTEGER NOT NULL,
    staked INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, rule_set)
) STRICT, WITHOUT ROWID;

CREATE INDEX tally_of_guild ON tally (guild_id, user_id);
