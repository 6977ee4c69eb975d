"""Looking cards up."""

import json

from smashup.cards import CARDS

KEYS = ["name", "faction", "set", "type", "copies", "power", "breakpoint", "vp", "text", "rulings"]


def rows(run, *args):
    return json.loads(run("cards", *args, "--json").output)


def test_one_row_for_each_card_and_base(run):
    found = rows(run)
    assert len(found) == len(CARDS)
    assert all(list(row) == KEYS for row in found)
    core = [row for row in found if row["set"] == "core"]
    assert len(core) == 110
    assert sum(row["copies"] or 0 for row in core) == 8 * 20


def test_what_does_not_apply_is_null(run):
    (rex,) = rows(run, "king", "rex")
    assert (rex["type"], rex["copies"], rex["power"]) == ("minion", 1, 7)
    assert rex["breakpoint"] is rex["vp"] is None
    (circles,) = rows(run, "crop circles")
    assert circles["power"] is circles["breakpoint"] is circles["vp"] is None
    (tortuga,) = rows(run, "tortuga")
    assert (tortuga["breakpoint"], tortuga["vp"]) == (21, [4, 3, 2])
    assert tortuga["power"] is tortuga["copies"] is None


def test_words_and_faction_narrow_the_search(run):
    assert {row["faction"] for row in rows(run, "--faction", "ninjas")} == {"Ninjas"}
    assert all(
        "destroy" in row["text"].casefold() for row in rows(run, "DESTROY", "--faction", "Ninjas")
    )
    assert {row["name"] for row in rows(run, "zapb")} == {"Zapbot"}


def test_words_are_shown(run):
    output = run("cards", "tortuga").output
    assert "base, breakpoint 21, VP 4/3/2 · Pirates, Core Set" in output
    assert "runner-up" in output


def test_nothing_found(run):
    result = run("cards", "xyzzy")
    assert (result.exit_code, "No card fits 'xyzzy'." in result.output) == (1, True)
    assert rows(run, "xyzzy") == []
