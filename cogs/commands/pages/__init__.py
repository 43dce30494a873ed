"""Pages that commands draw and lead to each other: a step of a replay, sealed shoes."""
