"""The subcommands of `smashup`, one module each."""
