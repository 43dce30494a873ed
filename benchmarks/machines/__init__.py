"""Who plays one seat: the engine, the least machine that can, peers, and people of more or less skill."""
