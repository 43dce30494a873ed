"""Threads that the bot makes for tables: they are made where one is asked for, and put away when it has closed."""
