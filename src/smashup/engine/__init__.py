"""How a game moves: turn, playing, order of resolution, scoring, effects and queries."""
