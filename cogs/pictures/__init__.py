"""Pictures: cards are painted and uploaded as emojis, balances are drawn as charts."""
