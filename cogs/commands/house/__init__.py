"""What `/house` shows and offers: the settings of a channel in words, the values to choose from, and its two pages."""
