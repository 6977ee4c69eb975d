"""What the engine promises to everything that stands on it, and the setup."""

import random
from collections import Counter

import pytest

from smashup import EDITIONS, BadSetup, BaseShown, Game, IllegalAnswer, Option, model
from smashup.cards import FACTIONS
from smashup.model.card import KINDS, NEXT_TURN, POWER
from smashup.model.event import CARDS_SEEN, DISCARDED, NUMBER
from smashup.model.state import TABLE, Permission
from smashup.view import plain

TWO = [["Aliens", "Robots"], ["Ninjas", "Zombies"]]
FOUR = [*TWO, ["Wizards", "Pirates"], ["Dinosaurs", "Tricksters"]]


def play(game: Game, answers: int, seed: int = 1) -> Game:
    """Plays on at random."""
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is not None:
            game.decide(rng.randrange(len(game.decision.options)))
    return game


def mid_ability(seed: int) -> Game:
    """A game that stands in the middle of an ability."""
    game = play(Game.new("random", players=2, seed=seed), 20, seed)
    while game.decision is None or game.decision.kind == "play":
        play(game, 1, len(game.answers))
    return game


def end_turn(game: Game) -> None:
    """Ends the Play Cards phase and declines everything until the next one."""
    turn = game.turn_number
    while game.turn_number == turn:
        assert game.decision is not None
        game.decide(len(game.decision.options) - 1)


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "answer",
    (
        -1,
        10_000,
        Option("choose", card=10_000),
        Option("yes", word="sure"),
        True,
        None,
        "0",
        0.0,
        [0],
    ),
)
def test_an_illegal_answer_changes_nothing(seed: int, answer: object) -> None:
    game = mid_ability(seed)
    before, answers = game.digest(), list(game.answers)
    with pytest.raises(IllegalAnswer):
        game.decide(answer)  # type: ignore[arg-type]
    assert game.digest() == before
    assert game.answers == answers


def test_a_finished_game_takes_no_answer() -> None:
    game = play(Game.new(TWO, seed=1), 5000)
    assert game.over
    assert len(game.winners) == 1
    before = game.digest()
    with pytest.raises(IllegalAnswer, match="over"):
        game.decide(0)
    assert game.digest() == before


def test_whatever_is_as_good_as_a_whole_number_is_an_index() -> None:
    class Second:
        """As the whole numbers of array libraries are."""

        def __index__(self) -> int:
            return 1

    game, other = Game.new(TWO, seed=5), Game.new(TWO, seed=5)
    game.decide(Second())
    other.decide(1)
    assert game.answers == [1]
    assert game.digest() == other.digest()


def test_an_answer_may_be_an_option_or_its_index() -> None:
    by_index, by_option = Game.new(TWO, seed=5), Game.new(TWO, seed=5)
    for _ in range(40):
        assert by_option.decision is not None
        by_index.decide(0)
        by_option.decide(by_option.decision.options[0])
    assert by_index.digest() == by_option.digest()
    assert by_index.answers == by_option.answers


def test_a_game_is_its_setup_and_its_answers() -> None:
    game = play(Game.new("draft", players=3, seed=9), 150)
    assert game.replayed().digest() == game.digest()
    earlier = game.replayed(until=60)
    assert earlier.answers == game.answers[:60]
    assert earlier.digest() != game.digest()


# -- copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    game = mid_ability(seed)
    before = game.digest()
    copy = game.copy()
    assert copy.digest() == before
    assert copy.answers == game.answers
    play(copy, 60, seed=1)
    assert copy.digest() != before
    assert game.digest() == before
    after = copy.digest()
    play(game, 60, seed=2)
    assert copy.digest() == after


@pytest.mark.parametrize("picks", range(4))
def test_a_copy_made_while_drafting_is_independent_too(picks: int) -> None:
    game = play(Game.new("draft", players=2, seed=4), picks)
    copy = game.copy()
    play(game, 30, seed=3)
    play(copy, 30, seed=3)
    assert copy.digest() == game.digest()


@pytest.mark.parametrize("seed", range(8))
def test_determinized_games_keep_what_the_seat_knows(seed: int) -> None:
    game = mid_ability(seed)
    assert game.decision is not None
    seat = game.decision.seat
    view = game.observe(seat)
    worlds = [view.determinize(random.Random(number)) for number in range(5)]
    for world in worlds:
        assert world.observe(seat) == view
        assert _cards_by_owner(world) == _cards_by_owner(game)
        for card, zone in enumerate(game.rules.s.zone):
            if zone == TABLE or card in game.rules.s.hands[seat]:
                assert world.name(card) == game.name(card)
    assert len({tuple(world.rules.s.defn) for world in worlds}) == 5


@pytest.mark.parametrize("seed", range(8))
def test_determinized_games_can_be_copied_and_played_to_the_end(seed: int) -> None:
    game = mid_ability(seed)
    assert game.decision is not None
    world = game.observe(game.decision.seat).determinize(random.Random(seed))
    for step in range(2000):
        if world.over:
            break
        play(world, 1, seed=step)
        world = world.copy()
    assert world.over
    assert not game.over


@pytest.mark.parametrize("seed", range(4))
def test_a_spectator_sees_the_same_in_every_determinized_game(seed: int) -> None:
    game = Game.new("random", players=2, seed=seed)
    for step in range(60):
        view = game.observe(None)
        assert view.determinize(random.Random(step)).observe(None) == view
        play(game, 1, seed=step)


def test_the_base_deck_is_shuffled_in_determinized_games() -> None:
    game = Game.new(TWO, seed=1)
    view = game.observe(0)
    tops = {
        world.name(world.rules.s.base_deck[-1])
        for world in (view.determinize(random.Random(number)) for number in range(20))
    }
    assert len(tops) > 1


def test_determinizing_does_not_depend_on_what_is_hidden() -> None:
    game = play(Game.new("random", players=2, seed=2), 30)
    assert game.decision is not None
    seat = game.decision.seat
    view = game.observe(seat)
    other = view.determinize(random.Random(1)).observe(seat)
    first, second = (v.determinize(random.Random(2)).columns.defn for v in (view, other))
    assert first == second


def _cards_by_owner(game: Game) -> Counter[tuple[int, str]]:
    return Counter((game.owner(card), game.name(card)) for card in range(len(game.rules.s.defn)))


# -- looking ---------------------------------------------------------------------------------------


@pytest.mark.rules("TERM-public")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_piles_points_and_sizes_are_public_hands_and_decks_are_not(seat: int | None) -> None:
    game = Game.new(TWO, seed=3)
    for _ in range(10):
        end_turn(game)  # hands grow beyond ten, so cards are discarded
    seen = plain(game.observe(seat))
    for other, player in enumerate(seen["players"]):
        hand, deck, pile = (
            [game.name(card) for card in cards]
            for cards in (game.hand(other), game.deck(other), game.discard_pile(other))
        )
        assert player["vp"] == game.rules.s.vp[other]
        assert [card["name"] for card in player["discard"]] == pile
        assert pile
        assert player["deck"] == len(deck)
        assert player["hand"] == len(hand)
        assert seen["known"]["decks"][other] == []
        assert seen["known"]["hands"][other] == (sorted(hand) if other == seat else [])


@pytest.mark.rules("END-2")
def test_victory_points_are_public_and_never_below_zero() -> None:
    game = Game.new(TWO, seed=3)
    for seat, change, expected in ((0, 2, 2), (0, -5, 0), (1, 4, 4)):
        assert list(game.rules.gain_vp(seat, change)) == []
        assert [game.observe(viewer).vp[seat] for viewer in (0, 1, None)] == [expected] * 3


@pytest.mark.parametrize("seed", range(5))
def test_powers_and_breakpoints_are_the_sums_of_their_parts(seed: int) -> None:
    game = play(Game.new("random", players=3, seed=seed), 80, seed)
    assert game.minions()
    for minion in game.minions():
        parts = game.rules.power_parts(minion)
        assert parts[0].label == "printed"
        assert game.power(minion) == max(0, sum(part.amount for part in parts))
    for place in game.rules.bases():
        parts = game.rules.breakpoint_parts(place)
        assert parts
        assert game.breakpoint(place) == max(0, sum(part.amount for part in parts))


def test_a_part_names_the_card_it_comes_from() -> None:
    game = Game.new(TWO, seed=3)
    list(game.rules.change_breakpoint(game.rules.bases()[0], -4))
    assert [part.amount for part in game.rules.breakpoint_parts(game.rules.bases()[0])][1:] == [-4]


def test_why_a_card_cannot_be_played() -> None:
    game = Game.new([["Dinosaurs", "Robots"], ["Ninjas", "Zombies"]], seed=1, first=0)
    assert game.decision is not None
    minions = [card for card in game.hand(0) if game.is_minion(card)]
    assert len(minions) >= 2
    assert game.why_not(0, minions[0]) == []
    assert _rules_against(game, 1, game.hand(1)[0]) == ["TURN-3"]  # not their turn
    assert _rules_against(game, 0, game.deck(0)[0]) == ["PLAY-1"]  # not in hand
    game.rules.s.permissions = [p for p in game.rules.s.permissions if p.type == "action"]
    assert _rules_against(game, 0, minions[0]) == ["TURN-3"]  # no play left
    strong = max(minions, key=game.rules.printed_power)
    assert game.rules.printed_power(strong) > 1
    game.rules.s.permissions = [Permission("minion", source=strong, power_at_most=1)]
    assert _rules_against(game, 0, strong) == ["PLAY-6"]  # too strong for the play left


@pytest.mark.rules("PLAY-6")
def test_plays_that_copies_of_a_card_gave_are_offered_once() -> None:
    game = Game.new(TWO, seed=1, first=0)
    defn = game.rules.s.defn[:]
    defn[0] = defn[1]
    game.rules.lay_over(defn, 1)  # two copies, one of them the very first card
    plays = [Permission("minion", source=source) for source in (0, 1, -1)]
    minion = next(card for card in game.hand(0) if game.is_minion(card))
    there = [
        o
        for o in game.rules.play_options(0, plays)
        if (o.card, o.place) == (minion, game.rules.s.row[0])
    ]
    assert [(o.via.permission.source, o.via.named) for o in there] == [(0, False), (-1, True)]


def _rules_against(game: Game, seat: int, card: int) -> list[str]:
    return [reason.rule for reason in game.why_not(seat, card)]


# -- what cards take part in ---------------------------------------------------------------------


def test_every_query_and_every_kind_of_event_has_a_number_of_its_own() -> None:
    queries = [value for name, value in vars(model.card).items() if _is_a_query(name, value)]
    numbers = [*queries, *NUMBER.values()]
    assert len(queries) > 10
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < KINDS


def _is_a_query(name: str, value: object) -> bool:
    """Whether this is one of the numbers of the bits that a card's mask is made of."""
    queries = name.isupper() and isinstance(value, int) and POWER <= value <= NEXT_TURN
    return queries and name != "ITS_BASE"


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.rules("SETUP-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_has_a_deck_of_forty_of_their_two_factions(players: int) -> None:
    game = Game.new(FOUR[:players], seed=1)
    for seat in range(players):
        cards = game.deck(seat) + game.hand(seat) + game.discard_pile(seat)
        assert all(game.owner(card) == seat for card in cards)
        factions = Counter(game.card(card).faction for card in cards)
        assert factions == dict.fromkeys(FOUR[seat], 20)


@pytest.mark.rules("SETUP-1")
@pytest.mark.parametrize(
    ("factions", "players", "words"),
    [
        (TWO[:1], None, "2 to 4 players"),
        ("random", 5, "2 to 4 players"),
        ("random", 1, "2 to 4 players"),
        ([["Aliens"], ["Ninjas", "Zombies"]], None, "two factions"),
        ([["Aliens", "Robots", "Pirates"], ["Ninjas", "Zombies"]], None, "two factions"),
        ([["Aliens", "Robts"], ["Ninjas", "Zombies"]], None, "Robots"),
        (TWO, 3, "2 seats"),
        ("somehow", 2, "draft"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(
    factions: list[list[str]] | str, players: int | None, words: str
) -> None:
    with pytest.raises(BadSetup, match=words):
        Game.new(factions, players=players)


@pytest.mark.rules("SETUP-2")
def test_a_faction_is_fielded_twice_only_where_that_is_allowed() -> None:
    both = [["Aliens", "Robots"], ["Robots", "Zombies"]]
    with pytest.raises(BadSetup, match="Robots is given to two players"):
        Game.new(both)
    assert Game.new(both, same_faction=True).factions == (
        ("Aliens", "Robots"),
        ("Robots", "Zombies"),
    )
    with pytest.raises(BadSetup, match="twice"):
        Game.new([["Aliens", "Aliens"], ["Robots", "Zombies"]], same_faction=True)


@pytest.mark.rules("SETUP-3")
def test_the_draft_goes_round_and_back_with_the_last_picker_picking_twice() -> None:
    game = Game.new("draft", players=3, seed=2, first=1)
    order: list[int] = []
    picks: dict[int, list[str]] = {0: [], 1: [], 2: []}
    while game.phase == "draft":
        assert game.decision is not None
        offered = [option.word for option in game.decision.options]
        assert not {name for taken in picks.values() for name in taken} & set(offered)
        order.append(game.decision.seat)
        picks[game.decision.seat].append(offered[0])
        game.decide(0)
    assert order == [1, 2, 0, 0, 2, 1]
    assert game.factions == tuple(tuple(picks[seat]) for seat in range(3))
    assert game.turn == 1


@pytest.mark.rules("SETUP-2", "SETUP-3")
def test_with_several_copies_a_faction_is_drafted_once_by_each() -> None:
    game = Game.new("draft", players=2, seed=2, first=0, same_faction=True)
    game.decide(0)
    game.decide(0)
    assert game.decision is not None
    first = game.rules.s.pool[0]
    assert first not in [option.word for option in game.decision.options]
    game.decide(0)
    game.decide(0)
    assert game.factions[0] == game.factions[1]
    assert game.factions[0][0] == first


@pytest.mark.rules("SETUP-3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_pool_is_as_large_as_the_edition_says(edition: str, players: int) -> None:
    game = Game.new("draft", players=players, seed=1, edition=edition)
    size = 8 if edition == "monster_smash" else len(FACTIONS)
    assert len(set(game.rules.s.pool)) == len(game.rules.s.pool) == size


@pytest.mark.rules("SETUP-3")
@pytest.mark.parametrize(
    ("edition", "least"),
    [
        ("core", 4),
        ("monster_smash", 8),
        ("its_your_fault", 8),
        ("what_were_we_thinking", 4),
        ("oops", 4),
    ],
)
def test_a_given_pool_must_be_large_enough(edition: str, least: int) -> None:
    names = list(FACTIONS)
    game = Game.new("draft", players=2, pool=names[:least], edition=edition)
    assert list(game.rules.s.pool) == names[:least]
    with pytest.raises(BadSetup, match=f"needs {least} factions"):
        Game.new("draft", players=2, pool=names[: least - 1], edition=edition)


@pytest.mark.rules("SETUP-3")
def test_random_factions_are_all_different_and_differ_by_seed() -> None:
    games = [Game.new("random", players=4, seed=seed) for seed in range(5)]
    for game in games:
        assert len({name for pair in game.factions for name in pair}) == 8
    assert len({game.factions for game in games}) > 1


@pytest.mark.rules("SETUP-4", "SETUP-5")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bases_of_the_sets_in_play_or_of_the_whole_box(edition: str, players: int) -> None:
    game = Game.new(FOUR[:players], seed=1, edition=edition)
    sets = {FACTIONS[name].set for pair in FOUR[:players] for name in pair}
    box = EDITIONS[edition].every_base
    due = Counter(base.name for f in FACTIONS.values() if box or f.set in sets for base in f.bases)
    in_play = [game.base_card(place).name for place in game.rules.bases()]
    assert len(in_play) == players + 1
    assert Counter(in_play + [game.name(base) for base in game.rules.s.base_deck]) == due
    assert set(due.values()) == {1}


@pytest.mark.rules("SETUP-4")
def test_which_editions_use_every_base() -> None:
    assert [name for name, e in EDITIONS.items() if e.every_base] == ["core", "monster_smash"]


def _without_minion(edition: str) -> Game:
    """A game in which the first player is dealt no minion."""
    for seed in range(2000):
        game = Game.new(TWO, seed=seed, edition=edition, first=0)
        shown = any(e.kind == CARDS_SEEN and e.seat == 0 for e in game.log)
        asked = game.decision is not None and game.decision.kind == "yes_no"
        if shown or (asked and game.decision is not None and game.decision.seat == 0):
            return game
    raise AssertionError("no such deal in 2000 seeds")


@pytest.mark.rules("SETUP-6")
@pytest.mark.parametrize("edition", ["its_your_fault", "what_were_we_thinking", "oops"])
@pytest.mark.parametrize("redraw", [True, False])
def test_a_hand_without_a_minion_may_be_redrawn(edition: str, redraw: bool) -> None:
    game = _without_minion(edition)
    hand = list(game.hand(0))
    assert len(hand) == 5
    assert not any(game.is_minion(card) for card in hand)
    game.decide(0 if redraw else 1)
    assert len(game.hand(0)) == 5
    assert game.discard_pile(0) == (hand if redraw else [])
    assert (game.hand(0) == hand) is not redraw


@pytest.mark.rules("SETUP-6")
@pytest.mark.parametrize("edition", ["core", "monster_smash"])
def test_a_hand_without_a_minion_must_be_redrawn_in_the_old_editions(edition: str) -> None:
    game = _without_minion(edition)
    pile = game.discard_pile(0)
    assert len(pile) == len(game.hand(0)) == 5
    assert not any(game.is_minion(card) for card in pile)
    assert [e.kind for e in game.log if e.seat == 0][:2] == [CARDS_SEEN, DISCARDED]
    assert len(game.deck(0)) == 30


@pytest.mark.rules("SETUP-6")
def test_a_hand_with_a_minion_stays() -> None:
    game = Game.new(TWO, seed=1, edition="core")
    for seat in (0, 1):
        assert any(game.is_minion(card) for card in game.hand(seat))
        assert len(game.hand(seat)) == 5
        assert len(game.deck(seat)) == 35


@pytest.mark.rules("SETUP-7")
def test_the_first_player_is_random_unless_given_and_play_goes_clockwise() -> None:
    assert {Game.new(FOUR, seed=seed).turn for seed in range(40)} == {0, 1, 2, 3}
    game = Game.new(FOUR, seed=1, first=2)
    turns = []
    for _ in range(5):
        turns.append(game.turn)
        end_turn(game)
    assert turns == [2, 3, 0, 1, 2]
    with pytest.raises(BadSetup, match="no seat"):
        Game.new(FOUR, first=4)


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_goes_on_exactly_like_its_original(seed: int) -> None:
    """Also in windows and on determinized games: a copy wakes in mid-ability by replaying."""
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    rng = random.Random(seed)
    compared = 0
    while not game.over:
        assert game.decision is not None
        if rng.random() < 0.15:
            world = game.observe(game.decision.seat).determinize(rng)
            for _ in range(8):
                if world.decision is None:
                    break
                copy = world.copy()
                answer = rng.randrange(len(world.decision.options))
                world.decide(answer)
                copy.decide(answer)
                assert copy.digest() == world.digest()
                compared += 1
                world = copy if rng.random() < 0.5 else world
        game.decide(rng.randrange(len(game.decision.options)))
    assert compared > 50


@pytest.mark.rules("ORDER-4")
def test_where_everyone_is_asked_a_window_tells_nothing_of_a_hand() -> None:
    """In a game with a card that answers from hand, each window asks each seat in turn."""
    factions = [["Ninjas", "Robots"], ["Aliens", "Pirates"], ["Zombies", "Wizards"]]
    game = Game.new(factions, seed=5, ask_everyone=True)
    rng = random.Random(5)
    asked: list[tuple[int, int]] = []  # in one window: the seat, and how many options it had
    silent = 0
    while game.decision is not None and game.turn_number < 40:
        options = len(game.decision.options)
        if game.decision.kind == "window":
            asked.append((game.decision.seat, options))
            twin = game.copy()
            game.decide(options - 1)
            twin.decide(options - 1)
            assert twin.digest() == game.digest()
            continue
        if any(count == 1 for _, count in asked):
            assert {seat for seat, _ in asked} == {0, 1, 2}
            silent += 1
        asked = []
        game.decide(int(rng.random() * options))
    assert silent > 0
    assert game.replayed().digest() == game.digest()


# -- the face for hosts ----------------------------------------------------------------------------


def test_a_game_shows_itself_in_a_line_and_whole() -> None:
    game = play(Game.new(TWO, seed=3), 40)
    assert game.decision is not None
    line = repr(game)
    assert "\n" not in line
    assert f"turn {game.turn_number}" in line and game.decision.prompt in line
    whole = str(game)
    assert all(base.name in whole for base in game.bases)
    assert all(game.name(card) in whole for seat in (0, 1) for card in game.hand(seat))
    assert whole.count("\n  ") >= len(game.decision.options)
    while not game.over:
        game.decide(0)
    assert "won by" in repr(game)


def test_bases_come_with_their_numbers() -> None:
    game = play(Game.new(TWO, seed=3), 60)
    for base in game.bases:
        assert base.name == game.base_card(base.place).name == game.name(base.card)
        assert base.breakpoint == game.breakpoint(base.place)
        assert base.total == sum(base.powers) == game.total_power(base.place)
        assert sum(part.amount for part in game.why(base.card)) == base.breakpoint
        for award in base.awards:
            assert [base.powers[seat] for seat in award.seats] == [
                max(p for s, p in enumerate(base.powers) if s not in above(base, award.position))
            ] * len(award.seats)


def above(base: BaseShown, position: int) -> set[int]:
    return {seat for award in base.awards if award.position < position for seat in award.seats}


def test_what_a_host_is_given_is_its_own() -> None:
    game = play(Game.new(TWO, seed=3), 60)
    before = game.digest()
    game.vp.append(99)
    for seat in (0, 1):
        game.hand(seat).clear()
        game.deck(seat).clear()
        game.discard_pile(seat).clear()
    for base in game.bases:
        base.minions.clear()
        base.powers.clear()
    assert game.digest() == before


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_observation_shows_hands_and_piles_as_one_may_see_them(seat: int | None) -> None:
    game = play(Game.new(TWO, seed=5), 80)
    view = game.observe(seat)
    for other in (0, 1):
        assert len(view.hand(other)) == len(game.hand(other))
        assert len(view.deck(other)) == len(game.deck(other))
        assert view.discard_pile(other) == [game.name(card) for card in game.discard_pile(other)]
        if other == seat:
            assert view.hand(other) == [game.name(card) for card in game.hand(other)]
    assert None in view.hand(1 if seat == 0 else 0)
    assert (view.players, view.turn, view.phase, view.vp) == (2, game.turn, game.phase, game.vp)


@pytest.mark.parametrize("seed", range(4))
def test_columns_of_an_observation_hold_nothing_hidden(seed: int) -> None:
    """They are the same where only what the seat cannot know differs, slots included."""
    rng = random.Random(seed)
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    for _ in range(150):
        if game.decision is None:
            break
        game.decide(rng.randrange(len(game.decision.options)))
        for seat in (*range(game.players), None):
            view = game.observe(seat)
            seen = view.columns()
            hidden = [card for card in range(len(seen.defn)) if not view.sees(card)]
            assert all(seen.defn[card] == seen.zone[card] == -1 for card in hidden)
            listed = [*seen.hands, *seen.decks, *seen.discards, seen.base_deck, seen.laid]
            listed += [here.buried for here in seen.places.values()]
            assert not set(hidden) & {card for cards in listed for card in cards}
            assert view.determinize(rng).observe(seat) == view
