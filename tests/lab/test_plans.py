"""Plans of many games: what is in them, and what is wrong with them."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from smashup import SmashUpError
from smashup.cards.registry import FACTIONS
from smashup.lab.plans import LabPlan, dealt_pairs

NAMES = tuple(FACTIONS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_round_robin_every_pair_is_dealt_once(seats: int) -> None:
    deals = len(NAMES) * (len(NAMES) // 2) // seats
    dealt = Counter(
        frozenset(pair) for deal in range(deals) for pair in dealt_pairs(NAMES, seats, 1, deal)
    )
    assert dealt == Counter(map(frozenset, combinations(NAMES, 2)))


@pytest.mark.parametrize("names", [NAMES[:8], NAMES[:9], NAMES[:11]])
def test_no_faction_is_at_a_table_twice(names: tuple[str, ...]) -> None:
    for deal in range(60):
        pairs = dealt_pairs(names, 4, 3, deal)
        assert len({name for pair in pairs for name in pair}) == 8


def test_a_deal_is_played_from_every_seat_with_the_same_cards() -> None:
    plan = LabPlan.of({"players": ["random"], "seats": 3, "games": 6})
    games = [plan.sitting(number) for number in range(3)]
    assert {game.deal for game in games} == {0}
    assert {game.seed for game in games} == {games[0].seed}
    assert [game.who for game in games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    held = [dict(zip(game.who, game.factions, strict=True)) for game in games]
    assert held[0] == held[1] == held[2]
    assert plan.sitting(3).deal == 1


def test_a_plan_has_all_kinds_of_table_in_every_round() -> None:
    plan = LabPlan.of(
        {
            "players": ["random", ["random", "greedy"]],
            "seats": [2, 3],
            "editions": ["core", "oops"],
            "games": 15,
        }
    )
    assert [(len(kind.players), kind.edition) for kind in plan.kinds] == [
        (2, "core"),
        (2, "oops"),
        (3, "core"),
        (3, "oops"),
        (2, "core"),
        (2, "oops"),
    ]
    assert plan.total == 28  # two rounds of 2 + 2 + 3 + 3 + 2 + 2
    assert [plan.sitting(number).kind for number in range(14)] == [
        *(0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5)
    ]


def test_more_games_leave_those_before_as_they_were() -> None:
    short, long = (LabPlan.of({"players": ["random"], "games": n}) for n in (10, 1000))
    assert [short.sitting(n) for n in range(10)] == [long.sitting(n) for n in range(10)]
    assert short.data() == long.data()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("games: 5", "needs 'players'"),
        ("{players: [random], seats: [2, 2], games: 5}", "named twice in 'seats'"),
        ("{players: [random, random], games: 5}", "named twice in 'players'"),
        ("players: [random]", "needs 'games'"),
        ("{players: [random], games: 0}", "'games' is a whole number from 1 on, not 0"),
        ("{players: [random], games: yes}", "not True"),
        ("{players: [], games: 5}", "'players' is empty"),
        ("{players: [random], games: 5, editions: []}", "'editions' is empty"),
        ("{players: [nobody], games: 5}", "There is no level 'nobody'"),
        ("{players: [random], games: 5, seats: 5}", "2 to 4 seats, not 5"),
        ("{players: [random], games: 5, edition: oops}", "Did you mean editions"),
        ("{players: [random], games: 5, editions: [opps]}", "opps"),
        ("{players: [random], games: 5, factions: [Alienz]}", "Aliens"),
        ("{players: [random], games: 5, factions: [Aliens, Robots]}", "need 4 factions"),
        ("{players: [[random, random, random]], games: 5}", "names 3"),
        ("{players: [random], games: 5, both_ways: maybe}", "true or false"),
        ("{players: [random, games: 5", "is no YAML"),
        ("5", "list of names with values"),
    ],
)
def test_a_bad_plan_gets_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(SmashUpError, match=str(path)) as caught:
        LabPlan.read(path)
    assert said in str(caught.value)


def test_a_plan_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SmashUpError, match="cannot be read"):
        LabPlan.read(tmp_path / "none.yaml")
