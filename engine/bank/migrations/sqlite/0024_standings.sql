-- The all-time list: everyone with at least ten rounds who was not forgotten, and their total loss.
CREATE VIEW all_time (person, lost) AS
SELECT person, -SUM(net) FROM tally WHERE person NOT IN (SELECT person FROM forgotten)
GROUP BY person HAVING SUM(rounds) >= 10;

-- The same list, stored in order because it is long. A row is up to date once its person has left their last table:
-- seated players are added up at query time, so a round writes nothing here. Triggers maintain it for every writer.
CREATE TABLE standing (
    person INTEGER PRIMARY KEY REFERENCES person,
    lost INTEGER NOT NULL -- minus the net, so that the index has the list's order
) STRICT;

INSERT INTO standing (person, lost) SELECT person, lost FROM all_time;

CREATE INDEX standing_in_order ON standing (lost, person);

-- The number of these rows. All transactions share this row, but each person is counted only once in their life.
CREATE TABLE listed (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    people INTEGER NOT NULL
) STRICT;

INSERT INTO listed (id, people) SELECT 1, COUNT(*) FROM standing;

CREATE TRIGGER standing_is_counted AFTER INSERT ON standing BEGIN
    UPDATE listed SET people = people + 1;
END;

CREATE TRIGGER standing_is_counted_no_more AFTER DELETE ON standing BEGIN
    UPDATE listed SET people = people - 1;
END;

CREATE TRIGGER first_round_is_listed AFTER INSERT ON tally
WHEN NOT EXISTS (SELECT 1 FROM seat WHERE person = NEW.person) BEGIN
    INSERT INTO standing (person, lost) SELECT person, lost FROM all_time WHERE person = NEW.person
    ON CONFLICT (person) DO UPDATE SET lost = excluded.lost;
END;

CREATE TRIGGER round_is_listed AFTER UPDATE ON tally
WHEN NOT EXISTS (SELECT 1 FROM seat WHERE person = NEW.person) BEGIN
    INSERT INTO standing (person, lost) SELECT person, lost FROM all_time WHERE person = NEW.person
    ON CONFLICT (person) DO UPDATE SET lost = excluded.lost;
END;

CREATE TRIGGER who_gets_up_is_listed AFTER DELETE ON seat BEGIN
    INSERT INTO standing (person, lost) SELECT person, lost FROM all_time WHERE person = OLD.person
    ON CONFLICT (person) DO UPDATE SET lost = excluded.lost;
END;

CREATE TRIGGER who_is_forgotten_is_not_listed AFTER INSERT ON forgotten BEGIN
    DELETE FROM standing WHERE person = NEW.person;
END;
