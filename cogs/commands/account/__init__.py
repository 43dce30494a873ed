"""What users do about themselves: get or delete what is kept about them, and take a break."""
