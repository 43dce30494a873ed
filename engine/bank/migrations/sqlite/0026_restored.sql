-- A player adds words to the shuffle; a cut is something else in the rules.
ALTER TABLE shoe RENAME COLUMN cut_by TO words_by;

-- True while the table must discard its shoe, because the database was rolled back.
ALTER TABLE game_table ADD COLUMN rolled_back INTEGER NOT NULL DEFAULT 0 CHECK (rolled_back IN (0, 1));

-- Replaced by a count of beats.
DELETE FROM setting WHERE key = 'pulse';
