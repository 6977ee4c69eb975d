"""Small changes to the engine and the cards, to see whether a test notices (docs/mutants.md)."""
