"""Making a new judge: lessons, learning, and the trial that decides whether it is any better.

All that takes long is kept in a folder as it comes, so training that was broken off goes on where
it was. A new judge is accepted by games won alone: whoever foretells better may still play worse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from smashup.engine.game import Game
from smashup.lab.keeping import KeptLines
from smashup.lab.learning import Progress
from smashup.lab.lessons import judge_of
from smashup.lab.parallel import seed_of
from smashup.lab.simulate import wilson
from smashup.lab.tuning import play
from smashup.lab.ways import Way
from smashup.players.judge import Net
from smashup.players.planning import FULL, QUICK, Effort
from smashup.players.tuned import TunedPlayer

ROUNDS_ON_RESULTS = 1  # from the second on the results of single games are learned by heart
ROUNDS_ON_TARGETS = 4
TRIAL_SEED = 7919  # the deals of a trial are not those of the lessons
#: How both judges' planners play in a trial, by what it is called there.
EFFORTS: dict[str, Effort] = {"quick": QUICK, "tuned": FULL}


class Trial(NamedTuple):
    """A net against another, or against the judge that the bots have now."""

    new: Net
    old: Net | None
    effort: str  # one of `EFFORTS`
    seed: int


def contend(trial: Trial, number: int) -> tuple[int, float]:
    """A game of two, new judge against old: the share of the win of the new.

    Each deal is played from both seats. Gives the number too.
    """
    deal, mine = divmod(number, 2)
    game = Game.new("random", players=2, seed=seed_of(trial.seed, TRIAL_SEED, deal))
    judges = [judge_of(trial.new if seat == mine else trial.old) for seat in range(2)]
    players = [
        TunedPlayer(seed_of(trial.seed, deal, seat), judges[seat], EFFORTS[trial.effort])
        for seat in range(2)
    ]
    for _ in play(game, players):
        pass
    return number, (mine in game.winners) / len(game.winners) if game.over else 0.5


def net_file(folder: Path, net: Net) -> Path:
    """Where a net that was taught is kept: by what it is."""
    return folder / f"{net.fingerprint[:12]}.net.npz"


def shares_of(folder: Path, trial: Trial, games: int, way: Way) -> Iterator[float]:
    """Shares of the wins of the new net; kept in a folder, so that no game is played twice.

    `SmashUpError` if those that are kept are against another judge, or by other rules.
    """
    new = net_file(folder, trial.new)
    old = trial.old.fingerprint[:12] if trial.old else "present"
    heading = {"trial": {"net": new.name, "against": old, "seed": trial.seed}}
    path = new.with_suffix(f".{trial.effort}-{old}.jsonl")
    lines = KeptLines(path, heading, _numbered, list)
    done = dict(lines.games)
    yield from (done[number] for number in range(games) if number in done)
    missing = [number for number in range(games) if number not in done]
    for _, share in lines.kept(way(partial(contend, trial), missing)):
        yield share


def _numbered(line: list[Any]) -> tuple[int, float]:
    number, share = line
    return int(number), float(share)


def is_better(quick: Sequence[float], tuned: Sequence[float]) -> bool:
    """Whether the new judge wins more than luck explains where the planner sees one play ahead, and
    no less than half as `tuned`."""
    low, _ = wilson(sum(quick), len(quick))
    return low > 0.5 and 2 * sum(tuned) >= len(tuned)


def figures(
    command: str,
    date: str,
    positions: int,
    progress: Sequence[Progress],
    trials: Mapping[str, Sequence[float]],
) -> dict[str, Any]:
    """What speaks for a net, as it is written beside it; trials by the effort of the planners."""
    return {
        "made_by": command,
        "date": date,
        "positions": positions,
        "log_loss_on_games_not_learned_from": [round(step.loss, 4) for step in progress],
        "new_against_old": {effort: _rate(trial) for effort, trial in trials.items()},
    }


def _rate(trial: Sequence[float]) -> dict[str, float]:
    low, high = wilson(sum(trial), len(trial))
    return {
        "games": len(trial),
        "win_rate": round(sum(trial) / len(trial), 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }
