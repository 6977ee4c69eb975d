"""How the engine is compiled: from a copy of its sources, to C, to libraries (docs/speed.md)."""
