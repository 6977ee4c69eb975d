"""Puzzles at the table: which there are, a room at the position of one, how it is solved."""

from __future__ import annotations

import datetime
from functools import cache

from smashup.engine.game import Game
from smashup.protocol.calls import Made, PuzzleInfo, Puzzles, PuzzleStep, SeatToken, Solution
from smashup.puzzles import Puzzle, digests, let_others_decline, of_the_day, puzzles
from smashup.server import asking
from smashup.server.charter import BOT, HUMAN, Options, SeatPlan, make_charter
from smashup.server.errors import Refused
from smashup.server.lobby import Lobby
from smashup.server.names import printable, unlike
from smashup.server.seating import tickets_of
from smashup.server.tokens import fingerprint, new_invite, new_token
from smashup.view.phrases import option_words
from smashup.view.wording import sent

OTHERS = ("Gus", "Ida", "Ole", "Una")  # who sits in the other seats
#: Nobody is advised, and no chances are told: either would give the win away.
OPTIONS = Options(hints=False, chances=False)


def every(lobby: Lobby) -> Puzzles:
    """All puzzles, and the number of today's: one day for everybody, that of Greenwich."""
    now = datetime.datetime.fromtimestamp(lobby.clock.now(), datetime.UTC)
    found = [_info(number, puzzle) for number, puzzle in enumerate(puzzles(), start=1)]
    return Puzzles(today=of_the_day(now.date(), len(found)), puzzles=found)


def _info(number: int, puzzle: Puzzle) -> PuzzleInfo:
    setup = puzzle.replay.setup
    return PuzzleInfo(
        number=number,
        seat=puzzle.seat,
        turn=puzzle.turn,
        factions=[list(pair) for pair in setup.factions],
        vp=list(puzzle.vp),
        plays=puzzle.plays,
        difficulty=puzzle.difficulty,
    )


async def begin(lobby: Lobby, number: int, name: str) -> Made:
    """A room at the position of a puzzle: the caller is to move, the others decline."""
    puzzle = _puzzle(number)
    noted = await lobby.replaying.do(asking.who().address, digests, number)
    setup = puzzle.replay.setup
    token = SeatToken(seat=puzzle.seat, token=new_token())
    me = printable(name)
    others = iter(OTHERS)
    seats = [SeatPlan(BOT, unlike(next(others), [me])) for _ in range(setup.players)]
    seats[puzzle.seat] = SeatPlan(HUMAN, me, "", fingerprint(token.token).hex())
    invite = new_invite()
    charter = make_charter(
        seats,
        setup,
        OPTIONS,
        [list(pair) for pair in setup.factions],
        fingerprint(invite),
        lobby.clock.now(),
        puzzle.replay.answers,
        digests=noted[:-1],
        puzzle=number,
    )
    room = await lobby.create(charter, tickets_of([token]), started=True)
    return Made(room=room.name, invite=invite, seats=[token])


async def solution(lobby: Lobby, number: int) -> Solution:
    """How a puzzle is solved, in words."""
    _puzzle(number)
    return await lobby.replaying.do(asking.who().address, _solved, number)


@cache
def _solved(number: int) -> Solution:
    puzzle = _puzzle(number)
    game = puzzle.position()
    steps: list[PuzzleStep] = []
    for answer in puzzle.solution:
        steps.append(_step(game, answer))
        game.decide(answer)
        let_others_decline(game, puzzle.seat)
    return Solution(steps)


def _step(game: Game, answer: int) -> PuzzleStep:
    decision = game.decision
    assert decision is not None
    label = option_words(game, decision.options)[answer]
    asks = decision.kind != "play" and decision.source >= 0
    return PuzzleStep(answer, game.name(decision.source) if asks else None, sent(label))


def _puzzle(number: int) -> Puzzle:
    known = puzzles()
    if not 1 <= number <= len(known):
        there = f"They are numbered 1 to {len(known)}."
        raise Refused("not_found", f"There is no puzzle {number}.", there)
    return known[number - 1]
