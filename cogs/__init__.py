"""What talks to Discord: commands, buttons, boards. Knows no rules, no SQL and no arithmetic."""
