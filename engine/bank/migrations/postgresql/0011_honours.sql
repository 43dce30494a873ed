-- What the tables mean is told beside, in `sqlite/`.
CREATE TABLE honour (
    person BIGINT NOT NULL REFERENCES person,
    what TEXT NOT NULL,
    round_id BIGINT NOT NULL REFERENCES round,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, what)
);

CREATE TABLE honour_search (
    person BIGINT PRIMARY KEY REFERENCES person,
    edition BIGINT NOT NULL,
    rounds BIGINT NOT NULL CHECK (rounds >= 0),
    ended_at DOUBLE PRECISION NOT NULL,
    round_id BIGINT NOT NULL
);
