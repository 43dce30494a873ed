"""The web page for playing in a browser, and its socket."""
