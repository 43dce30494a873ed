"""What Discord and a bot write to each other: numbers, JSON, errors and languages."""
