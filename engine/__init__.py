"""The blackjack game: pure functions for rules and rounds, and the code that runs and saves tables."""
