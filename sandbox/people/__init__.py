"""What simulated users do in their Discord clients, and the clients' own checks."""
