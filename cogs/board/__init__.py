"""How a table is drawn from a view: the board, its hands, its buttons and what they say, modals. Sends nothing."""
