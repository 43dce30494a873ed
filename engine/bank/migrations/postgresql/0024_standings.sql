-- The SQLite migration of this number documents the tables.
CREATE VIEW all_time (person, lost) AS
SELECT person, -SUM(net) FROM tally WHERE person NOT IN (SELECT person FROM forgotten)
GROUP BY person HAVING SUM(rounds) >= 10;

CREATE TABLE standing (
    person BIGINT PRIMARY KEY REFERENCES person,
    lost BIGINT NOT NULL
);

INSERT INTO standing (person, lost) SELECT person, lost FROM all_time;

CREATE INDEX standing_in_order ON standing (lost, person);

CREATE TABLE listed (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    people BIGINT NOT NULL
);

INSERT INTO listed (id, people) SELECT 1, COUNT(*) FROM standing;

CREATE FUNCTION count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE listed SET people = people + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    RETURN NULL;
END
$$;

CREATE TRIGGER standing_is_counted AFTER INSERT ON standing
FOR EACH ROW EXECUTE FUNCTION count_standing();

CREATE TRIGGER standing_is_counted_no_more AFTER DELETE ON standing
FOR EACH ROW EXECUTE FUNCTION count_standing();

CREATE FUNCTION list_again(who BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO standing (person, lost) SELECT person, lost FROM all_time WHERE person = who
    ON CONFLICT (person) DO UPDATE SET lost = excluded.lost;
END
$$;

CREATE FUNCTION list_who_does_not_sit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM seat WHERE person = NEW.person) THEN
        PERFORM list_again(NEW.person);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER first_round_is_listed AFTER INSERT ON tally
FOR EACH ROW EXECUTE FUNCTION list_who_does_not_sit();

CREATE TRIGGER round_is_listed AFTER UPDATE ON tally
FOR EACH ROW EXECUTE FUNCTION list_who_does_not_sit();

CREATE FUNCTION list_who_gets_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM list_again(OLD.person);
    RETURN NULL;
END
$$;

CREATE TRIGGER who_gets_up_is_listed AFTER DELETE ON seat
FOR EACH ROW EXECUTE FUNCTION list_who_gets_up();

CREATE FUNCTION take_off_the_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM standing WHERE person = NEW.person;
    RETURN NULL;
END
$$;

CREATE TRIGGER who_is_forgotten_is_not_listed AFTER INSERT ON forgotten
FOR EACH ROW EXECUTE FUNCTION take_off_the_list();
