-- A table's version counts its saved commands: only the process that knows it may save the next one. `command` names the
-- command that was saved last, so that a repeated command is recognized. `data` is one JSON value with all fields of a
-- table that no query asks for; the players of its seats are in `seat`.
ALTER TABLE game_table ADD COLUMN version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0);
ALTER TABLE game_table ADD COLUMN command TEXT NOT NULL DEFAULT '';
ALTER TABLE game_table ADD COLUMN data TEXT NOT NULL DEFAULT '{}';

UPDATE game_table SET data = json_object(
    'phase', phase,
    'asked', json(CASE asked WHEN 1 THEN 'true' ELSE 'false' END),
    'deadline', deadline,
    'round_number', round_number,
    'shoe_seed', lower(hex(shoe_seed)),
    'shoe_dealt', shoe_dealt,
    'last_seat', last_seat,
    'locale', locale,
    'seats', json((
        SELECT json_group_array(json_object(
            'number', number, 'counter', counter, 'missed', missed, 'stake', stake,
            'last_stake', last_stake,
            'leaving', json(CASE leaving WHEN 1 THEN 'true' ELSE 'false' END)))
        FROM (SELECT * FROM seat WHERE table_id = game_table.id ORDER BY number)
    ))
);

ALTER TABLE game_table DROP COLUMN phase;
ALTER TABLE game_table DROP COLUMN asked;
ALTER TABLE game_table DROP COLUMN deadline;
ALTER TABLE game_table DROP COLUMN round_number;
ALTER TABLE game_table DROP COLUMN shoe_seed;
ALTER TABLE game_table DROP COLUMN shoe_dealt;
ALTER TABLE game_table DROP COLUMN last_seat;
ALTER TABLE game_table DROP COLUMN locale;

ALTER TABLE seat DROP COLUMN counter;
ALTER TABLE seat DROP COLUMN missed;
ALTER TABLE seat DROP COLUMN stake;
ALTER TABLE seat DROP COLUMN last_stake;
ALTER TABLE seat DROP COLUMN leaving;
