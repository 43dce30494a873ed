"""Blackjack as values, and the thin shells that make it wait, store and remember."""
