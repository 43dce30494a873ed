"""The game of blackjack as pure functions of values, and around it the code that waits and stores."""
