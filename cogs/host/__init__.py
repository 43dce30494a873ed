"""The host's side: settings, health, metrics, error reports."""
