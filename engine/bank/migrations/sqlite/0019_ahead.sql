-- While a round is played, the next one may be open for bets that are placed ahead. It has no rule set before its deal.
DROP INDEX one_open_round_a_table;

CREATE UNIQUE INDEX one_round_played_and_one_coming ON round (table_id, (rule_set IS NULL)) WHERE state = 'open';
