"""Results of simulations for people: rows of tables, and the page docs/factions.md."""

from __future__ import annotations

import shlex

from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.simulate import Plan, Record, Summary
from smashup.replay import package_version

HEADINGS = ("games", "win rate", "95 % interval", "VP", "turns")  # the last two are means


def cells(record: Record) -> tuple[str, ...]:
    """A record below the headings."""
    return (
        str(record.games),
        f"{record.win_rate:.1%}",
        f"{record.low:.1%} to {record.high:.1%}",
        f"{record.mean_vp:.1f}",
        f"{record.mean_turns:.1f}",
    )


def faction_page(plan: Plan, summary: Summary, path: str) -> str:
    """The whole page in Markdown; `path` is where it will be."""
    players = ", ".join(plan.players[:-1]) + f" and {plan.players[-1]}"
    unfinished = f" {summary.unfinished} did not end and count as won by nobody."
    parts = [
        "# How the factions do",
        f"{summary.games} games between {players}, rules of the edition `{plan.edition}`, "
        f"smashup {package_version()}, rules number {RULES_NUMBER}, "
        f"{len(summary.records)} factions." + (unfinished if summary.unfinished else ""),
        f"Made by:\n\n    {_command(plan, path)}",
        "A faction wins when the player who holds it wins, so a fair share is "
        f"{1 / len(plan.players):.0%}; a shared win counts as its share. Who holds what is drawn "
        "so that every faction is played equally often, in one player's hands only, and each deal "
        "is played with everyone in every seat. VP and turns are means. All this tells what these "
        "bots make of a faction, not what people would.",
        "\n".join(_table(summary)),
    ]
    return "\n\n".join(parts) + "\n"


def _command(plan: Plan, path: str) -> str:
    options = {
        "--players": ",".join(plan.players),
        "--games": str(plan.games),
        "--seed": str(plan.seed),
        "--edition": plan.edition,
        "--write": path,
    }
    words = [word for option in options.items() for word in option]
    return shlex.join(["smashup", "simulate", "--all-factions", *words])


def _table(summary: Summary) -> list[str]:
    rows = [("faction", *HEADINGS), ("---", *["--:"] * len(HEADINGS))]
    rows += [(record.name, *cells(record)) for record in summary.records]
    return ["| " + " | ".join(row) + " |" for row in rows]
