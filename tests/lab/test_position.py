"""Two positions are equal exactly if nobody could tell one from the other."""

import pytest
from lab_tables import play_decision, put

from smashup import Game
from smashup.lab.position import position
from smashup.model.decision import YES, Decision, Option
from smashup.model.state import EVERYONE, Lasting, Permission, Played


@pytest.fixture
def game() -> Game:
    """Two Zapbots, a Warbot and an Upgrade in play, and a discard pile."""
    game = play_decision([["Robots", "Dinosaurs"], ["Aliens", "Pirates"]])
    first, second = game.rules.s.row[:2]
    for name in ("Zapbot", "Zapbot", "Warbot"):
        put(game, name, first)
    put(game, "Upgrade", first, on="Zapbot")
    put(game, "Zapbot", second)
    for _ in range(3):
        game.rules._put_in_discard(game.rules.s.decks[0][-1])
    return game


def zapbots(game: Game) -> list[int]:
    return [
        card
        for card in game.rules.s.places[game.rules.s.row[0]].minions
        if game.name(card) == "Zapbot"
    ]


def arrive_in_another_order(game: Game) -> None:
    here = game.rules.s.places[game.rules.s.row[0]]
    game.rules.s.places[game.rules.s.row[0]] = here.with_minions(here.minions[::-1])
    game.rules.s.listeners.reverse()


def lie_in_another_order(game: Game) -> None:
    game.rules.s.discards[0].reverse()
    game.rules.s.hands[1].reverse()
    game.rules.s.decks[1].reverse()  # nobody knows it


def draw_other_numbers(game: Game) -> None:
    game.rules.s.rng += 1


def live_again(game: Game) -> None:
    game.rules.s.end_life(zapbots(game)[0])


def remember_an_earlier_life(game: Game) -> None:
    card = zapbots(game)[0]
    game.rules.s.marks["use", card, 0 + 2 * 9] = 1


def upgrade_the_other(game: Game) -> None:
    one, other = zapbots(game)
    [action] = game.rules.s.attached.pop(one, None) or game.rules.s.attached.pop(other)
    host = one if game.rules.s.hosts[action] == other else other
    game.rules.s.attached[host], game.rules.s.hosts[action] = [action], host


@pytest.mark.parametrize(
    "change",
    [
        arrive_in_another_order,
        lie_in_another_order,
        draw_other_numbers,
        live_again,
        remember_an_earlier_life,
        upgrade_the_other,
    ],
)
def test_what_nobody_can_tell_makes_no_difference(change: object, game: Game) -> None:
    assert callable(change)
    before, digest = position(game), game.digest()
    change(game)
    assert position(game) == before
    assert game.digest() != digest or change is arrive_in_another_order


def a_counter(game: Game) -> None:
    game.rules.s.set_counters(zapbots(game)[0], 1 + game.counters(zapbots(game)[0]))


def knowledge(game: Game) -> None:
    game.rules.s.known[game.rules.s.hands[1][0]] = EVERYONE


def the_top_of_a_deck(game: Game) -> None:
    game.rules.s.known[game.rules.s.decks[1][-1]] = 1


def a_point(game: Game) -> None:
    game.rules.s.vp[1] += 1


def a_used_talent(game: Game) -> None:
    game.rules.s.marks[game.rules._use_key("use", zapbots(game)[0], 0)] = 1


def a_used_special(game: Game) -> None:
    game.rules.note_special(zapbots(game)[0], 0)


def a_given_play(game: Game) -> None:
    game.rules.s.permissions.append(Permission("minion", zapbots(game)[0]))


def a_play_this_turn(game: Game) -> None:
    card = zapbots(game)[0]
    game.rules.s.played.append(
        Played(0, card, "minion", game.rules.s.row[0], game.rules.s.phase, 0)
    )


def a_lasting_power(game: Game) -> None:
    game.rules.s.lasting.append(Lasting("power", 0, zapbots(game)[0], 2))


def a_lasting_breakpoint(game: Game) -> None:
    game.rules.s.lasting.append(Lasting("breakpoint", 0, game.rules.s.row[1], -2))


def a_move(game: Game) -> None:
    game.rules.s.moved.append(zapbots(game)[0])


def a_question(game: Game) -> None:
    game.decision = Decision(0, "yes_no", -1, "Really?", [YES, Option("no")])


DIFFERENCES = [
    a_counter,
    knowledge,
    the_top_of_a_deck,
    a_point,
    a_used_talent,
    a_used_special,
    a_given_play,
    a_play_this_turn,
    a_lasting_power,
    a_lasting_breakpoint,
    a_move,
    a_question,
]


def test_what_anyone_can_tell_makes_a_difference(game: Game) -> None:
    found = [position(game)]
    for change in DIFFERENCES:
        change(game)
        assert position(game) not in found, change
        found.append(position(game))


def test_what_happened_to_one_copy_is_not_what_happened_to_two(game: Game) -> None:
    one, other = zapbots(game)
    game.rules.s.attached.clear()
    twice, once = game.copy(), game.copy()
    for changed, second in ((twice, one), (once, other)):
        changed.rules.s.lasting += [Lasting("power", 0, one, 2), Lasting("no abilities", 0, second)]
    assert position(twice) != position(once)
