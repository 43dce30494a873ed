"""What people can do: type commands, click buttons, send modals, change settings."""
