"""A game played at one keyboard: people are asked, bots answer, everybody is told what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.table import Table
from rich.text import Text

from smashup.cards.registry import CARDS, FACTIONS
from smashup.chronicle import Chronicle
from smashup.engine.game import Game
from smashup.model.card import Card
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError
from smashup.model.event import TURN_STARTED
from smashup.model.ids import CardId, Seat
from smashup.model.state import HAND
from smashup.model.words import listed
from smashup.packs.blaming import fault_of
from smashup.packs.finding import said
from smashup.players import BotFailed, GuardedPlayer, Player
from smashup.players.guard import STAND_IN
from smashup.replay import deciders, undo
from smashup.terminal.help import HELP
from smashup.terminal.hint import hint
from smashup.terminal.menu import Entry, Menu, one_of_each, sorted_hand
from smashup.terminal.saving import Keeper
from smashup.terminal.screen import Left, Screen, pick, words_of
from smashup.terminal.seats import COLOURS, HUMAN, seat_names
from smashup.terminal.table import Picture
from smashup.terminal.why import reasons
from smashup.terminal.words import full_card
from smashup.view.moments import question
from smashup.view.phrases import kind_of, option_labels, plays_left


class Session:
    """One game from here to its end, or until the person leaves."""

    def __init__(
        self, screen: Screen, game: Game, seats: tuple[str, ...], players: dict[Seat, Player]
    ) -> None:
        self.screen = screen
        self.game = game
        self.seats = seats
        self.names = seat_names(seats)
        self.players = {seat: self._guarded(seat, bot) for seat, bot in players.items()}
        self.keeper = Keeper(screen, seats)
        people = [seat for seat, who in zip(game.seats, seats, strict=True) if who == HUMAN]
        self.people = people
        # Whose eyes are on the screen; with several people nobody's until one takes it.
        self.viewer: Seat | None = people[0] if len(people) == 1 else None
        self._told: dict[int | None, int] = {}  # how much of the log each viewer has been told
        self._sound = 0  # so many answers were given, and nothing failed
        self._notices: list[str] = []  # what went wrong with bots
        self._noticed: dict[int | None, int] = {}  # how many of them each viewer has been told
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "table": self._table,
            "card": self._card,
            "why": self._why,
            "hint": self._hint,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }

    def play(self) -> None:
        """Plays until the game is over or the person leaves."""
        try:
            while (decision := self.game.decision) is not None:
                self._sound = len(self.game.answers)
                self._tell()
                if decision.seat in self.players:
                    self._bot_answers(decision)
                else:
                    self._hand_over(decision.seat)
                    self._ask(decision)
            self._tell()
            self._finish()
        except Left:
            self._leave()
        except SmashUpError:
            raise
        except Exception as error:
            raise SmashUpError(self._broken_off(error)) from error

    def skip_story(self) -> None:
        """What has happened up to now is known: nobody needs to be told again."""
        self._told = {viewer: len(self.game.log) for viewer in (None, *self.people)}

    # -- bots, and telling what happened -----------------------------------------------

    def _guarded(self, seat: Seat, bot: Player) -> Player:
        """A bot that is replaced if it fails."""
        seed = self.game.setup.seed if self.game.setup is not None else 0
        return GuardedPlayer(bot, seed + seat, partial(self._replace, seat))

    def _replace(self, seat: Seat, failure: BotFailed) -> None:
        """Everybody is told that a bot has failed; a saved game knows who took its place."""
        self._notices.append(f"{self.names[seat]} {failure}; from now on {STAND_IN} plays for it.")
        self.seats = (*self.seats[:seat], STAND_IN, *self.seats[seat + 1 :])
        self.keeper.seats = self.seats

    def _bot_answers(self, decision: Decision) -> None:
        observation = self.game.observe(decision.seat)
        try:
            answer = self.players[decision.seat].choose(observation, decision)
        except KeyboardInterrupt as error:  # somebody would not wait for it
            raise Left from error
        self.game.decide(answer)

    def _tell(self) -> None:
        """Tells whoever looks at the screen what they have not been told yet."""
        if self.viewer is None and self.people:
            return
        for notice in self._notices[self._noticed.get(self.viewer, 0) :]:
            self.screen.say(notice, style="yellow")
        self._noticed[self.viewer] = len(self._notices)
        chronicle = Chronicle(self.game, self.viewer, self.names)
        for event, sentence in chronicle.highlights(self._told.get(self.viewer, 0)):
            if event.kind == TURN_STARTED:
                self.screen.title(sentence.rstrip("."))
            else:
                self._line(
                    Text("•", style=COLOURS[event.seat] if event.seat >= 0 else ""), sentence
                )
        self._told[self.viewer] = len(self.game.log)

    def _hand_over(self, seat: Seat) -> None:
        """With several people at one keyboard nobody sees another's hand."""
        if self.viewer == seat:
            return
        if self.viewer is not None:
            self.screen.wait(f"\nPress Enter, then hand the keyboard to {self.names[seat]}.")
        self.screen.clear()
        self.viewer = None
        self.screen.wait(f"{self.names[seat]}: press Enter when only you are looking.")
        self.screen.clear()
        self.viewer = seat
        self._tell()

    # -- asking ------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Asks a person until there is an answer, or the game was taken back."""
        menu = Menu(self.game, decision, self.names, self.viewer)
        among = menu.entries
        own_turn = self.game.turn == decision.seat
        self._show_again(decision, menu, table=decision.kind == "play" or not own_turn)
        while self.game.decision is decision:
            narrowed = among is not menu.entries
            typed = self.screen.read("which? (0 goes back) > " if narrowed else self._cue)
            if self._command(typed):
                continue
            if not typed or (narrowed and typed.casefold() in ("0", "b", "back")):
                among = menu.entries
                self._show_again(decision, menu, table=not typed)
                continue
            found = menu.find(typed, among)
            if not found:
                self.screen.say(_not_understood(typed), style="yellow")
            elif len(found) == 1 and len(found[0].options) == 1:
                self.game.decide(found[0].options[0])
                self.keeper.autosave(self.game)
            else:
                among = menu.narrowed(found[0]) if len(found) == 1 else found
                self._list(among, found[0].label if len(found) == 1 else f"{typed!r} could be")

    def _show_again(self, decision: Decision, menu: Menu, table: bool) -> None:
        if table:
            self._table("")
        self._present(decision, menu)

    @property
    def _cue(self) -> str:
        """What stands before the cursor; with several people, whose answer is awaited."""
        return "you > " if len(self.people) == 1 else f"{self.names[self.viewer or 0]} > "

    def _command(self, typed: str) -> bool:
        """Carries out a command; whether it was one."""
        word, _, rest = typed.partition(" ")
        command = self._commands.get(word.casefold())
        if command is None:
            return False
        command(rest.strip())
        return True

    def _present(self, decision: Decision, menu: Menu) -> None:
        """Says what is asked, by which card, and what the answers are."""
        if decision.kind == "play":
            self._present_hand(decision, menu)
            return
        if decision.source >= 0:
            source = self.game.card(decision.source)
            self.screen.show(
                Text.assemble((f"\n{source.name} asks ", "bold"), (f"({source.text})", "dim"))
            )
        asked = question(self.game, decision.question)
        self.screen.say(asked + self._picks(decision), style="bold")
        for number, entry in enumerate(menu.entries, start=1):
            windowed = decision.kind == "window"  # abilities to use: what they do matters most
            self._line(number, self._with_words(entry, decision) if windowed else entry.label)
        if menu.decline is not None:
            self._line(0, menu.decline.label)

    def _picks(self, decision: Decision) -> str:
        """How a row of picks stands."""
        if decision.most <= 1:
            return ""
        picked = option_labels(self.game, decision.picked, self.names, self.viewer)
        done = f"; picked: {listed(picked)}" if picked else ""
        return f" (pick {len(picked) + 1} of up to {decision.most}{done})"

    def _list(self, entries: list[Entry], title: str) -> None:
        self.screen.say(title, style="bold")
        for number, entry in enumerate(entries, start=1):
            self._line(number, entry.label)

    def _line(self, mark: int | Text, words: str | Text) -> None:
        """A line with a number or a mark before it, under which it does not run on."""
        row = Table.grid(padding=(0, 1, 0, 0))
        row.add_column(width=3, justify="right")
        number = mark if isinstance(mark, Text) else Text(str(mark), style="bold")
        row.add_row(number, Text(words) if isinstance(words, str) else words)
        self.screen.show(row)

    def _present_hand(self, decision: Decision, menu: Menu) -> None:
        """The Play Cards decision is the hand itself, each card with its words."""
        self.screen.say(f"You may still play: {plays_left(self.game)}.", style="bold")
        for number, entry in enumerate(menu.entries, start=1):
            self._line(number, self._entry_words(entry, decision))
        playable = {self.game.name(entry.card) for entry in menu.entries if entry.card >= 0}
        hand = one_of_each(self.game, sorted_hand(self.game, decision.seat))
        idle = [card for card in hand if self.game.name(card) not in playable]
        if idle:
            names = ", ".join(self._named(card, decision.seat) for card in idle)
            self._line(Text("–"), f"not now: {names} (`why` says why)")
        assert menu.decline is not None
        self._line(0, menu.decline.label)

    def _entry_words(self, entry: Entry, decision: Decision) -> Text:
        """A line of the hand: `Zapbot ×2 (minion 2) When played: …`."""
        if entry.card < 0 or self.game.columns.zone[entry.card] != HAND:
            return self._with_words(entry, decision)
        card = self.game.card(entry.card)
        name = self._named(entry.card, decision.seat)
        return Text.assemble((name, "bold"), f" ({kind_of(card)})  {card.text}")

    def _with_words(self, entry: Entry, decision: Decision) -> Text:
        card = decision.options[entry.options[0]].card
        return Text.assemble((entry.label, "bold"), f"  {self.game.card(card).text}")

    def _named(self, card: CardId, seat: Seat) -> str:
        """A card in hand with the number of its copies there."""
        copies = [self.game.name(other) for other in self.game.hand(seat)].count(
            self.game.name(card)
        )
        return self.game.name(card) + (f" ×{copies}" if copies > 1 else "")

    # -- commands ----------------------------------------------------------------------

    def _help(self, _: str) -> None:
        self.screen.show(HELP)

    def _table(self, _: str) -> None:
        if not self.game.columns.row:
            return  # a draft: there is no table yet
        picture = Picture(self.game.observe(self.viewer), self.names)
        self.screen.console.print()
        self.screen.show(picture.table(self.screen.console.width, self.screen.wide))

    def _card(self, name: str) -> None:
        """The words and rulings of a card, or the cards of a faction."""
        factions = list(FACTIONS.values())
        meant = pick(name, [faction.name for faction in factions])
        found = [CARDS[i] for i in pick(name, [card.name for card in CARDS])]
        if not found or any(words_of(factions[i].name) == words_of(name) for i in meant):
            found = [card for i in meant for card in (*factions[i].cards, *factions[i].bases)]
        if not found:
            self.screen.say("Which card? Type: card and part of its name.", style="yellow")
        for card in found:
            self.screen.show(full_card(card) if len(found) <= 3 else _short_card(card))

    def _why(self, about: str) -> None:
        assert self.viewer is not None
        for line in reasons(self.game, self.viewer, about):
            self.screen.say(f"  {line}")

    def _hint(self, _: str) -> None:
        """What a strong player would do, and how everybody's chances are."""
        for line in hint(self.game, self.names):
            self.screen.say(f"  {line}")

    def _log(self, _: str) -> None:
        chronicle = Chronicle(self.game, self.viewer, self.names)
        lines = [sentence for _, sentence in chronicle.highlights()]
        console = self.screen.console
        if console.is_terminal and len(lines) > console.height:
            with console.pager():
                console.print("\n".join(lines), markup=False)
        else:
            self.screen.say("\n".join(lines))

    def _undo(self, _: str) -> None:
        """Takes the last answer of a person back, and with it all that followed."""
        who = deciders(self.game)
        mine = [move for move, seat in enumerate(who) if seat in self.people]
        if not mine:
            self.screen.say("There is nothing to take back.", style="yellow")
            return
        self.game = undo(self.game, len(who) - mine[-1])
        self.skip_story()
        self.keeper.autosave(self.game)
        self.screen.say("Taken back.", style="green")

    def _save(self, name: str) -> None:
        self.keeper.save(self.game, name)

    def _quit(self, _: str) -> None:
        raise Left

    # -- the end -----------------------------------------------------------------------

    def _leave(self) -> None:
        self.keeper.autosave(self.game)
        again = self.keeper.resuming(self.game)
        self.screen.say(f"Your game is kept. Go on with: {again}", whole=True)

    def _broken_off(self, error: Exception) -> str:
        """What is said when a card's code fails: whose it is, and that the game goes on from where
        it was before."""
        self.game = self.game.replayed(min(self._sound, len(self.game.answers)))
        self.keeper.autosave(self.game)
        failed = str(fault_of(error) or f"The game itself failed: {said(error)}")
        rest = self.keeper.keep_traceback(error)
        where = f" All that Python says of it is in {rest}." if rest else ""
        again = self.keeper.resuming(self.game)
        return f"{failed}.{where} The game is kept as it was before that. Go on with: {again}"

    def _finish(self) -> None:
        self._table("")
        game = self.game
        names = ["You" if seat == self.viewer else name for seat, name in enumerate(self.names)]
        winners = [names[seat] for seat in game.winners]
        verb = "win" if winners == ["You"] or len(winners) > 1 else "wins"
        points = listed([f"{name} {vp}" for name, vp in zip(names, game.vp, strict=True)])
        self.screen.title(f"{listed(winners)} {verb}! Victory points: {points}.")
        self.keeper.forget()
        if self.people:
            name = self.screen.read("Save the replay? A file name, or Enter for no > ")
            if name:
                self.keeper.save(game, name)


def _short_card(card: Card) -> Text:
    return Text.assemble((card.name, "bold"), f" ({kind_of(card)})  {card.text}")


def _not_understood(typed: str) -> str:
    if typed.isdigit():
        return f"There is no option {typed}."
    return f"Nothing here is called {typed!r}. Type a number or part of a name, or ? for help."
