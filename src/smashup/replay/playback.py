"""Playing a written game again: whole, up to a move, or without the last ones."""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.model.errors import IllegalAnswer
from smashup.replay.errors import DifferentGame, IllegalMove
from smashup.replay.file import Replay, rules_version


def at_move(replay: Replay, move: int | None = None) -> Game:
    """The game after that many answers (None: all of them)."""
    count = len(replay.answers)
    if move is not None and not 0 <= move <= count:
        raise IllegalMove(
            f"There is no move {move}: the game has moves 1 to {count}, 0 is its start."
        )
    game = Game.from_setup(replay.setup)
    for number, answer in enumerate(replay.answers[:move], start=1):
        try:
            game.decide(answer)
        except IllegalAnswer as error:
            raise IllegalMove(_illegal(replay, game, number, str(error))) from error
    return game


def verify(replay: Replay) -> Game:
    """Plays the whole game again; raises if a move is illegal or the end is another one."""
    game = at_move(replay)
    if replay.digest is not None and game.digest() != replay.digest:
        raise DifferentGame(
            f"All {len(replay.answers)} moves are legal, but they lead to another position than"
            f" the one that was saved.{_other_rules(replay)}"
        )
    return game


def undo(game: Game, answers: int = 1) -> Game:
    """The same game without its last answers; the given game stays as it is."""
    return game.replayed(max(0, len(game.answers) - answers))


def deciders(game: Game) -> list[int]:
    """The seat that gave each of the answers so far."""
    seats: list[int] = []
    again = undo(game, len(game.answers))
    for answer in game.answers:
        assert again.decision is not None
        seats.append(again.decision.seat)
        again.decide(answer)
    return seats


def _illegal(replay: Replay, game: Game, number: int, reason: str) -> str:
    decision = game.decision
    asked = "" if decision is None else f" Player {decision.seat + 1} was asked: {decision.prompt}."
    return (
        f"Move {number} of {len(replay.answers)} is illegal. {reason}{asked}{_other_rules(replay)}"
    )


def _other_rules(replay: Replay) -> str:
    if replay.rules == rules_version():
        return ""
    return f" The game was played by version {replay.rules}, this is {rules_version()}."
