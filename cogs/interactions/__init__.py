"""Answering interactions: the click router, the context, error handling, rate limits, panels, pages, autocomplete."""
