"""The golden games: whole games that must be played alike as long as the rules number is the same.

    python scripts/golden.py                  play them again; exit 1 if one parts
    python scripts/golden.py --accept "Why"   play was changed on purpose: raise the rules number,
                                              note why, and make the games anew
    python scripts/golden.py --anew           other games by the same rules, after this script or
                                              the box was changed
    python scripts/golden.py --engines 1000   play so many fixed games with the sources and with the
                                              compiled engine; exit 1 if one parts

They lie in tests/replay/golden.json.xz: setups, answers, and a digest of every position. What the
rules number means stands in docs/saved-games.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track

from smashup import Game
from smashup.cards.registry import FACTIONS
from smashup.compiled import VARIABLE
from smashup.engine.rules_number import RULES_NUMBER
from smashup.engine.setup import PLAYERS, Setup, make_setup
from smashup.model.edition import EDITIONS
from smashup.players import make_player
from smashup.replay import DifferentGame, Replay, as_data, follow, from_data

ROOT = Path(__file__).resolve().parents[1]
GAMES_FILE = ROOT / "tests" / "replay" / "golden.json.xz"
HISTORY_FILE = ROOT / "src" / "smashup" / "engine" / "rules_number.py"

GAMES = 100
MOST_TOLD = 3  # games that part, of those that do
WIDTH = 100  # of a line
#: Who plays, in turns: most answers are drawn, since players who think leave much untried.
BOTS = ("random", "random", "random", "greedy")


def setup_of(number: int) -> Setup:
    """The setup of a golden game: all editions with all numbers of players, and every way."""
    players = PLAYERS[number // len(EDITIONS) % len(PLAYERS)]
    return make_setup(
        "draft" if number % 4 == 0 else "random",
        players,
        seed=number,
        edition_name=list(EDITIONS)[number % len(EDITIONS)],
        same_faction=number % 8 == 0,
        ask_everyone=number % 9 == 0,
    )


def played(number: int) -> Replay:
    """A golden game played to its end."""
    game = Game.from_setup(setup_of(number))
    bot = BOTS[number % len(BOTS)]
    sitting = [make_player(bot, number + seat) for seat in range(PLAYERS[-1])]
    while (decision := game.decision) is not None:
        game.decide(sitting[decision.seat].choose(game.observe(decision.seat), decision))
    return Replay.of(game)


def read() -> list[Replay]:
    """The golden games of the repository."""
    with lzma.open(GAMES_FILE, "rt", encoding="utf-8") as file:
        return [from_data(data) for data in json.load(file)]


def write(games: list[Replay]) -> None:
    """Takes their place."""
    text = json.dumps([as_data(game) for game in games], separators=(",", ":"))
    GAMES_FILE.write_bytes(lzma.compress(text.encode(), preset=9))


def complaint(number: int, game: Replay) -> str:
    """What is wrong with a golden game, and what to do about it; nothing if it is played alike."""
    if game.stamp.rules != RULES_NUMBER:
        return (
            f"The golden games are of rules {game.stamp.rules}, these are rules {RULES_NUMBER}."
            ' The number is raised by: python scripts/golden.py --accept "Why"'
        )
    try:
        parting = follow(game).parting
    except DifferentGame as error:
        parting = error
    if parting is None:
        return ""
    return (
        f"Golden game {number} is not played as before: {parting}\n"
        "If that is no mistake, other games may go another way too: raise the rules number and"
        ' say what changed by: python scripts/golden.py --accept "Why"'
    )


def complaints() -> Iterator[str]:
    """What is wrong with the golden games."""
    for number, game in enumerate(track(read(), "Playing the golden games again")):
        if found := complaint(number, game):
            yield found


def check() -> int:
    """Says what is wrong with the golden games."""
    found = list(complaints())
    for words in found[:MOST_TOLD]:
        print(words, file=sys.stderr)
    print(f"{len(found)} of the golden games part from rules {RULES_NUMBER}.")
    return 1 if found else 0


def make_anew() -> int:
    """Plays other games and keeps them, if the present ones are of other rules or played alike."""
    if GAMES_FILE.exists() and read()[0].stamp.rules == RULES_NUMBER and check():
        return 1
    games = [played(number) for number in track(range(GAMES), "Playing golden games")]
    missing = set(FACTIONS) - factions_in(games)
    if missing:
        raise SystemExit(f"No golden game is with {', '.join(sorted(missing))}: change `setup_of`.")
    write(games)
    size = GAMES_FILE.stat().st_size // 1000
    moves = sum(len(game.answers) for game in games)
    print(f"{len(games)} games of rules {RULES_NUMBER} with {moves} moves, {size} kB.")
    return 0


def digest_of(number: int) -> str:
    """One digest of all positions of a fixed game, answered by chance."""
    game = Game.from_setup(setup_of(number))
    rng = random.Random(number)
    digest = hashlib.blake2b(game.digest().encode(), digest_size=16)
    while (decision := game.decision) is not None:
        game.decide(rng.randrange(len(decision.options)))
        digest.update(game.digest().encode())
    return digest.hexdigest()


def compare_engines(count: int) -> int:
    """Plays fixed games with both engines, each in a process of its own."""
    played = [
        subprocess.Popen(
            [sys.executable, __file__, "--digests", str(count)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, VARIABLE: kind},
        )
        for kind in ("pure", "compiled")
    ]
    said = [process.communicate()[0].splitlines() for process in played]
    if any(process.returncode for process in played):
        print("One of the engines has stopped; what it said is above.", file=sys.stderr)
        return 1
    parted = [number for number, (one, other) in enumerate(zip(*said, strict=True)) if one != other]
    for number in parted[:MOST_TOLD]:
        print(f"Game {number} is played in two ways: {setup_of(number)}", file=sys.stderr)
    print(f"{len(parted)} of {count} games part between the sources and the compiled engine.")
    return 1 if parted else 0


def factions_in(games: list[Replay]) -> set[str]:
    """The factions that are given in these games; what is drafted comes on top."""
    return {
        name
        for game in games
        if not isinstance(game.setup.factions, str)
        for pair in game.setup.factions
        for name in pair
    }


def accept(why: str) -> int:
    """Raises the rules number and makes the games anew by a program that has it."""
    try:
        HISTORY_FILE.write_text(with_reason(HISTORY_FILE.read_text("utf-8"), why), "utf-8")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return subprocess.run([sys.executable, __file__, "--anew"], check=False).returncode


def with_reason(text: str, why: str) -> str:
    """The file of the rules number with one more line in the history, whose length it is."""
    why = " ".join(why.split())
    line = f"    {json.dumps(why, ensure_ascii=False)},\n"
    if not why or len(line) > WIDTH:
        raise ValueError(f"Say in one sentence of at most {WIDTH - 8} letters what changed.")
    before, found, after = text.partition("\n)")
    if not found:
        raise ValueError(f"{HISTORY_FILE.name} has no list to add a line to.")
    return f"{before}\n{line}){after}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--accept", metavar="WHY", help="raise the rules number, and say why")
    parser.add_argument("--anew", action="store_true", help="make other games by the same rules")
    parser.add_argument("--engines", type=int, metavar="N", help="compare the two in N games")
    parser.add_argument("--digests", type=int, metavar="N", help="print what N games came to")
    options = parser.parse_args()
    if options.accept is not None:
        return accept(options.accept)
    if options.engines is not None:
        return compare_engines(options.engines)
    if options.digests is not None:
        for number in range(options.digests):
            print(digest_of(number))
        return 0
    return make_anew() if options.anew else check()


if __name__ == "__main__":
    sys.exit(main())
