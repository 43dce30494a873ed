"""The actions of users."""
