"""What `/house` shows and offers."""
