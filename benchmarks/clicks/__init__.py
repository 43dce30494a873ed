"""A stand-in for Discord, and the people who click there."""
