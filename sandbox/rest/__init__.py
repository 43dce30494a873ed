"""The simulated Discord's REST API."""
