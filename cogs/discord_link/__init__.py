"""The connection to Discord: its gateway and REST API, rate limits and retries."""
