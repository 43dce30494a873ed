-- The SQLite migration of this number gives the reason.
DROP TRIGGER first_round_is_listed ON tally;

DROP TRIGGER round_is_listed ON tally;

DROP TRIGGER who_gets_up_is_listed ON seat;

DROP TRIGGER who_is_forgotten_is_not_listed ON forgotten;

DROP FUNCTION list_who_does_not_sit();

DROP FUNCTION list_who_gets_up();

DROP FUNCTION take_off_the_list();

DROP FUNCTION list_again(BIGINT);

DROP TABLE standing;

DROP FUNCTION count_standing();

DROP TABLE listed;

DROP VIEW all_time;
