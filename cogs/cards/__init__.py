"""The cards as pictures: drawn, uploaded as emojis, and named in messages."""
