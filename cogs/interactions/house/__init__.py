"""The actions of `/house`: settings, ending rounds and tables, the bot's status."""
