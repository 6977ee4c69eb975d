"""The game server: rooms, seats, sockets and where they are kept."""
