"""Bots that are processes, what they may do wrong, and the ladder."""

import json
import random
import shlex
import sys
import time
from pathlib import Path

import pytest

from smashup import Game, SmashUpError
from smashup.lab.arena import ArenaGame, Contest, play_one
from smashup.lab.foreign import Limits, ProcessPlayer, check_entrant
from smashup.lab.ladder import LADDER, Climb, climbed, lines, to_json
from smashup.lab.match import Match, Outcome
from smashup.lab.scale import elo
from smashup.players import BotFailed, answer_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "lines_bot.py"
LINES = f"run:{shlex.join([sys.executable, str(EXAMPLE)])}"
PATIENT = Limits(seconds=120.0, starting=120.0)  # a machine may be busy
QUICK = Limits(seconds=0.5, starting=120.0)

#: Says that it is ready, and then does what is filled in at the third question.
MISBEHAVING = """
import json, os, sys, time
asked = 0
for line in sys.stdin:
    if json.loads(line)["type"] == "game":
        print('{"ready": true}', flush=True)
        continue
    asked += 1
    if asked == 3:
        %s
    print('{"answer": 0}', flush=True)
"""
DEEDS = {
    "time.sleep(60)": "did not answer within 0.5 seconds",
    "sys.exit('I give up')": "ended with exit code 1 instead of answering ('I give up')",
    "os._exit(0)": "ended with exit code 0 instead of answering",
    "os.kill(os.getpid(), 9)": "was ended by signal 9 instead of answering",
    "os.close(1); time.sleep(60)": "closed its output instead of answering",
    "print('hello?', flush=True)": "said 'hello?', which is no JSON",
    "print('[1, 2]', flush=True)": "said [1, 2], which has no answer",
    """print('{"answer": 999}', flush=True)""": "answered 999, but the options are 0 to",
    """print('{"answer": "0"}', flush=True)""": "answered '0', which is no whole number",
    "print('x' * 100_000, flush=True)": "and did not stop",
    "memory = bytearray(10**12)": "ended with exit code 1 instead of answering ('MemoryError')",
}


def misbehaving(folder: Path, deed: str) -> str:
    file = folder / "bot.py"
    file.write_text(MISBEHAVING % deed, encoding="utf-8")
    return f"run:{shlex.join([sys.executable, str(file)])}"


def match(*specs: str, limits: Limits = PATIENT) -> Outcome:
    game = Game.new("random", players=len(specs), seed=1)
    return Match(game, specs, list(range(len(specs))), limits).play()


def test_a_process_plays_a_game():
    outcome = match(LINES, "random")
    assert outcome.finished and outcome.failures == ()
    assert all(outcome.decisions)
    assert outcome == match(LINES, "random")


@pytest.mark.parametrize(("deed", "told"), DEEDS.items())
def test_what_a_process_does_wrong_loses_the_game_and_is_told(deed: str, told: str, tmp_path: Path):
    limits = QUICK if "within" in told else PATIENT
    outcome = match(misbehaving(tmp_path, deed), "random", limits=limits)
    (failure,) = outcome.failures
    assert told in failure.what
    assert (failure.seat, outcome.ranks) == (0, (1, 0))


def test_the_others_play_on_at_a_larger_table(tmp_path: Path):
    bad = misbehaving(tmp_path, "sys.exit(2)")
    outcome = match("random", bad, LINES)
    assert outcome.finished
    assert [failure.seat for failure in outcome.failures] == [1]
    assert outcome.ranks[1] == 2


def test_who_speaks_unasked_is_found(tmp_path: Path):
    outcome = match(misbehaving(tmp_path, """print('{"answer": 0}')"""), "random")
    (failure,) = outcome.failures
    assert "without being asked" in failure.what


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("input(); print('no')", "said 'no', which is no JSON"),
        ("input(); print('{}')", "said {} and not that it is ready"),
        ("1 / 0", "ended with exit code 1 instead of answering ('ZeroDivisionError"),
    ],
)
def test_who_cannot_begin_has_lost(program: str, told: str):
    outcome = match("random", f"run:{shlex.join([sys.executable, '-c', program])}")
    (failure,) = outcome.failures
    assert told in failure.what
    assert (failure.move, outcome.ranks) == (0, (0, 1))


def test_all_that_a_process_started_ends_with_it(tmp_path: Path):
    """A child that would write a file after a while does not live to do so."""
    child = f"import time, pathlib; time.sleep(3); pathlib.Path({str(tmp_path / 'late')!r}).touch()"
    deed = f"import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}])"
    file = tmp_path / "bot.py"
    file.write_text(MISBEHAVING % deed, encoding="utf-8")
    player = ProcessPlayer([sys.executable, str(file)], 1, PATIENT)
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=1, first=0)
    for _ in range(3):
        answer_of(player, game.observe(game.decision.seat), game.decision)
    player.close()
    player.close()  # which is allowed
    time.sleep(3.5)
    assert not (tmp_path / "late").exists()
    with pytest.raises((BotFailed, ValueError)):
        player.choose(game.observe(game.decision.seat), game.decision)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("run:", "needs a command"),
        ("run:no-such-program --fast", "no program 'no-such-program'"),
        ("run:'open", "no command"),
        ("gready", "no level 'gready'"),
    ],
)
def test_what_is_no_bot_is_refused(spec: str, told: str):
    with pytest.raises(SmashUpError, match=told):
        check_entrant(spec)


def test_a_process_can_be_played_again_from_what_the_arena_says(tmp_path: Path):
    bad = misbehaving(tmp_path, "sys.exit(3)")
    contest = Contest((bad, "random"), games=2, limits=PATIENT)
    contest.check()
    assert play_one(contest, 0).outcome.failures
    with pytest.raises(SmashUpError, match="more than nothing"):
        Contest((bad, "random"), games=2, limits=Limits(seconds=0)).check()


# -- the ladder ------------------------------------------------------------------------------------


def invented(rating: float, games: int, seed: int, climb: Climb) -> list[tuple[int, ArenaGame]]:
    """Games as a bot of this rating would play them."""
    rng = random.Random(seed)
    played = []
    for number_of_rung, rung in enumerate(LADDER):
        chance = rung.expected(rating)
        for number in range(games):
            won = rng.random() < chance
            outcome = Outcome((0, 1) if won else (1, 0), (15, 9), True, 20, (9, 9), (0.1, 0.1))
            played.append((number_of_rung, ArenaGame(number + 1, (0, 1), outcome)))
    return played


def test_the_rating_of_a_known_bot_is_found_as_often_as_the_interval_says():
    climb = Climb("bot", Contest(("bot", "random"), 200))
    true, inside, tries = 600.0, 0, 200
    for seed in range(tries):
        result = climbed(climb, invented(true, 100, seed, climb))
        inside += result.rating.low <= true <= result.rating.high
    assert 0.92 <= inside / tries <= 0.99


@pytest.mark.parametrize("rating", [-3000.0, 4000.0])
def test_who_wins_or_loses_all_has_a_rating_with_an_interval_too(rating: float):
    climb = Climb("bot", Contest(("bot", "random"), 40))
    found, low, high = climbed(climb, invented(rating, 40, 1, climb)).rating
    assert found < LADDER[0].rating if rating < 0 else found > LADDER[-1].rating
    assert high - low > 200


def test_a_rung_is_rated_as_itself():
    """Against itself it wins half of every deal, so only the other rungs can move it."""
    climb = Climb.of("random", Contest(("random", "random"), games=4))
    assert climb.total == 12
    played = list(climb.play(jobs=1))
    result = climbed(climb, played)
    assert result.rates["random"].win_rate == 0.5
    assert result.rating.low < LADDER[0].rating < result.rating.high
    assert result.games == 12
    assert lines(climb, result)[-1].startswith("Rating: ")
    facts = json.loads(json.dumps(to_json(climb, result)))
    assert facts["ladder"][1]["rating"] == pytest.approx(elo(0.975))
    assert len(facts["commands"]) == len(LADDER)


@pytest.mark.parametrize(("deed", "limits"), [("time.sleep(60)", QUICK), ("sys.exit(1)", PATIENT)])
def test_who_hangs_or_ends_on_the_ladder_is_rated_all_the_same(
    deed: str, limits: Limits, tmp_path: Path
):
    bad = misbehaving(tmp_path, deed)
    climb = Climb.of(bad, Contest((bad, "random"), games=2, limits=limits))
    result = climbed(climb, list(climb.play(jobs=1)))
    assert [rate.games for rate in result.rates.values()] == [2, 2, 2]
    assert {rate.win_rate for rate in result.rates.values()} == {0.0}
    assert len(result.failures) == 6
    assert result.rating.rating < LADDER[0].rating < result.rating.high
    assert "There is one more such failure: see --json." in lines(climb, result)


def test_the_ladder_goes_up():
    ratings = [rung.rating for rung in LADDER]
    assert ratings == sorted(ratings)
