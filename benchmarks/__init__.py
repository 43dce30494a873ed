"""How fast the engine and the whole bot are, each compared with a floor that is measured in the same run."""
