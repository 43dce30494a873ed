-- The shoes that were sealed. While cards are dealt from one, its secret stands in its table's shoe_seed alone.
CREATE TABLE shoe (
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL CHECK (number > 0), -- counts within the table
    first_round INTEGER NOT NULL CHECK (first_round > 0), -- the round that it was made for
    header TEXT NOT NULL, -- what was sealed in public
    sealed BLOB NOT NULL CHECK (length(sealed) = 32),
    sealed_at REAL NOT NULL,
    words BLOB CHECK (length(words) = 32), -- their hash; NULL as long as nobody has cut
    cut_by INTEGER REFERENCES person,
    seed BLOB CHECK (length(seed) = 32), -- NULL until it is told
    ended TEXT, -- why no more cards are dealt from it
    ended_at REAL,
    PRIMARY KEY (table_id, number),
    CHECK ((words IS NULL) = (cut_by IS NULL)),
    CHECK ((seed IS NULL) = (ended IS NULL)),
    CHECK ((seed IS NULL) = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;

-- The shoe that a round was dealt from, by its number at the table; NULL where it was not sealed.
ALTER TABLE round ADD COLUMN shoe INTEGER;

-- How many of its cards were gone before the round; NULL before the deal, and for rounds of older schemas.
ALTER TABLE round ADD COLUMN gone INTEGER CHECK (gone >= 0);
