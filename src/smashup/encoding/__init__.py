"""What a seat may know as whole numbers in fixed places; `smashup.rl` makes arrays of them."""
