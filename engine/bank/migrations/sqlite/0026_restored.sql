-- A player adds words to the shuffle; the rules call something else a cut.
ALTER TABLE shoe RENAME COLUMN cut_by TO words_by;

-- True while the shoe of the table has to be broken off, because the database was rolled back.
ALTER TABLE game_table ADD COLUMN rolled_back INTEGER NOT NULL DEFAULT 0 CHECK (rolled_back IN (0, 1));

-- Beats are counted now.
DELETE FROM setting WHERE key = 'pulse';
