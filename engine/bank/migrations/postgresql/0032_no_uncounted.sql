-- Every round has a rule set since its deal, so no query looks for rounds without one.
DROP INDEX uncounted_round;
