"""The table drawn for one viewer, from nothing but what that viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from smashup.cards import find_card
from smashup.chronicle import PHASES
from smashup.engine.observation import Observation
from smashup.protocol.view import BaseView, Buried, Piece
from smashup.terminal.seats import COLOURS
from smashup.terminal.words import vp
from smashup.view import private, public

BAR = 10  # characters of the bar that shows how near a base is to scoring
FRAME = 6  # characters of a title's line that belong to the frame


class Picture:
    """Draws an observation; `names` are those of the players in seat order."""

    def __init__(self, observation: Observation, names: Sequence[str]) -> None:
        self.seen = public(observation)
        self.buried = private(observation).buried
        self.viewer = observation.seat
        self.names = names

    def table(self, width: int, wide: bool) -> RenderableType:
        """Everybody's numbers and every base with what lies there."""
        seen = self.seen.bases
        columns = min(3, len(seen)) if wide else 1
        each = width // max(1, columns) - (1 if columns > 1 else 0)
        bases = [self._base(base, each) for base in seen]
        laid: RenderableType = Group(*bases)
        if columns > 1:
            laid = Columns(bases, width=each, padding=(0, 1, 0, 0))
        return Group(self.heading(), self._players(), laid)

    def heading(self) -> Text:
        """Whose turn and which phase it is."""
        turn = self.seen.turn
        text = Text(f"Turn {self.seen.turn_number}", style="bold")
        text.append(" · ")
        text.append(self.name(turn), style=COLOURS[turn])
        return text.append(f" · {PHASES[self.seen.phase]}")

    def name(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.names[seat]

    def _players(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat, player in enumerate(self.seen.players):
            hand, deck, pile = player.hand, player.deck, len(player.discard)
            table.add_row(
                "▶" if seat == self.seen.turn else " ",
                Text(self.name(seat), style=f"bold {COLOURS[seat]}"),
                Text(f"{player.vp} VP", style="bold"),
                " + ".join(player.factions),
                Text(f"hand {hand}  deck {deck}  discard {pile}", style="dim"),
            )
        return table

    def _base(self, base: BaseView, width: int) -> Panel:
        printed = find_card(base.name)
        total = base.total
        lines: list[RenderableType] = [Text(printed.text, style="dim")] if printed.text else []
        for seat, power in enumerate(base.powers):
            lines += self._side(base, seat, power)
        if base.actions:
            lines.append(Text("On the base: ").append(", ".join(map(self._action, base.actions))))
        breakpoint = base.breakpoint
        words = f"{base.name} {total} of {breakpoint} "
        bar = _bar(total, breakpoint, width - len(words) - FRAME)
        return Panel(
            Group(*lines),
            title=Text(words + bar, style="bold"),
            title_align="left",
            subtitle=f"VP {vp(printed)}",
            subtitle_align="right",
            padding=(0, 1),
            border_style="bold red" if base.ready else "dim",
        )

    def _side(self, base: BaseView, seat: int, power: int) -> list[RenderableType]:
        """What a player has at a base: one line, or none."""
        minions = [card for card in base.minions if card.controller == seat]
        buried = [card for card in base.buried if card.controller == seat]
        if not (minions or buried or power):
            return []
        line = Table.grid(padding=(0, 1, 0, 0))
        line.add_column(no_wrap=True)
        things = [self._minion(card) for card in minions]
        things += [f"buried: {self._face_down(card)}" for card in buried]
        who = Text(f"{self.name(seat)}: {power}", style=f"bold {COLOURS[seat]}")
        line.add_row(who, Text(" · ".join(things)))
        return [line]

    def _minion(self, card: Piece) -> str:
        words = f"{card.name} {card.power}"
        if card.counters:
            words += f" (+{card.counters} counters)"
        if card.actions:
            words += f" [{', '.join(map(self._action, card.actions))}]"
        return words

    def _face_down(self, card: Buried) -> str:
        return card.name or self.buried.get(card.key, "a card")

    def _action(self, card: Piece) -> str:
        return f"{card.name} ({self.name(card.controller)})"


def _bar(total: int, breakpoint: int, room: int) -> str:
    """How near a base is to scoring, as long as there is room for it."""
    length = max(0, min(BAR, room))
    filled = length if total >= breakpoint else total * length // breakpoint
    return "█" * filled + "░" * (length - filled)
