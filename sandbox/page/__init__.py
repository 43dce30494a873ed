"""The page on which people play in a browser, and its socket."""
