"""Saved games: written, read, played again, and kept from one version to the next."""
