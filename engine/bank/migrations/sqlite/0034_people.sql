-- People are found by an index in the file, and names are plain texts. Names used to be padded with zeros to 128 bytes;
-- names of forgotten people were all zeros. `rtrim` can't cut off zeros, and `length` counts up to the first one.
CREATE UNIQUE INDEX person_user_id_key ON person (user_id);

ALTER TABLE person_name RENAME TO padded_name;

-- Display names: in a guild, or everywhere with guild 0. The names of people who asked to be forgotten are deleted.
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
