"""Files that are made of the sources, whole or in part, and checks that none is out of date."""
