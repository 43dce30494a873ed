"""How fast the engine and the whole bot are, each against a floor that is measured in the same run."""
