"""What a game is made of, without any rules: definitions, state, decisions, events, editions."""
