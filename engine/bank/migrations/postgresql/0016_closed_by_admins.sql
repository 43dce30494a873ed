-- Whether an admin broke off the shoe by closing the table. Of older shoes that is known where a round was voided thereby.
ALTER TABLE shoe ADD COLUMN by_admin BIGINT NOT NULL DEFAULT 0 CHECK (by_admin IN (0, 1));

UPDATE shoe SET by_admin = 1 WHERE ended IN ('closed', 'voided by an admin')
AND table_id IN (SELECT id FROM game_table WHERE closed = 1)
AND EXISTS (SELECT 1 FROM round WHERE round.table_id = shoe.table_id
    AND round.ended_at = shoe.ended_at AND round.state = 'voided');

CREATE INDEX voided_from_a_shoe ON round (table_id) WHERE state = 'voided' AND shoe IS NOT NULL;
