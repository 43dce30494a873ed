-- The SQLite migration of this number documents the columns.
ALTER TABLE game_table ADD COLUMN version BIGINT NOT NULL DEFAULT 0 CHECK (version >= 0);
ALTER TABLE game_table ADD COLUMN command TEXT NOT NULL DEFAULT '';
ALTER TABLE game_table ADD COLUMN data TEXT NOT NULL DEFAULT '{}';

UPDATE game_table SET data = CAST(json_build_object(
    'phase', phase,
    'asked', asked = 1,
    'deadline', deadline,
    'round_number', round_number,
    'shoe_seed', encode(shoe_seed, 'hex'),
    'shoe_dealt', shoe_dealt,
    'last_seat', last_seat,
    'locale', locale,
    'seats', COALESCE((
        SELECT json_agg(json_build_object(
            'number', number, 'counter', counter, 'missed', missed, 'stake', stake,
            'last_stake', last_stake, 'leaving', leaving = 1) ORDER BY number)
        FROM seat WHERE table_id = game_table.id
    ), CAST('[]' AS json))
) AS text);

ALTER TABLE game_table
    DROP COLUMN phase, DROP COLUMN asked, DROP COLUMN deadline, DROP COLUMN round_number,
    DROP COLUMN shoe_seed, DROP COLUMN shoe_dealt, DROP COLUMN last_seat, DROP COLUMN locale;

ALTER TABLE seat
    DROP COLUMN counter, DROP COLUMN missed, DROP COLUMN stake, DROP COLUMN last_stake,
    DROP COLUMN leaving;
