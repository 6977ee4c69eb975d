"""How good a position is: what the bots that plan go by."""

from smashup.players.judge.judging import (
    WON,
    Judge,
    LearnedJudge,
    WeighedJudge,
    chance,
    chances,
    log_odds,
    present,
)
from smashup.players.judge.net import NET_FILE, Net

__all__ = [
    "WON",
    "Judge",
    "LearnedJudge",
    "WeighedJudge",
    "chance",
    "chances",
    "log_odds",
    "present",
    "NET_FILE",
    "Net",
]
