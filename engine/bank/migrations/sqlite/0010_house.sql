-- The balances of the house and of the donor are the sums of their postings; from now on nothing is kept in their rows.
UPDATE account SET balance = 0 WHERE kind IN ('house', 'donor');
