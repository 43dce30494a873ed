"""The sandbox's web page, on which people play as Discord users."""
