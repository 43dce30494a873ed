"""The slash commands: each file is called like its command; `table_commands` has `/blackjack`, `/bet` and `/leave`,
`admin` has `/house`, and `replay_page` draws what `/history` shows of one round."""
