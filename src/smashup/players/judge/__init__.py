"""How good a position is: what the bots that plan go by."""

from smashup.players.judge.calibration import Calibration
from smashup.players.judge.judging import (
    WON,
    Judge,
    LearnedJudge,
    TrueJudge,
    WeighedJudge,
    chance,
    chances,
    log_odds,
    mean_chances,
    present,
    true_chances,
)
from smashup.players.judge.net import NET_FILE, Net

__all__ = [
    "WON",
    "Calibration",
    "Judge",
    "LearnedJudge",
    "TrueJudge",
    "WeighedJudge",
    "chance",
    "chances",
    "log_odds",
    "mean_chances",
    "present",
    "true_chances",
    "NET_FILE",
    "Net",
]
