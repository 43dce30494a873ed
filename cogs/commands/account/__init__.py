"""Commands about the user's own account: export and delete personal data, take a break."""
