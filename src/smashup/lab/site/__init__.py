"""The report on kept games: a site that opens from a file."""
