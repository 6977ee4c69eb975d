"""What is random: the same numbers from the same seed, on every machine."""

from smashup.model.edition import edition
from smashup.model.state import State


def test_what_is_random_is_the_same_on_every_machine() -> None:
    """The first numbers of splitmix64 from the seed 0, whole and scaled."""
    numbers = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    whole, scaled = (State(2, edition("oops"), rng=0) for _ in range(2))
    assert [whole.random(2**64) for _ in numbers] == numbers
    assert [scaled.random(40) for _ in numbers] == [number * 40 >> 64 for number in numbers]
