"""`smashup simulate`: tables of players and of factions, as text, JSON and Markdown."""

import json

import pytest

FEW = ("simulate", "--players", "random,random", "--games", "4", "--jobs", "1")


def test_it_shows_how_the_players_did(run):
    shown = run(*FEW)
    assert shown.exit_code == 0
    assert "1. random" in shown.stdout
    assert "4 games" in shown.stdout


def test_it_shows_how_the_factions_did_best_first(run):
    facts = json.loads(run(*FEW, "--all-factions", "--json").stdout)
    records = facts["records"]
    assert facts["all_factions"] is True
    assert len(records) == 8  # two deals of four
    assert all(record["games"] == 2 for record in records)
    rates = [record["win_rate"] for record in records]
    assert rates == sorted(rates, reverse=True)
    assert sum(record["wins"] for record in records) == 2 * 4  # each win is two factions'


def test_it_writes_a_page(run, tmp_path):
    done = run(*FEW, "--all-factions", "--write", "factions.md")
    assert done.exit_code == 0
    page = (tmp_path / "factions.md").read_text("utf-8")
    assert "4 games between random and random" in page
    assert "--write factions.md" in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--write", "page.md"), "--all-factions"),
        (("--all-factions", "--write", "nowhere/page.md"), "folder that exists"),
        (("--all-factions", "--factions", "Aliens,Robots/Ninjas,Zombies"), "not both"),
    ],
)
def test_what_cannot_be_done_is_said_before_playing(run, arguments, words):
    refused = run(*FEW, *arguments)
    assert refused.exit_code == 2
    assert words in refused.stderr
