"""One bot in several processes on one PostgreSQL: what a click costs, and how long a restart takes tables away."""
