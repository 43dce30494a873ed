-- Every round has a rule set since its deal: nothing looks for rounds without one any more.
DROP INDEX uncounted_round;
