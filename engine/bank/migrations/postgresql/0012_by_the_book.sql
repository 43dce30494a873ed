-- What the tables mean is told beside, in `sqlite/`.
CREATE TABLE by_book (
    person BIGINT NOT NULL REFERENCES person,
    round_id BIGINT NOT NULL REFERENCES round,
    PRIMARY KEY (person, round_id)
);

ALTER TABLE honour ALTER COLUMN round_id DROP NOT NULL;
