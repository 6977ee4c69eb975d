"""Tests of the server; a package, so that they can share `tables`."""
