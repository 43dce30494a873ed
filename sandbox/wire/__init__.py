"""Discord's protocol."""
