"""Drive the sandbox's page in a real browser, as a person would."""
