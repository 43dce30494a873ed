-- What the table means is told beside, in `sqlite/`.
CREATE TABLE shoe (
    table_id BIGINT NOT NULL REFERENCES game_table,
    number BIGINT NOT NULL CHECK (number > 0),
    first_round BIGINT NOT NULL CHECK (first_round > 0),
    header TEXT NOT NULL,
    sealed BYTEA NOT NULL CHECK (length(sealed) = 32),
    sealed_at DOUBLE PRECISION NOT NULL,
    words BYTEA CHECK (length(words) = 32),
    cut_by BIGINT REFERENCES person,
    seed BYTEA CHECK (length(seed) = 32),
    ended TEXT,
    ended_at DOUBLE PRECISION,
    PRIMARY KEY (table_id, number),
    CHECK ((words IS NULL) = (cut_by IS NULL)),
    CHECK ((seed IS NULL) = (ended IS NULL)),
    CHECK ((seed IS NULL) = (ended_at IS NULL))
);

ALTER TABLE round ADD COLUMN shoe BIGINT;

ALTER TABLE round ADD COLUMN gone BIGINT CHECK (gone >= 0);
