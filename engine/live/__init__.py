"""Open tables: each carries out players' commands one at a time, saves them, and then shows its new state."""
