"""What tables cost Discord, and what happens where Discord takes less than they need."""
