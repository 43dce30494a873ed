"""Why a move is the best one, in exact figures: those that decide between it and another one."""
