"""Posts without an interaction: announcements of admin actions, daily posts and results of duels."""
