"""Pictures: cards, strategy charts, charts of balances. They know nothing of Discord."""
