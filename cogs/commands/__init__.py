"""The slash commands: each file is called like its command; `table_commands` has `/blackjack`, `/bet` and `/leave`,
`admin` has `/house`."""
