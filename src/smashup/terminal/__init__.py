"""The terminal door: a game played at a keyboard."""
