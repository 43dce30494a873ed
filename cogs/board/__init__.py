"""How a table is drawn from a view: the board, its hands, its rows of buttons, modals; and what all
messages are made of."""
