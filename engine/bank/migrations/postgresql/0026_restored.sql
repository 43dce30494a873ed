-- A player adds words to the shuffle; cutting is what the rules call something else.
ALTER TABLE shoe RENAME COLUMN cut_by TO words_by;
