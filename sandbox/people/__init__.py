"""The actions of users: type commands, click buttons, submit modals, change settings."""
