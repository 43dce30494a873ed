-- The all-time list is read from the tallies and cached in memory, so its order is no longer stored.
DROP TRIGGER first_round_is_listed;

DROP TRIGGER round_is_listed;

DROP TRIGGER who_gets_up_is_listed;

DROP TRIGGER who_is_forgotten_is_not_listed;

DROP TABLE standing;

DROP TABLE listed;

DROP VIEW all_time;
