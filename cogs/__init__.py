"""The Discord side of the bot: commands, buttons, boards; without rules, SQL or arithmetic."""
