"""A bot in twenty lines: it takes what leaves it most victory points, then most power."""

import random

from smashup import Decision, Game, Observation


class Brawler:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)  # the same seed, the same game

    def choose(self, observation: Observation, decision: Decision) -> int:
        world = observation.determinize(self.rng)  # a game that could be the real one
        values = [self.value(world.copy(), decision.seat, i) for i in range(len(decision.options))]
        return values.index(max(values))

    def value(self, game: Game, seat: int, option: int) -> tuple[float, ...]:
        game.decide(option)
        power = sum(base.powers[seat] for base in game.bases)
        return game.vp[seat], power, self.rng.random()
