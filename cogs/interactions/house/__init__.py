"""The actions of `/house` for admins: settings, ending rounds and tables, the bot's status."""
