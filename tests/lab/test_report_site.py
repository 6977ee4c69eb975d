"""The report: what it says is what the games say, it needs no network, and bad input is told."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from smashup.cli import app
from smashup.lab import Games
from smashup.lab.folder import GamesFolder
from smashup.lab.plans import LabPlan
from smashup.lab.playing import play
from smashup.lab.recording import record
from smashup.lab.site import writing
from smashup.lab.site.facts import facts_of, partners
from smashup.lab.ways import here
from tests.lab.some_games import FACTIONS, some_games


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return some_games(tmp_path_factory.mktemp("lab") / "games").path


@pytest.fixture(scope="module")
def report(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("lab") / "report"
    code, said = run("lab", "report", games, "--out", out, "--speed", "random=2.5")
    assert (code, said) == (0, f"The report is in {out}: open {out / 'index.html'}\n")
    return out


@pytest.fixture(scope="module")
def facts(report: Path) -> dict[str, Any]:
    text = (report / writing.FACTS).read_text("utf-8")
    facts: dict[str, Any] = json.loads(text.removeprefix("window.FACTS = ").removesuffix(";\n"))
    return facts


def test_every_file_of_the_page_is_there_and_nothing_is_fetched(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8")
    named = set(re.findall(r'(?:src|href)="([^"#]+)"', page))
    assert named == {"report.css", "facts.js", "charts.js", "report.js"}
    assert all((report / name).stat().st_size for name in named)
    assert "import(" not in (report / "report.js").read_text("utf-8")


def test_every_part_of_the_page_that_the_script_fills_is_there() -> None:
    page = (writing.HERE / "index.html").read_text("utf-8")
    script = (writing.HERE / "report.js").read_text("utf-8")
    filled = set(re.findall(r"\$\('([\w-]+)'\)", script))
    filled |= set(re.findall(r"(?:table|chart|intervals|options)\('([\w-]+)'", script))
    assert filled - set(re.findall(r'id="([\w-]+)"', page)) == set()


def test_facts_are_what_the_games_say(games: Path, facts: dict[str, Any]) -> None:
    kept = Games(games)
    [strength] = facts["strengths"]
    some = kept.where("random", 2, facts["about"]["edition"])
    rates = {row["faction"]: row["won"] for row in strength["factions"]}
    frame = some.frame()
    for faction in FACTIONS:
        held = frame.filter((pl.col("faction") == faction) | (pl.col("partner") == faction))
        assert rates[faction] == pytest.approx(held["won"].mean(), abs=1e-4)
    assert len(strength["pairs"]) == 15
    assert sum(row["games"] for row in strength["pairs"]) == frame.height
    assert facts["about"]["fingerprint"] == kept.fingerprint()
    assert {row["edition"] for row in facts["editions"]} == {"core", "oops"}
    assert {row["seats"] for row in facts["seats"]} == {2, 3}


def test_every_rate_has_an_interval_around_it(facts: dict[str, Any]) -> None:
    [strength] = facts["strengths"]
    rows = [*strength["factions"], *facts["seats"], *facts["editions"]]
    assert all(0 <= row["low"] <= row["won"] <= row["high"] <= 1 for row in rows)
    assert all(row["low"] < row["chance"] < row["high"] for row in strength["pairs"])
    assert all(
        row["drawn_low"] <= row["drawn_won"] <= row["drawn_high"] for row in strength["cards"]
    )
    assert all(row["low"] <= row["first"] <= row["high"] for row in strength["bases"])


def test_the_cost_is_told_from_the_speed(facts: dict[str, Any]) -> None:
    told = facts["strengths"][0]["precision"]
    assert told["core_hours"] == pytest.approx(told["needed"] / 2.5 / 3600)


def test_the_browser_gets_rates_with_their_intervals(report: Path, facts: dict[str, Any]) -> None:
    figures = json.loads((report / writing.BROWSER).read_text("utf-8"))
    assert figures["players"] == "random"
    assert set(figures["factions"]) == set(FACTIONS)
    row = facts["strengths"][0]["factions"][0]
    assert figures["factions"][row["faction"]] == [row["won"], row["low"], row["high"]]


def test_a_faction_has_the_partners_that_are_certain_the_best_first() -> None:
    def pair(one: str, other: str, low: float, synergy: float) -> dict[str, Any]:
        return {"faction": one, "partner": other, "synergy_low": low, "synergy": synergy}

    sure = [pair("A", name, 0.1, 0.1 * number) for number, name in enumerate("BCDE", start=3)]
    assert partners([*sure, pair("A", "F", -0.1, 0.9)]) == {
        "A": ["E", "D", "C"],
        **{name: ["A"] for name in "EDCB"},
    }


def test_the_file_for_the_browser_can_go_elsewhere(games: Path, tmp_path: Path) -> None:
    elsewhere, out = tmp_path / "elsewhere.json", tmp_path / "report"
    code, _ = run("lab", "report", games, "--out", out, "--figures", elsewhere)
    assert code == 0
    assert json.loads(elsewhere.read_text("utf-8"))["players"] == "random"
    assert not (out / writing.BROWSER).exists()


def test_the_command_stands_in_the_report(games: Path, report: Path, facts: dict[str, Any]) -> None:
    assert (
        facts["about"]["command"] == f"smashup lab report {games} --out {report} --speed random=2.5"
    )


def test_games_of_three_alone_have_a_report_too(tmp_path: Path) -> None:
    plan = LabPlan.of({"players": ["random"], "seats": 3, "games": 3})
    folder = GamesFolder(tmp_path / "games", plan)
    list(play(folder, plan, here(1)))
    out = tmp_path / "report"
    code, said = run("lab", "report", folder.path, "--out", out)
    assert (code, (out / "index.html").exists(), (out / writing.BROWSER).exists()) == (
        0,
        True,
        False,
    ), said
    code, said = run("lab", "report", folder.path, "--out", out, "--browser", "random")
    assert (code, "there are: none at all" in said) == (2, True)


def test_bad_input_gets_a_sentence_and_writes_nothing(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    code, said = run("lab", "report", tmp_path / "none", "--out", out)
    assert (code, "holds no games" in said) == (2, True)
    code, said = run("lab", "report", games, "--out", out, "--browser", "greedy")
    assert (code, "no games of two between 'greedy'" in said) == (2, True)
    for speed in ("fast", "random=fast", "=2", "random=0", "random=nan"):
        code, said = run("lab", "report", games, "--out", out, "--speed", speed)
        assert (code, "A speed is given as" in said) == (2, True)
    empty = GamesFolder(tmp_path / "empty", LabPlan.of({"players": ["random"], "games": 2}))
    code, said = run("lab", "report", empty.path, "--out", out)
    assert (code, "no games in these folders yet" in said) == (2, True)
    assert not out.exists()


def test_editions_are_compared_on_the_same_deals(games: Path, tmp_path: Path) -> None:
    """Other games by one of the editions are left out, and a deal that was not played by all."""
    plan = LabPlan.of({"players": ["random"], "factions": FACTIONS, "games": 8, "seed": 9})
    more = GamesFolder(tmp_path / "more", plan)
    list(play(more, plan, here(1)))
    editions = LabPlan.of(
        {
            "players": ["random"],
            "editions": ["core", "oops"],
            "factions": FACTIONS,
            "games": 12,
            "seed": 4,
        }
    )
    some = GamesFolder(tmp_path / "some", editions)
    for number in range(10):  # the last deal by one edition only
        some.write(record(editions, number))
    both = facts_of(Games(some.path, more.path), "")["editions"]
    by_edition = {
        name: [row for row in both if row["edition"] == name] for name in ("core", "oops")
    }
    for rows in by_edition.values():
        assert sum(row["games"] for row in rows) == 4 * 4  # four factions in each of four games
    assert {row["faction"] for row in by_edition["core"]} == {
        row["faction"] for row in by_edition["oops"]
    }


# -- the one that is published ---------------------------------------------------------------------


ROOT = Path(__file__).parents[2]


def test_the_document_and_the_published_report_are_of_the_same_games() -> None:
    """By whichever rules: `smashup lab report` writes the one of them, people the other."""
    text = (ROOT / "docs" / "report" / writing.FACTS).read_text("utf-8")
    published = json.loads(text.removeprefix("window.FACTS = ").removesuffix(";\n"))
    about = published["about"]
    [rules] = {folder["rules"] for folder in about["folders"]}
    games = sum(folder["games"] for folder in about["folders"])
    assert sum(kind["games"] for kind in about["kinds"]) == games
    document = (ROOT / "docs" / "laboratory.md").read_text("utf-8")
    told = re.search(
        r"It is made of ([\d,]+) games by rules (\d+)\. Fingerprint of the data: `(\w+)`", document
    )
    assert told is not None
    assert told.groups() == (f"{games:,}", str(rules), about["fingerprint"])
    assert about["command"] in document
    figures = json.loads((ROOT / "web" / "src" / "lib" / "figures.json").read_text("utf-8"))
    assert figures["fingerprint"] == about["fingerprint"]
    shown = {some["players"]: some["games"] for some in published["strengths"]}
    assert figures["games"] == shown[figures["players"]]
    page = (ROOT / "docs" / "report" / "report.js").read_text("utf-8")
    assert "rules ${folder.rules}" in page
