"""What happens at the table besides whole games: duels, buried cards, undo, drafting, advice."""

from __future__ import annotations

from typing import Any

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOB, BOT, STRONG, table
from .visitor import until


def visible(player: Player, css: str) -> bool:
    return bool(player.page.locator(css).count())


def somewhere(
    visit: Visit, server: Server, css: str, factions: list[list[str]], **options: object
) -> Player:
    """Plays for both at one screen until something comes up and one of them is asked. In a game
    that ended before, it did not: then another deal is played."""
    for seed in range(7, 17):
        made = table(server, ANN, BOB, factions=factions, seed=seed, **options)
        player = Player(visit().sit(made).page)

        def found(now: dict[str, Any], player: Player = player) -> bool:
            return now["dialog"] or (now["asked"] and visible(player, css))

        if not player.play(until=found)["dialog"]:
            return player
    raise AssertionError(f"{css} never came up")


def test_a_duel(visit: Visit, server: Server) -> None:
    factions = [["Cowboys", "Samurai"], ["Cowboys", "Robots"]]
    player = somewhere(visit, server, "section.duel", factions, same_faction=True)
    both = player.page
    duel = both.locator("section.duel")
    assert duel.locator(".power").count() == 2, "two minions against each other"
    player.play(until=lambda now: not now["curtain"] and not visible(player, "section.duel"))
    both.get_by_role("log").get_by_text("duel").first.wait_for()


def test_a_buried_card_is_its_owners_secret(visit: Visit, server: Server) -> None:
    factions = [["Ancient Egyptians", "Robots"], ["Aliens", "Pirates"]]
    player = somewhere(visit, server, "[data-spot=buried].known", factions)
    both = player.page
    mine = both.locator("[data-spot=buried].known").first
    assert "only you can look at it" in mine.inner_text()
    name = mine.inner_text().split(",")[0]
    mine.click(button="right")
    both.get_by_role("dialog").get_by_text(name).first.wait_for()
    both.keyboard.press("Escape")
    both.get_by_role("dialog").wait_for(state="hidden")

    player.play(until=lambda now: now["curtain"])
    player.play(until=lambda now: now["asked"])
    theirs = both.locator("[data-spot=buried]").first
    if theirs.count():
        assert name not in theirs.inner_text()
        assert "face down" in theirs.inner_text()


def test_undo_takes_the_last_play_back(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT, factions=STRONG))
    player = Player(ann.page)
    player.play(until=lambda now: now["hand"])
    before = ann.table()
    player.play(until=lambda now: now["asked"] and not now["picked"] and ann.table() != before)
    ann.button("Undo").click()
    until(ann.page, lambda: ann.table()["things"] == before["things"])


MINIONS_FIRST = 3  # of its deal the hand is three minions, then two actions
IN_SIGHT = """() => {
  const seen = document.querySelector('.hand').getBoundingClientRect();
  const cards = [...document.querySelectorAll('.hand [data-lit]')];
  return cards.some((card) => {
    const { left, right } = card.getBoundingClientRect();
    return left >= seen.left - 1 && right <= seen.right + 1;
  });
}"""


def test_on_a_phone_a_card_that_can_be_played_is_scrolled_to(visit: Visit, server: Server) -> None:
    ann = visit(phone=True).sit(table(server, ANN, BOT, seed=MINIONS_FIRST))
    undo = ann.button("Undo")
    ann.page.locator(".hand [data-lit]").first.tap()
    assert undo.is_disabled(), "there is nothing to take back yet"
    ann.button("Play Crypt Looter at Cave of Shinies").tap()
    ann.see("Play an action, or end your turn")
    until(ann.page, lambda: ann.page.evaluate(IN_SIGHT))
    until(ann.page, undo.is_enabled)


def test_a_draft_with_a_look_at_the_cards(visit: Visit) -> None:
    ann = visit().go("new")
    ann.page.get_by_role("radio", name="Draft").check()
    ann.page.get_by_role("combobox", name="How well the bot").select_option("beginner")
    ann.button("Start the game").click()
    ann.see("Your pick")
    free = ann.page.get_by_role("list", name="Factions").locator(
        "button[aria-disabled=false][aria-pressed=false] .name"
    )
    chosen: list[str] = []
    for which in ("first", "second"):
        ann.page.get_by_role("heading", name=f"choose your {which} faction").wait_for()
        chosen.append(free.nth(4).inner_text())
        free.nth(4).click()
        preview = ann.page.get_by_role("region", name=f"Cards of the {chosen[-1]}")
        preview.get_by_role("heading", name="Minions").wait_for()
        ann.button(f"Choose {chosen[-1]}").click()
    Player(ann.page).play(until=lambda now: now["hand"])
    shown = ann.page.locator(".players > li").first.inner_text()
    assert all(faction in shown for faction in chosen)


def test_a_draft_says_who_took_what_and_begins_with_bans(visit: Visit, server: Server) -> None:
    made = table(server, ANN, BOB, factions="draft", bans=1)
    both = visit().sit(made)
    line = both.page.get_by_role("list", name="Who chooses when, and what was taken")
    tiles = both.page.get_by_role("list", name="Factions")
    both.button("I am Ann").click()
    assert line.locator("li").count() == 2 + 4
    robots = tiles.get_by_role("button", name="Robots")
    place = robots.bounding_box()
    tiles.get_by_role("button", name="Aliens").click()
    both.button("Ban Aliens").click()
    both.button("I am Bob").click()
    line.get_by_text("Aliens banned").wait_for()
    assert robots.bounding_box() == place, "the factions stay where they were"
    assert tiles.get_by_role("button", name="Aliens").get_attribute("aria-disabled") == "true"
    both.button("Choose one by chance").click()
    both.button("I am Ann").click()
    both.see("Your pick: choose your first faction")
    free = tiles.locator("button[aria-disabled=false] .name")
    name = free.first.inner_text()
    free.first.click()
    both.page.get_by_role("region", name=f"Cards of the {name}").locator(".plays").wait_for()
    both.button(f"Choose {name}").click()
    both.button("I am Bob").click()
    line.get_by_text(name).wait_for()
    tiles.get_by_text("Ann: taken").wait_for()
    both.axe("a draft")


def test_an_action_for_a_base_is_played_by_clicking_the_base(visit: Visit, server: Server) -> None:
    factions = [["Dinosaurs", "Aliens"], ["Zombies", "Wizards"]]
    ann = visit().sit(table(server, ANN, BOT, factions=factions, seed=2555))
    ann.page.locator(".held", has_text="Jammed Signal").click()
    ann.page.locator(".column").nth(1).click(position={"x": 20, "y": 20})
    ann.page.get_by_role("log").get_by_text("Jammed Signal").wait_for()


def test_a_card_is_dragged_to_a_base(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT, factions=STRONG))
    Player(ann.page).play(until=lambda now: now["hand"])
    held = ann.page.locator(".held[data-lit]").first
    key = held.get_attribute("data-key")
    held.drag_to(ann.page.locator(".base").first)
    ann.page.locator(f'.piece[data-key="{key}"]').wait_for()


def test_why_a_card_cannot_be_played(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT, factions=STRONG))
    player = Player(ann.page)
    player.play(
        until=lambda now: now["hand"] and not now["picked"] and visible(player, UNLIT),
    )
    ann.page.locator(UNLIT).first.click()
    ann.see("Why not")
    ann.page.get_by_text("rule ").first.wait_for()


UNLIT = ".held:not([data-lit])"


def test_a_hint_names_a_move_and_its_reason(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT, factions=STRONG))
    Player(ann.page).play(until=lambda now: now["hand"])
    ann.button("Hint").click()
    ann.button("Do that").click()
    Player(ann.page).play(until=lambda now: now["asked"])


def test_chat_reaches_the_table(visit: Visit, server: Server) -> None:
    made = table(server, ANN, BOB)
    ann, bob = visit().sit(made, (0,)), visit().sit(made, (1,))
    ann.page.get_by_placeholder("Say something").fill("Good luck!")
    ann.page.keyboard.press("Enter")
    bob.see("Good luck!")
