-- The list of all time: whoever has played at least ten rounds and was not forgotten, with what all of them came to.
CREATE VIEW all_time (person, lost) AS
SELECT person, -SUM(net) FROM tally WHERE person NOT IN (SELECT person FROM forgotten)
GROUP BY person HAVING SUM(rounds) >= 10;

-- The same in its order, for it is long. A row is that of the moment when its person got up from their last table: who
-- sits somewhere plays on, and is added up when somebody asks. So a round writes nothing here. Triggers keep it, whoever
-- writes.
CREATE TABLE standing (
    person INTEGER PRIMARY KEY REFERENCES person,
    lost INTEGER NOT NULL -- minus the net: in this order, the list is that of the index
) STRICT;

INSERT INTO standing (person, lost) SELECT person, lost FROM all_time;

CREATE INDEX standing_in_order ON standing (lost, person);

-- How many rows that is. All have one row, but each person is counted once in their life.
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
