"""The nine operators, and what they read."""
