"""The processes that are clicked, started and asked how large they are."""
