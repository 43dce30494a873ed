"""The sandbox's page in a real browser: windows of it, and people who play in them."""
