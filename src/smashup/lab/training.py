"""Making a new judge: lessons, learning, and the trial that decides whether it is any better.

All that takes long is kept in a folder as it comes, so training that was broken off goes on where
it was. A new judge is accepted by games won alone: whoever foretells better may still play worse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from smashup.engine.game import Game
from smashup.lab.keeping import KeptLines
from smashup.lab.learning import Progress
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.simulate import wilson
from smashup.lab.tuning import play
from smashup.players.judge import Judge, LearnedJudge, Net, present
from smashup.players.tuned import TunedPlayer

ROUNDS_ON_RESULTS = 1  # from the second on the results of single games are learned by heart
ROUNDS_ON_TARGETS = 4
TRIAL_SEED = 7919  # the deals of a trial are not those of the lessons


@cache
def _judge(path: Path | None) -> Judge:
    """The judge with the net in a file, or the one that the bots have now."""
    return present() if path is None else LearnedJudge(Net.read(path))


def contend(new: Path, seed: int, number: int) -> tuple[int, float]:
    """A game of two as `tuned` plays, new judge against present: the share of the win of the new.

    Each deal is played from both seats. Gives the number too.
    """
    deal, mine = divmod(number, 2)
    game = Game.new("random", players=2, seed=seed_of(seed, TRIAL_SEED, deal))
    judges = [_judge(new if seat == mine else None) for seat in range(2)]
    players = [TunedPlayer(seed_of(seed, deal, seat), judges[seat]) for seat in range(2)]
    for _ in play(game, players):
        pass
    return number, (mine in game.winners) / len(game.winners) if game.over else 0.5


def trial_of(new: Path, games: int, seed: int, jobs: int) -> Iterator[float]:
    """Shares of the wins of the net in a file; kept beside it, so that none is played twice.

    `SmashUpError` if those that are kept are against another judge, or by other rules.
    """
    heading = {"trial": {"net": new.name, "seed": seed}}
    lines = KeptLines(new.with_suffix(".trial.jsonl"), heading, _numbered, list)
    done = dict(lines.games)
    yield from (done[number] for number in range(games) if number in done)
    missing = [number for number in range(games) if number not in done]
    for _, share in lines.kept(in_parallel(partial(contend, new, seed), missing, jobs)):
        yield share


def _numbered(line: list[Any]) -> tuple[int, float]:
    number, share = line
    return int(number), float(share)


def is_better(trial: Sequence[float]) -> bool:
    """Whether the new judge has won more than luck explains."""
    low, _ = wilson(sum(trial), len(trial))
    return low > 0.5


def figures(
    command: str, date: str, positions: int, progress: Sequence[Progress], trial: Sequence[float]
) -> dict[str, Any]:
    """What speaks for a net, as it is written beside it."""
    low, high = wilson(sum(trial), len(trial))
    return {
        "made_by": command,
        "date": date,
        "positions": positions,
        "log_loss_on_games_not_learned_from": [round(step.loss, 4) for step in progress],
        "new_against_old": {
            "games": len(trial),
            "win_rate": round(sum(trial) / len(trial), 4),
            "low": round(low, 4),
            "high": round(high, 4),
        },
    }
