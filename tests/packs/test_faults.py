"""A card whose code fails, or never ends: whose fault it is, and that nothing is lost."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

import pytest

from smashup import Game, packs
from smashup.lab.fuzzing import play_with
from smashup.lab.invariants import MOST_IN_A_TURN, BrokenInvariant, Ends
from smashup.packs.blaming import fault_of
from smashup.patience import Endless, Patience
from smashup.scenarios import BadScenario, read_file, try_out
from smashup.server.errors import unexpected

from .conftest import EXAMPLE, Spoil, smashup

CODE = "revenants.py"
PAIRS = "Revenants,Robots/Ninjas,Zombies"


def line_of(folder: Path, text: str) -> int:
    lines = (folder / "revenants" / CODE).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def failures(folder: Path) -> list[str]:
    """What the scenarios of a pack say of its cards."""
    with packs.for_now(folder) as (pack,):
        scenarios = read_file(pack.scenarios / "revenants.yaml")
        return [
            failure
            for scenario in scenarios
            if not isinstance(scenario, BadScenario)
            for failure in try_out(scenario, strict=True).failures
        ]


def test_an_ability_that_fails_is_named_with_its_line(spoil: Spoil):
    folder = spoil(CODE, "    yield from g.extra_minion(you)", "    yield from nothing(you)")
    place = f"{folder}/revenants/{CODE}, line {line_of(folder, 'nothing(you)')}"
    assert failures(folder) == [
        f"March of the Revenants of the pack revenants failed at {place}: "
        "NameError: name 'nothing' is not defined"
    ]


def test_a_hook_that_fails_deep_in_the_engine_is_named(spoil: Spoil):
    folder = spoil(CODE, "    return 2\n", "    return g.power('nobody')\n")
    with packs.for_now(folder):
        failed = [play_with(["Revenants"], seed) for seed in range(6)]
    faults = {game.fault.partition(":")[0] for game in failed if game.failure}
    line = line_of(folder, "return g.power('nobody")
    assert faults == {
        "Armor of the Revenants of the pack revenants failed at "
        f"{folder}/revenants/{CODE}, line {line}"
    }


def test_an_error_of_nobodys_card_is_no_packs_fault():
    with pytest.raises(ZeroDivisionError) as failed:
        _ = 1 // 0
    assert fault_of(failed.value) is None


def as_the_clock_would(spoil: Spoil) -> Path:
    """A talent that goes round and round, until the clock says that it has done so for long."""
    return spoil(
        CODE,
        "    yield from g.add_power(me, 1)",
        "    import signal\n"
        "    while True:\n"
        "        yield from g.add_power(me, 1)\n"
        "        signal.raise_signal(signal.SIGVTALRM)",
    )


def test_an_ability_without_an_end_fails_its_scenario(spoil: Spoil):
    (failure,) = failures(as_the_clock_would(spoil))
    assert failure.startswith("Recruit of the Revenants of the pack revenants failed at ")
    assert failure.endswith("Endless: it worked for 5 seconds and did not end")


def test_an_ability_without_an_end_fails_its_games(spoil: Spoil):
    folder = as_the_clock_would(spoil)
    checked = smashup("pack", "check", str(folder), "--games", "40", "--jobs", "1")
    assert checked.returncode == 1
    told = re.findall(r"Recruit of the Revenants of the pack revenants failed", checked.stdout)
    assert len(told) == 2  # once for the scenarios, once for all games
    assert re.search(r"FAIL of \d+ random games 3 went wrong; the other \d+", checked.stdout)


def test_what_takes_too_long_is_ended_and_the_clock_put_away():
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(Endless, match="it worked for 0 seconds"), Patience(0.01):
        while True:
            pass
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_a_question_without_an_end_names_who_asks():
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=1)
    ends = Ends()
    ends.follow(game)
    assert game.decision is not None
    game.answers += [0] * (MOST_IN_A_TURN + 1)
    with pytest.raises(BrokenInvariant, match="a turn does not end: after 2000 answers the game"):
        ends.follow(game)


def test_a_browser_is_told_whose_card_failed_and_no_path_of_the_server(spoil: Spoil):
    folder = spoil(CODE, "    yield from g.extra_minion(you)", "    yield from nothing(you)")
    rng = random.Random(2)
    with packs.for_now(folder):
        game = Game.new([["Revenants", "Robots"], ["Ninjas", "Zombies"]], seed=2)
        with pytest.raises(NameError) as failed:
            while game.decision is not None:
                game.decide(rng.randrange(len(game.decision.options)))
        told = unexpected(failed.value)
    assert told.code == "unexpected"
    assert told.message == "The code of March of the Revenants, of the pack revenants, has failed."
    assert str(folder) not in told.message + told.then
    assert unexpected(ValueError()).message == "The server could not do that."


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_card_that_fails_among_many_games_is_named(spoil: Spoil, jobs: str):
    folder = spoil(CODE, "    yield from g.extra_minion(you)", "    yield from nothing(you)")
    played = smashup(
        *("simulate", "--players", "random,random", "--games", "6", "--jobs", jobs),
        *("--factions", PAIRS, "--pack", str(folder)),
    )
    assert played.returncode == 2
    place = f"{folder}/revenants/{CODE}, line {line_of(folder, 'nothing(you)')}"
    assert played.stderr == (
        f"smashup: March of the Revenants of the pack revenants failed at {place}: "
        "NameError: name 'nothing' is not defined\n"
    )


# -- in the terminal -------------------------------------------------------------------------------


def play(home: Path, *args: str, typed: list[str]) -> tuple[str, str, int]:
    done = smashup("play", *args, typed="\n".join(typed), SMASHUP_HOME=str(home))
    return done.stdout, done.stderr, done.returncode


def test_a_card_that_fails_ends_the_game_in_a_sentence_and_the_game_goes_on_when_it_is_mended(
    spoil: Spoil, tmp_path: Path
):
    works = "    weak = [m for m in g.minions(at=g.place(me), power_at_most=2) if m != me]"
    folder = spoil(CODE, works, "    weak = [m for m in nothing]")
    home = tmp_path / "home"
    options = ("--pack", str(folder), "--factions", PAIRS, "--seats", "human,random")
    rng = random.Random(2)
    typed = [str(rng.randrange(7)) for _ in range(4000)]
    _, said, code = play(home, *options, "--seed", "2", typed=typed)
    line = line_of(folder, "for m in nothing")
    assert code == 2
    assert "Traceback" not in said
    assert said.startswith(
        "smashup: Scout of the Revenants of the pack revenants failed at "
        f"{folder}/revenants/{CODE}, line {line}: NameError: name 'nothing' is not defined. "
        f"All that Python says of it is in {home}/error.txt. The game is kept as it was before"
    )
    assert said.endswith(f"Go on with: smashup play --resume --pack {folder}\n")
    assert "NameError: name 'nothing' is not defined" in (home / "error.txt").read_text()
    _, without, _ = play(home, "--resume", typed=["quit"])
    assert "the pack revenants. Name its folder with --pack, or install it." in without
    spoil(CODE, "    weak = [m for m in nothing]", works)
    shown, said, code = play(home, "--resume", "--pack", str(folder), typed=["quit"])
    assert (said, code) == ("", 0)
    assert "Scout of the Revenants" in shown


def test_how_to_go_on_names_the_pack_that_is_needed(tmp_path: Path):
    home = tmp_path / "home"
    saved = tmp_path / "game.json"
    factions = "Clockmakers,Robots/Ninjas,Zombies"
    shown, _, _ = play(
        home, "--pack", str(EXAMPLE), "--factions", factions, typed=[f"save {saved}", "quit"]
    )
    assert f"Go on with: smashup play --resume {saved} --pack {EXAMPLE}\n" in shown
    assert f"Go on with: smashup play --resume --pack {EXAMPLE}\n" in shown
    shown, _, _ = play(home, "--factions", "Aliens,Robots/Ninjas,Zombies", typed=["quit"])
    assert "Go on with: smashup play --resume\n" in shown


def test_a_faction_is_shown_whole_though_its_cards_are_named_after_it(
    revenants: Path, tmp_path: Path
):
    options = ("--pack", str(revenants), "--factions", PAIRS)
    shown, _, _ = play(tmp_path, *options, typed=["card revenants", "quit"])
    for name in ("Captain", "Recruit", "Ambush", "Camp", "Fortress"):
        assert f"{name} of the Revenants (" in shown
