"""The chronicle of a game: what happened, in sentences, as far as the reader may know it.

Every door tells events by this: the terminal's log, a server's, a replay's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from smashup.engine.game import Game
from smashup.model import event as kinds
from smashup.model.event import Event
from smashup.model.state import EVERYONE

PLACES = ("first", "second", "third", "fourth")
PHASES = {
    "draft": "Draft",
    "mulligan": "Opening Hands",
    "start": "Start Turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw",
    "end": "End Turn",
    "over": "Game Over",
}
HARMS = {
    "destroy": "being destroyed",
    "move": "being moved",
    "return": "being returned",
    "place": "being placed elsewhere",
    "shuffle": "being shuffled away",
    "attach": "having it attached",
    "power": "a change of power",
    "counter": "a change of counters",
    "control": "a change of control",
    "cancel": "having its abilities cancelled",
    "transfer": "a transfer",
}

#: Kinds that only say in passing what the events around them already tell.
IN_PASSING = frozenset(
    {
        kinds.PHASE,
        kinds.AFFECTED,
        kinds.ABILITY_USED,
        kinds.TURN_ENDED,
        kinds.MINION_TO_DISCARD,
    }
)


def player_names(seats: int) -> list[str]:
    """What players are called where nobody has named them."""
    return [f"Player {seat + 1}" for seat in range(seats)]


def in_words(items: Sequence[str], last: str = "and") -> str:
    """A list as it is said: `A, B and C`.

    >>> in_words(["Zapbot", "Scout", "Invader"])
    'Zapbot, Scout and Invader'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, thing: str) -> str:
    """A number of things: `1 card`, `3 cards`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


class Chronicle:
    """Tells a game to one reader: a seat, who is called "you", or None for a spectator.

    It goes through the log in order, since the base at a place changes over time; told on from
    where it was, it need not begin again.
    """

    def __init__(
        self,
        game: Game,
        reader: int | None,
        names: Sequence[str] = (),
        sees_everything: bool = False,
    ) -> None:
        self.game = game
        self.reader = reader
        self.sees_everything = sees_everything
        self.names = names or player_names(game.players)
        self._bases: dict[int, str] = {}
        self._read = 0  # how many events have been gone through

    def tell(self, since: int = 0) -> Iterator[tuple[Event, str]]:
        """The events from that one on, each with its sentence."""
        if self._read == 0 or since < self._read:
            self._bases, self._read = self._first_bases(), 0
        for event in self.game.log[self._read :]:
            if event.kind == kinds.BASE_ENTERED:
                self._bases[event.place] = self.game.name(event.card)
            self._read += 1
            if self._read > since:
                yield event, self.sentence(event)

    def highlights(self, since: int = 0) -> Iterator[tuple[Event, str]]:
        """The same without what is said only in passing."""
        for event, sentence in self.tell(since):
            if not self.is_in_passing(event):
                yield event, sentence

    def is_in_passing(self, event: Event) -> bool:
        """Whether the events around it already tell what it says."""
        return event.kind in IN_PASSING or self._is_spent_action(event)

    def sentence(self, event: Event) -> str:
        """One event in words."""
        words = SENTENCES[event.kind](self, event)
        return words[:1].upper() + words[1:]

    def _first_bases(self) -> dict[int, str]:
        """Which base lay at each place first: what left it first, else what lies there now."""
        s = self.game.columns
        bases = {place: self.game.name(s.places[place].base) for place in s.row}
        for event in reversed(self.game.log):
            if event.kind == kinds.BASE_LEFT:
                bases[event.place] = self.game.name(event.card)
        return bases

    @staticmethod
    def _is_spent_action(event: Event) -> bool:
        """An action discarded because it has been carried out: neither from play nor from hand."""
        return event.kind == kinds.DISCARDED and event.place < 0 and not event.cards

    # -- parts of a sentence -----------------------------------------------------------

    def sees(self, event: Event) -> bool:
        """Whether the reader saw which cards an event is about."""
        if self.sees_everything or event.audience in (-1, EVERYONE):
            return True
        return self.reader is not None and bool(event.audience >> self.reader & 1)

    def who(self, seat: int) -> str:
        """A player as the subject of a sentence."""
        if seat < 0:
            return "the rules"
        return "you" if seat == self.reader else self.names[seat]

    def whose(self, seat: int) -> str:
        if seat < 0:
            return "the"
        return "your" if seat == self.reader else f"{self.names[seat]}'s"

    def their(self, seat: int) -> str:
        """The possessive that refers back to the subject."""
        return "your" if seat == self.reader else "their"

    def does(self, seat: int, verb: str) -> str:
        """A player doing something: `you draw`, `Player 2 draws`."""
        return f"{self.who(seat)} {verb if seat == self.reader else _third_person(verb)}"

    def base(self, place: int) -> str:
        return self._bases.get(place, "a base")

    def at(self, place: int) -> str:
        return f" at {self.base(place)}" if place >= 0 else ""

    def name(self, event: Event) -> str:
        """The card an event is about, if the reader may know it."""
        return self.game.name(event.card) if self.sees(event) else "a card"

    def its(self, event: Event) -> str:
        """A card in play with its controller: `your Zapbot`."""
        return f"{self.whose(event.controller)} {self.name(event).removeprefix('a ')}"

    def because(self, event: Event) -> str:
        """The card that caused an event, unless that is the card itself."""
        if event.by < 0 or event.by == event.card:
            return ""
        return f" ({self.game.name(event.by)})"

    def cards(self, event: Event) -> str:
        """Several cards: their names, or how many where the reader did not see them."""
        shown = event.cards or ((event.card,) if event.card >= 0 else ())
        if not self.sees(event) or not shown:
            return counted(event.amount or len(shown), "card")
        return in_words([self.game.name(card) for card in shown])

    def home(self, event: Event) -> str:
        """The owner of a card that goes home, as far as it is not the controller."""
        return "its owner's" if event.owner != event.controller else self.whose(event.owner)


def _third_person(verb: str) -> str:
    """`draws`, `passes`, for the first word of a verb."""
    first, _, rest = verb.partition(" ")
    irregular = {"have": "has", "are": "is"}
    ending = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    if first.endswith("y") and first[-2] not in "aeiou":
        first, ending = first[:-1], "ies"
    return irregular.get(first, first + ending) + (f" {rest}" if rest else "")


# -- cards played and leaving play ---------------------------------------------------------


def _minion_played(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'play')} {c.name(e)}{c.at(e.place)}."


def _action_played(c: Chronicle, e: Event) -> str:
    on = f" on {c.game.name(e.to)}" if e.to >= 0 else ""
    return f"{c.does(e.seat, 'play')} {c.name(e)}{on}{c.at(e.place)}."


def _minion_moved(c: Chronicle, e: Event) -> str:
    return f"{c.its(e)} moves from {c.base(e.place)} to {c.base(e.to)}{c.because(e)}."


def _minion_destroyed(c: Chronicle, e: Event) -> str:
    return f"{c.its(e)} is destroyed{c.at(e.place)}{c.because(e)}."


def _to_discard(c: Chronicle, e: Event) -> str:
    return f"{c.its(e)} goes{_from(c, e)} to the discard pile."


def _action_destroyed(c: Chronicle, e: Event) -> str:
    if e.by < 0:  # the rules did it: its base scored, or its minion is protected from it
        return _to_discard(c, e)
    return f"{c.its(e)} is destroyed{c.at(e.place)}{c.because(e)}."


def _returned(c: Chronicle, e: Event) -> str:
    return f"{c.its(e)} returns{_from(c, e)} to {c.home(e)} hand{c.because(e)}."


def _from(c: Chronicle, e: Event) -> str:
    return f" from {c.base(e.place)}" if e.place >= 0 else ""


def _placed(c: Chronicle, e: Event) -> str:
    if e.cards:
        return f"{c.does(e.seat, 'put')} {c.cards(e)} {_put_where(c, e)}{c.because(e)}."
    if e.word == "buried":
        return f"{c.its(e)}, buried{c.at(e.place)}, goes to {c.base(e.to)}{c.because(e)}."
    where = {
        "hand": f"into {c.home(e)} hand",
        "top of deck": f"on top of {c.home(e)} deck",
        "bottom of deck": f"at the bottom of {c.home(e)} deck",
        "into deck": f"into {c.home(e)} deck",
    }.get(e.word, "out of play")
    return f"{c.its(e)} is put{_from(c, e)} {where}{c.because(e)}."


def _put_where(c: Chronicle, e: Event) -> str:
    their = c.their(e.seat)
    return {
        "discard to hand": f"from {their} discard pile into {their} hand",
        "top of deck": "on top of the deck",
        "bottom of deck": "at the bottom of the deck",
        "into deck": "into the deck",
    }.get(e.word, e.word)


def _affected(c: Chronicle, e: Event) -> str:
    return f"{c.its(e)} is affected{c.because(e)}."


def _protected(c: Chronicle, e: Event) -> str:
    harm = HARMS.get(e.word, "that")
    return f"{c.whose(e.seat)} {c.name(e)} is protected from {harm}{c.because(e)}."


def _replaced(c: Chronicle, e: Event) -> str:
    saver = "itself" if e.by == e.card else c.game.name(e.by)
    return f"{c.whose(e.seat)} {c.name(e)} would be destroyed: {saver} steps in."


# -- hands, decks and piles ----------------------------------------------------------------


def _drawn(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'draw')} {c.cards(e)}{c.because(e)}."


def _discarded(c: Chronicle, e: Event) -> str:
    if e.cards:
        return f"{c.does(e.seat, 'discard')} {c.cards(e)}{c.because(e)}."
    return _to_discard(c, e)


def _seen(c: Chronicle, e: Event) -> str:
    if e.word == "reveal":
        return f"{c.does(e.seat, 'reveal')} {c.cards(e)}{c.because(e)}."
    looker = e.by_seat if e.by_seat >= 0 else e.seat
    whose = c.their(e.seat) if looker == e.seat else c.whose(e.seat)
    which = f": {c.cards(e)}" if c.sees(e) else ""
    return f"{c.does(looker, 'look')} at {e.amount} of {whose} cards{c.because(e)}{which}."


def _shuffled(c: Chronicle, e: Event) -> str:
    if e.seat < 0:
        into = e.word.partition(" into ")
        return f"the {into[0]} is shuffled{' into the ' + into[2] if into[2] else ''}."
    what = e.word.replace("into deck", f"into {c.their(e.seat)} deck")
    return f"{c.does(e.seat, 'shuffle')} {c.their(e.seat)} {what}."


def _boxed(c: Chronicle, e: Event) -> str:
    return f"{c.cards(e)} goes back into the box{c.because(e)}."


def _buried(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'bury')} {c.name(e)}{c.at(e.place)}{c.because(e)}."


def _uncovered(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'uncover')} {c.name(e)}{c.at(e.place)}."


def _card_laid(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'put')} {c.name(e)} face down for the duel."


def _duel_ended(c: Chronicle, e: Event) -> str:
    if not e.cards:
        return "the duel ends without a result."
    winners = in_words([c.game.name(card) for card in e.cards])
    return f"{winners} {'wins' if len(e.cards) == 1 else 'tie in'} the duel."


# -- what changes in play ------------------------------------------------------------------


def _transferred(c: Chronicle, e: Event) -> str:
    if e.amount:
        counters = counted(e.amount, "+1 power counter")
        to = c.game.name(e.cards[0])
        return f"{counters} moves from {c.name(e)} to {to}{c.because(e)}."
    to = c.game.name(e.cards[0]) if e.cards else c.base(e.to)
    return f"{c.its(e)} is transferred to {to}{c.because(e)}."


def _counters(c: Chronicle, e: Event) -> str:
    verb = "gets" if e.amount > 0 else "loses"
    return f"{c.its(e)} {verb} {counted(abs(e.amount), '+1 power counter')}{c.because(e)}."


def _power_changed(c: Chronicle, e: Event) -> str:
    change = f"{e.amount:+d} power until the end of the turn"
    if e.card < 0:
        return f"{c.whose(e.seat)} minions{c.at(e.place)} have {change}{c.because(e)}."
    return f"{c.its(e)}{c.at(e.place)} gets {change}{c.because(e)}."


def _breakpoint_changed(c: Chronicle, e: Event) -> str:
    if e.word == "set":
        return f"the breakpoint of {c.base(e.place)} is {e.amount} this turn{c.because(e)}."
    return f"the breakpoint of {c.base(e.place)} changes by {e.amount:+d} this turn{c.because(e)}."


def _control_changed(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.to, 'take')} control of {c.its(e)}{c.because(e)}."


def _cancelled(c: Chronicle, e: Event) -> str:
    return f"the abilities of {c.its(e)} are cancelled{c.because(e)}."


def _extra_play(c: Chronicle, e: Event) -> str:
    return f"{c.who(e.seat)} may play an extra {e.word}{c.because(e)}."


def _ability_used(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'use')} the ability of {c.name(e)}."


def _restricted(c: Chronicle, e: Event) -> str:
    return f"{c.who(e.seat)} cannot play actions in {c.their(e.seat)} next turn{c.because(e)}."


def _duel_started(c: Chronicle, e: Event) -> str:
    duellists = [c.game.name(card) for card in e.cards]
    return f"a duel begins{c.at(e.place)}: {in_words(duellists, 'against')}."


# -- scoring and the turn ------------------------------------------------------------------


def _before_scoring(c: Chronicle, e: Event) -> str:
    return f"{c.base(e.place)} has reached its breakpoint: it scores."


def _after_scoring(c: Chronicle, e: Event) -> str:
    return f"{c.base(e.place)} has scored."


def _awarded(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'take')} {PLACES[e.to]} place{c.at(e.place)}."


def _victory_points(c: Chronicle, e: Event) -> str:
    verb = "gain" if e.amount >= 0 else "lose"
    return f"{c.does(e.seat, verb)} {abs(e.amount)} VP{c.because(e)}."


def _base_entered(c: Chronicle, e: Event) -> str:
    return f"{c.name(e)} comes into play."


def _base_left(c: Chronicle, e: Event) -> str:
    return f"{c.name(e)} leaves play."


def _turn_started(c: Chronicle, e: Event) -> str:
    return f"turn {e.amount}: {c.who(e.seat)}."


def _turn_ended(c: Chronicle, e: Event) -> str:
    return f"{c.whose(e.seat)} turn ends."


def _phase(c: Chronicle, e: Event) -> str:
    return f"phase: {PHASES.get(e.word, e.word)}."


def _faction_chosen(c: Chronicle, e: Event) -> str:
    return f"{c.does(e.seat, 'choose')} {e.word}."


def _game_over(c: Chronicle, e: Event) -> str:
    winners = c.game.winners
    if len(winners) == 1:
        return f"{c.does(winners[0], 'win')} the game."
    return f"{in_words([c.who(seat) for seat in winners])} share the win."


#: How each kind of event is told.
SENTENCES: dict[str, Callable[[Chronicle, Event], str]] = {
    kinds.MINION_PLAYED: _minion_played,
    kinds.ACTION_PLAYED: _action_played,
    kinds.MINION_MOVED: _minion_moved,
    kinds.MINION_DESTROYED: _minion_destroyed,
    kinds.MINION_TO_DISCARD: _to_discard,
    kinds.ACTION_DESTROYED: _action_destroyed,
    kinds.AFFECTED: _affected,
    kinds.CARD_BURIED: _buried,
    kinds.CARD_UNCOVERED: _uncovered,
    kinds.CARDS_SEEN: _seen,
    kinds.DUEL_STARTED: _duel_started,
    kinds.CARD_LAID: _card_laid,
    kinds.DUEL_ENDED: _duel_ended,
    kinds.BASE_ENTERED: _base_entered,
    kinds.TURN_STARTED: _turn_started,
    kinds.TURN_ENDED: _turn_ended,
    kinds.BEFORE_SCORING: _before_scoring,
    kinds.AFTER_SCORING: _after_scoring,
    kinds.PHASE: _phase,
    kinds.DRAWN: _drawn,
    kinds.DISCARDED: _discarded,
    kinds.RETURNED: _returned,
    kinds.PLACED: _placed,
    kinds.SHUFFLED: _shuffled,
    kinds.TRANSFERRED: _transferred,
    kinds.COUNTERS: _counters,
    kinds.POWER_CHANGED: _power_changed,
    kinds.BREAKPOINT_CHANGED: _breakpoint_changed,
    kinds.CONTROL_CHANGED: _control_changed,
    kinds.CANCELLED: _cancelled,
    kinds.PROTECTED: _protected,
    kinds.REPLACED: _replaced,
    kinds.EXTRA_PLAY: _extra_play,
    kinds.ABILITY_USED: _ability_used,
    kinds.VICTORY_POINTS: _victory_points,
    kinds.AWARDED: _awarded,
    kinds.BASE_LEFT: _base_left,
    kinds.FACTION_CHOSEN: _faction_chosen,
    kinds.RESTRICTED: _restricted,
    kinds.BOXED: _boxed,
    kinds.GAME_OVER: _game_over,
}
