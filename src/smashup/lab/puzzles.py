"""Finding puzzles: turns of bots' games in which a win was missed that needs no luck.

Turns played at random tell whether there is a win in which nothing hidden comes to light, and how
rare it is. Then all turns of one play are searched, then all of two, and so on as far as that can
be done: so it is known that no single play wins, and the solution has few plays. On other worlds
that could be the real one it must win as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from smashup.engine.game import Game
from smashup.engine.turn import VICTORY
from smashup.lab.match import goes_on
from smashup.lab.parallel import seed_of
from smashup.model.columns import Columns
from smashup.model.decision import Option
from smashup.model.ids import Seat
from smashup.players import make_player
from smashup.puzzles import Puzzle, let_others_decline, turn_goes_on

BOTS = ("greedy", "greedy", "greedy", "tuned")  # who plays the games, by chance
SOLVERS = ("greedy", "tuned", "tuned")  # who must not find the win
OF_THREE = 0.15  # of the games have three players
MOST_NEEDED = 8  # victory points that a turn may have to bring
GLANCES = 150  # turns at random that tell whether a win may be near,
NEAR = 2  # victory points at most being missing in the best of them;
TRIED = 1600  # that look for a win,
COUNTED = 2000  # and that tell how rare one is
HASTE = 0.1  # how often a turn that looks for a win ends although something can be played
MOST_STEPS = 15_000  # answers tried in one search: what takes more is no puzzle
FEWEST_PLAYS, MOST_PLAYS = 2, 5
LARGEST_SHARE = 0.03  # of turns at random that win: with more it is a gift
WORLDS = 24  # that a solution must win on
PLAYS = ("play", "use")  # answers that are plays

#: The answers of who is to move, to the end of the turn, by index.
Answers: TypeAlias = tuple[int, ...]


class Win(NamedTuple):
    """A way to win the turn."""

    plays: int
    answers: Answers

    @property
    def effort(self) -> tuple[int, int]:
        return self.plays, len(self.answers)


class TooLong(Exception):
    """There are too many ways through this turn."""


class TurnSearch:
    """All ways through the rest of a turn that have so many plays, without luck."""

    def __init__(self, start: Game) -> None:
        self._start = start
        self._seat = start.turn
        self._turn = start.turn_number
        self._steps = 0
        self._lost: set[tuple[str, int]] = set()

    def shorter(self, win: Win) -> Win:
        """A win with fewer plays, the fewest if that can be found out; else the same."""
        for plays in range(win.plays):
            try:
                answers = self._search(self._start, plays)
            except TooLong:
                if plays < FEWEST_PLAYS:
                    raise
                return win
            if answers is not None:
                return Win(plays, answers)
        return win

    def _search(self, game: Game, plays: int) -> Answers | None:
        """The answers by which the seat wins with at most so many more plays."""
        if not turn_goes_on(game, self._turn):
            return () if game.winners == (self._seat,) else None
        decision = game.decision
        assert decision is not None
        if decision.kind != "play":
            return self._try_all(game, plays)
        position = (game.digest(), plays)
        if position in self._lost:
            return None
        answers = self._try_all(game, plays)
        if answers is None:
            self._lost.add(position)
        return answers

    def _try_all(self, game: Game, plays: int) -> Answers | None:
        assert game.decision is not None
        for index, option in enumerate(game.decision.options):
            left = plays - (option.verb in PLAYS)
            if left < 0 or (option.verb == "end" and not self._may_end(game)):
                continue
            after = self._step(game, index)
            answers = None if after is None else self._search(after, left)
            if answers is not None:
                return (index, *answers)
        return None

    def _may_end(self, game: Game) -> bool:
        """Whether ending the turn here could win: without a base that scores nothing is gained."""
        return game.vp[self._seat] >= VICTORY or any(map(game.is_ready, game.columns.row))

    def _step(self, game: Game, index: int) -> Game | None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooLong
        return _after(game, index, self._seat)


def _after(game: Game, index: int, seat: Seat) -> Game | None:
    """The game after an answer of a seat; None if luck came in, or somebody else had to choose."""
    before, playing = game.columns, game.phase == "play"
    game = game.copy(to_be_copied=True)
    game.decide(index)
    if let_others_decline(game, seat):
        return None
    if playing and game.phase == "play" and _showed_something(before, game.columns, seat):
        return None
    return game


def _showed_something(before: Columns, after: Columns, seat: Seat) -> bool:
    """Whether chance came in, or a card came to light that the seat did not know."""
    if before.rng != after.rng:
        return True
    both = zip(before.known, after.known, strict=True)
    return any(now & ~then and not then >> seat & 1 for then, now in both)


# -- games ---------------------------------------------------------------------------------------


def puzzle_in(number: int) -> Puzzle | None:
    """The first puzzle in the game of this number, if there is one."""
    return next(filter(None, map(puzzle_at, missed_turns(number))), None)


def missed_turns(number: int) -> Iterator[Game]:
    """A game of bots, at the beginning of each turn that might have won and did not."""
    rng = random.Random(seed_of(number))
    players = 3 if rng.random() < OF_THREE else 2
    game = Game.new("random", players=players, seed=rng.getrandbits(50))
    bots = [make_player(rng.choice(BOTS), rng.getrandbits(50)) for _ in game.seats]
    turn, start = 0, None
    while goes_on(game):
        decision = game.decision
        assert decision is not None
        if game.turn_number != turn and decision.kind == "play":
            if start is not None:
                yield start
            turn = game.turn_number
            start = game.copy(to_be_copied=True) if _is_near(game, decision.seat) else None
        game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))


def _is_near(game: Game, seat: Seat) -> bool:
    """Whether a good turn may win, and nobody is level with others at the end already."""
    return max(game.vp) < VICTORY <= game.vp[seat] + MOST_NEEDED


def puzzle_at(start: Game) -> Puzzle | None:
    """The puzzle that a position at the beginning of a turn is, if it is one."""
    rng = random.Random(start.turn_number)
    win = _won_at_random(start, rng)
    if win is None or win.plays < FEWEST_PLAYS:
        return None
    try:
        win = TurnSearch(start).shorter(win)
    except TooLong:
        return None
    if not FEWEST_PLAYS <= win.plays <= MOST_PLAYS or _bots_find_it(start):
        return None
    wins = sum(_at_random(start, rng).winners == (start.turn,) for _ in range(COUNTED))
    share = wins / COUNTED
    if share > LARGEST_SHARE or not wins_anywhere(start, win.answers):
        return None
    return Puzzle.at(start, win.answers, win.plays, share)


def _won_at_random(start: Game, rng: random.Random) -> Win | None:
    """The win with the fewest plays of many turns at random, of those without luck; they end early
    where none comes near a win."""
    best: Win | None = None
    most = 0
    for number in range(TRIED):
        game = _at_random(start, rng, HASTE)
        most = max(most, game.vp[start.turn])
        if number == GLANCES and most < VICTORY - NEAR:
            break
        if game.winners == (start.turn,):
            win = _without_luck(start, game.answers)
            if win is not None and (best is None or win.effort < best.effort):
                best = win
    return best


def _without_luck(start: Game, answers: Sequence[int]) -> Win | None:
    """The win that a turn to the end of these answers of everybody was; None if by luck."""
    game, own, plays = start, list[int](), 0
    while len(game.answers) < len(answers):
        assert game.decision is not None
        own.append(answers[len(game.answers)])
        plays += game.decision.options[own[-1]].verb in PLAYS
        after = _after(game, own[-1], start.turn)
        if after is None:
            return None
        game = after
    return Win(plays, tuple(own))


def _at_random(start: Game, rng: random.Random, haste: float = 1.0) -> Game:
    """The game after a turn of random answers. `haste`: how often its end is taken when drawn."""
    seat, turn = start.turn, start.turn_number
    game = start.copy()
    while turn_goes_on(game, turn):
        decision = game.decision
        assert decision is not None
        count = len(decision.options)
        index = rng.randrange(count)
        if count > 1 and decision.options[index].verb == "end" and rng.random() >= haste:
            index = rng.randrange(count - 1)
        game.decide(index)
        let_others_decline(game, seat)
    return game


def _bots_find_it(start: Game) -> bool:
    """Whether one of the solvers wins this turn."""
    seat, turn = start.turn, start.turn_number
    for number, spec in enumerate(SOLVERS):
        game = start.copy(to_be_copied=True)
        bot = make_player(spec, number)
        while turn_goes_on(game, turn):
            assert game.decision is not None
            game.decide(bot.choose(game.observe(seat), game.decision))
            let_others_decline(game, seat)
        if game.winners == (seat,):
            return True
    return False


def wins_anywhere(start: Game, answers: Sequence[int]) -> bool:
    """Whether these answers win on all of many worlds that could be the real one, as far as who is
    to move can know."""
    row = said(start, answers)
    seen, rng = start.observe(start.turn), random.Random(0)
    return all(_wins(seen.determinize(rng), row) for _ in range(WORLDS))


def said(start: Game, answers: Sequence[int]) -> list[Option]:
    """What the answers of who is to move are, one after the other."""
    game, options = start.copy(), []
    for index in answers:
        assert game.decision is not None
        options.append(game.decision.options[index])
        game.decide(index)
        let_others_decline(game, start.turn)
    return options


def _wins(world: Game, row: Sequence[Option]) -> bool:
    """Whether the answers can be given here, and win the turn."""
    seat, turn = world.turn, world.turn_number
    for option in row:
        index = world.decision.find(option) if world.decision is not None else -1
        if index < 0:
            return False
        world.decide(index)
        if let_others_decline(world, seat):
            return False
    return not turn_goes_on(world, turn) and world.winners == (seat,)
