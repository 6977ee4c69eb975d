"""The chronicle of a game: what happened, in sentences, as far as the reader may know it.

Every door tells events by this: the terminal's log, a server's, a replay's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from smashup.engine.game import Game
from smashup.model import event as kinds
from smashup.model.card import MINION
from smashup.model.event import Event
from smashup.model.ids import NO_PLACE, NO_SEAT, PlaceId, Seat
from smashup.model.state import EVERYONE
from smashup.model.words import Player, Sentence, Value, Words, called, capital, listed

Id = TypeVar("Id", Seat, PlaceId)

PLACES: tuple[Sentence, ...] = ("first", "second", "third", "fourth")
PHASES: dict[str, Sentence] = {
    "draft": "Draft",
    "mulligan": "Opening Hands",
    "start": "Start Turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw",
    "end": "End Turn",
    "over": "Game Over",
}
#: Small numbers as they are said; larger ones are written in figures.
NUMBERS: tuple[Sentence, ...] = ("none", "one", "two", "three", "four", "five", "six")
HARMS: dict[str, Sentence] = {
    "destroy": "being destroyed",
    "move": "being moved",
    "return": "being returned",
    "place": "being placed elsewhere",
    "shuffle": "being shuffled away",
    "attach": "having actions put on it",
    "power": "a change of its power",
    "counter": "a change of its counters",
    "control": "a change of control",
    "cancel": "having its abilities cancelled",
    "transfer": "being transferred",
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
#: Kinds that are told in one sentence where they concern several cards at one moment.
AT_ONCE = frozenset({kinds.POWER_CHANGED, kinds.COUNTERS})


def in_words(number: int) -> Value:
    """A number as a person says it: `two`, `7`."""
    return Words(NUMBERS[number]) if number < len(NUMBERS) else number


def copies(name: str, number: int) -> Value:
    """A card that is there once or several times: `Groupie`, `Groupie ×2`."""
    return name if number == 1 else Words("{card} ×{number}", card=name, number=number)


def player_names(seats: int) -> list[str]:
    """What players are called where nobody has named them."""
    return [f"Player {seat + 1}" for seat in range(seats)]


class Chronicle:
    """Tells a game to one reader: a seat, who is called "you", or None for a spectator.

    It goes through the log in order, since the base at a place changes over time; told on from
    where it was, it need not begin again.
    """

    def __init__(
        self,
        game: Game,
        reader: Seat | None,
        names: Sequence[str] = (),
        sees_everything: bool = False,
    ) -> None:
        self.game = game
        self.reader = reader
        self.sees_everything = sees_everything
        self._called = called(names or player_names(game.players), reader)
        self._bases: dict[PlaceId, str] = {}
        self._read = 0  # how many events have been gone through
        self._moment: list[Event] = []  # the last of them, with those of the same moment before it

    def told(self, since: int = 0) -> Iterator[tuple[Event, Words]]:
        """The events from that one on, each in words."""
        if self._read == 0 or since < self._read:
            self._bases, self._read = self._first_bases(), 0
        for event in self.game.log[self._read :]:
            if event.kind == kinds.BASE_ENTERED:
                self._bases[event.place] = self.game.name(event.card)
            self._follow(event)
            self._read += 1
            if self._read > since:
                yield event, self.words(event)

    def tell(self, since: int = 0) -> Iterator[tuple[Event, str]]:
        """The same in English."""
        for event, words in self.told(since):
            yield event, self._in_english(words)

    def highlights(self, since: int = 0) -> Iterator[tuple[Event, str]]:
        """The same without what is said only in passing."""
        for event, sentence in self.tell(since):
            if not self.is_in_passing(event):
                yield event, sentence

    def is_in_passing(self, event: Event) -> bool:
        """Whether the events around it already tell what it says."""
        if event.kind in AT_ONCE and event.together:  # the last card's tells it of all
            return event.card != event.together[-1]
        return event.kind in IN_PASSING or self._is_spent_action(event)

    def words(self, event: Event) -> Words:
        """One event in words. Whoever shows them begins them with a capital."""
        return SENTENCES[event.kind](self, event)

    def sentence(self, event: Event) -> str:
        """One event in English."""
        return self._in_english(self.words(event))

    def at_once(self, event: Event) -> list[Event]:
        """The events that are told in one sentence with this one, the last: mostly it alone."""
        whole = self._moment and len(self._moment) == len(event.together)
        return self._moment if whole and self._moment[-1] is event else [event]

    def _follow(self, event: Event) -> None:
        """Keeps together what happens to several cards at one moment."""
        goes_on = event.kind in AT_ONCE and event.card not in event.together[:1]
        self._moment = [*self._moment, event] if goes_on and event.together else [event]

    def _in_english(self, words: Words) -> str:
        return capital(words.text(self._called))

    def _first_bases(self) -> dict[PlaceId, str]:
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

    def does(self, seat: Seat, you: Sentence, they: Sentence, /, **values: Value) -> Words:
        """A player doing something: one sentence for the reader, one for anybody else.

        No value may be called as a sentence is here: the compiler would take the one for the other.
        """
        if seat == self.reader:
            return Words(you, **values)
        player: Value = Player(seat) if seat >= 0 else Words("the rules")
        return Words(they, player=player, **values)

    def whose(
        self, seat: Seat, you: Sentence, they: Sentence, none: Sentence, /, **values: Value
    ) -> Words:
        """The same of what is a player's, or nobody's."""
        return self.does(seat, you, they, **values) if seat >= 0 else Words(none, **values)

    def base(self, place: PlaceId) -> Value:
        return self._bases.get(place) or Words("a base")

    def name(self, event: Event) -> Value:
        """The card an event is about, if the reader may know it."""
        return self.game.name(event.card) if self.sees(event) else Words("a card")

    def its(self, event: Event, seat: Seat | None = None) -> Words:
        """A card in play with its controller, or with that player: `your Zapbot`."""
        seat = event.controller if seat is None else seat
        if not self.sees(event):
            return self.whose(seat, "your card", "{player}'s card", "the card")
        name = self.game.name(event.card)
        if name.startswith("The "):  # nobody says "your The Burst"
            return self.whose(seat, "{card} (you)", "{card} ({player})", "{card}", card=name)
        return self.whose(seat, "your {card}", "{player}'s {card}", "the {card}", card=name)

    def because(self, event: Event, words: Words) -> Words:
        """What happened as a whole sentence, with the card that caused it unless it is itself."""
        cause = self.cause(event)
        if not cause:
            return Words("{event}.", event=words)
        return Words("{event} ({cause}).", event=words, cause=_named_once(cause, words))

    def because_of_cards(self, event: Event, words: Words) -> Words:
        """The same with the cards that it was about."""
        cause, cards = self.cause(event), self.cards(event)
        if not cause:
            return Words("{event}: {cards}.", event=words, cards=cards)
        once = _named_once(cause, words)
        return Words("{event} ({cause}): {cards}.", event=words, cause=once, cards=cards)

    def cause(self, event: Event) -> str:
        """The card that did it; left out where it goes without saying, unless that would tell
        which card it is about."""
        alone = len(self.at_once(event)) == 1
        is_itself = alone and event.by == event.card and self.sees(event)
        return "" if event.by < 0 or is_itself else self.game.name(event.by)

    def cards(self, event: Event) -> Value:
        """Several cards: their names, or how many where the reader did not see them."""
        shown = event.cards or tuple(one.card for one in self.at_once(event) if one.card >= 0)
        if not self.sees(event) or not shown:
            number = event.amount or len(shown)
            return Words("a card") if number == 1 else Words("{number} cards", number=number)
        often = Counter(self.game.name(card) for card in shown)
        return listed([copies(name, number) for name, number in often.items()])

    def counters(self, number: int) -> Words:
        if number == 1:
            return Words("a +1 power counter")
        return Words("{number} +1 power counters", number=in_words(number))

    def hand(self, event: Event) -> Words:
        """The hand that a card goes home to."""
        if event.owner != event.controller:
            return Words("its owner's hand")
        return self.whose(event.owner, "your hand", "{player}'s hand", "the hand")

    def deck(self, event: Event) -> Words:
        """The deck that a card goes home to."""
        if event.owner != event.controller:
            return Words("its owner's deck")
        return self.whose(event.owner, "your deck", "{player}'s deck", "the deck")


def _named_once(cause: str, words: Words) -> Value:
    """What caused something, unless the sentence itself names it as the base where it happened."""
    return Words("the base's ability") if words.values.get("base") == cause else cause


# -- cards played and leaving play ---------------------------------------------------------


def _played_at(c: Chronicle, e: Event) -> Words:
    return c.does(
        e.seat,
        "you play {card} at {base}.",
        "{player} plays {card} at {base}.",
        card=c.name(e),
        base=c.base(e.place),
    )


def _action_played(c: Chronicle, e: Event) -> Words:
    if e.place < 0:
        return c.does(e.seat, "you play {card}.", "{player} plays {card}.", card=c.name(e))
    if e.host < 0:
        return _played_at(c, e)
    return c.does(
        e.seat,
        "you play {card} on {minion} at {base}.",
        "{player} plays {card} on {minion} at {base}.",
        card=c.name(e),
        minion=c.game.name(e.host),
        base=c.base(e.place),
    )


def _minion_moved(c: Chronicle, e: Event) -> Words:
    here, there, cause = c.base(e.place), c.base(e.to), c.cause(e)
    if cause == there:
        return Words(
            "{base}: {card} moves there from {other}.", base=there, card=c.its(e), other=here
        )
    if cause == here:
        return Words(
            "{base}: {card} moves from there to {other}.", base=here, card=c.its(e), other=there
        )
    moves = Words("{card} moves from {base} to {other}", card=c.its(e), base=here, other=there)
    return c.because(e, moves)


def _destroyed(c: Chronicle, e: Event) -> Words:
    words = Words("{card} is destroyed at {base}", card=c.its(e), base=c.base(e.place))
    return c.because(e, words)


def _to_discard(c: Chronicle, e: Event) -> Words:
    if e.place < 0:
        return Words("{card} goes to the discard pile.", card=c.its(e))
    base = c.base(e.place)
    return Words("{card} goes from {base} to the discard pile.", card=c.its(e), base=base)


def _action_destroyed(c: Chronicle, e: Event) -> Words:
    if e.by < 0:  # the rules did it: its base scored, or its minion is protected from it
        return _to_discard(c, e)
    return _destroyed(c, e)


def _returned(c: Chronicle, e: Event) -> Words:
    base, hand = c.base(e.place), c.hand(e)
    words = Words("{card} returns from {base} to {hand}", card=c.its(e), base=base, hand=hand)
    return c.because(e, words)


def _placed(c: Chronicle, e: Event) -> Words:
    if e.cards:
        return c.because(e, _put(c, e, c.cards(e)))
    return c.because(e, _put_home(c, e, c.its(e), c.base(e.place)))


def _put(c: Chronicle, e: Event, cards: Value) -> Words:
    you, other = PUT[e.word]
    return c.does(e.seat, you, other, cards=cards)


#: Where cards that lie in no open place are put: for the reader, and for anybody else.
PUT: dict[str, tuple[Sentence, Sentence]] = {
    "discard to hand": (
        "you take {cards} from your discard pile into your hand",
        "{player} takes {cards} from their discard pile into their hand",
    ),
    "top of deck": (
        "you put {cards} on top of the deck",
        "{player} puts {cards} on top of the deck",
    ),
    "bottom of deck": (
        "you put {cards} under the deck",
        "{player} puts {cards} under the deck",
    ),
    "into deck": ("you put {cards} into the deck", "{player} puts {cards} into the deck"),
}


def _put_home(c: Chronicle, e: Event, card: Words, base: Value) -> Words:
    """A card in play that is put somewhere else."""
    if e.word == "buried":
        there = c.base(e.to)
        return Words("{card}, buried at {base}, goes to {other}", card=card, base=base, other=there)
    if e.word == "hand":
        return Words("{card} is put from {base} into {hand}", card=card, base=base, hand=c.hand(e))
    return Words(PUT_INTO_DECK[e.word], card=card, base=base, deck=c.deck(e))


PUT_INTO_DECK: dict[str, Sentence] = {
    "top of deck": "{card} is put from {base} on top of {deck}",
    "bottom of deck": "{card} is put from {base} at the bottom of {deck}",
    "into deck": "{card} is put from {base} into {deck}",
}


def _affected(c: Chronicle, e: Event) -> Words:
    return c.because(e, Words("{card} is affected", card=c.its(e)))


def _protected(c: Chronicle, e: Event) -> Words:
    harm = Words(HARMS[e.word])
    words = Words("{card} is protected from {harm}", card=c.its(e, e.seat), harm=harm)
    return c.because(e, words)


def _replaced(c: Chronicle, e: Event) -> Words:
    card = c.its(e, e.seat)
    if e.by == e.card:
        return Words("{card} would be destroyed, but saves itself.", card=card)
    saver = c.game.name(e.by)
    return Words("{card} would be destroyed: {saver} steps in.", card=card, saver=saver)


# -- hands, decks and piles ----------------------------------------------------------------


def _drawn(c: Chronicle, e: Event) -> Words:
    cards = c.cards(e)
    return c.because(e, c.does(e.seat, "you draw {cards}", "{player} draws {cards}", cards=cards))


def _discarded(c: Chronicle, e: Event) -> Words:
    if not e.cards:
        return _to_discard(c, e)
    cards = c.cards(e)
    return c.because(
        e, c.does(e.seat, "you discard {cards}", "{player} discards {cards}", cards=cards)
    )


def _seen(c: Chronicle, e: Event) -> Words:
    if e.word == "reveal":
        cards = c.cards(e)
        return c.because(
            e, c.does(e.seat, "you reveal {cards}", "{player} reveals {cards}", cards=cards)
        )
    look = _look(c, e, e.by_seat if e.by_seat >= 0 else e.seat)
    return c.because_of_cards(e, look) if c.sees(e) else c.because(e, look)


def _look(c: Chronicle, e: Event, looker: Seat) -> Words:
    number = in_words(e.amount)
    if looker == e.seat:
        return c.does(
            looker,
            "you look at {number} of your cards",
            "{player} looks at {number} of their cards",
            number=number,
        )
    if e.seat == c.reader:
        player = Player(looker)
        return Words("{player} looks at {number} of your cards", player=player, number=number)
    return c.does(
        looker,
        "you look at {number} of {other}'s cards",
        "{player} looks at {number} of {other}'s cards",
        number=number,
        other=Player(e.seat),
    )


def _shuffled(c: Chronicle, e: Event) -> Words:
    with_pile = " into " in e.word
    if e.seat < 0:
        if with_pile:
            return Words("the base discard pile is shuffled into the base deck.")
        return Words("the base deck is shuffled.")
    if with_pile:
        return c.does(
            e.seat,
            "you shuffle your discard pile into your deck.",
            "{player} shuffles their discard pile into their deck.",
        )
    return c.does(e.seat, "you shuffle your deck.", "{player} shuffles their deck.")


def _boxed(c: Chronicle, e: Event) -> Words:
    return c.because(e, Words("{cards} goes back into the box", cards=c.cards(e)))


def _buried(c: Chronicle, e: Event) -> Words:
    buries = c.does(
        e.seat,
        "you bury {card} at {base}",
        "{player} buries {card} at {base}",
        card=c.name(e),
        base=c.base(e.place),
    )
    return c.because(e, buries)


def _uncovered(c: Chronicle, e: Event) -> Words:
    return c.does(
        e.seat,
        "you uncover {card} at {base}.",
        "{player} uncovers {card} at {base}.",
        card=c.name(e),
        base=c.base(e.place),
    )


def _card_laid(c: Chronicle, e: Event) -> Words:
    return c.does(
        e.seat,
        "you put {card} face down for the duel.",
        "{player} puts {card} face down for the duel.",
        card=c.name(e),
    )


def _duel_ended(c: Chronicle, e: Event) -> Words:
    if not e.cards:
        return Words("the duel ends without a result.")
    winners = listed([c.game.name(card) for card in e.cards])
    if len(e.cards) == 1:
        return Words("{winner} wins the duel.", winner=winners)
    return Words("{winners} tie in the duel.", winners=winners)


# -- what changes in play ------------------------------------------------------------------


def _transferred(c: Chronicle, e: Event) -> Words:
    if e.amount:
        return c.because(e, _counters_moved(c.name(e), c.game.name(e.cards[0]), e.amount))
    to = c.game.name(e.host) if e.host >= 0 else c.base(e.to)
    return c.because(e, Words("{card} is transferred to {other}", card=c.its(e), other=to))


def _counters_moved(card: Value, other: Value, number: int) -> Words:
    if number == 1:
        return Words("a +1 power counter moves from {card} to {other}", card=card, other=other)
    return Words(
        "{number} +1 power counters move from {card} to {other}",
        number=in_words(number),
        card=card,
        other=other,
    )


def _counters(c: Chronicle, e: Event) -> Words:
    counters = c.counters(abs(e.amount))
    if len(c.at_once(e)) > 1:
        get = c.whose(
            _only((one.controller for one in c.at_once(e)), NO_SEAT),
            "your cards get {counters} each",
            "{player}'s cards get {counters} each",
            "cards get {counters} each",
            counters=counters,
        )
        return c.because_of_cards(e, get)
    sentence = "{card} gets {counters}" if e.amount > 0 else "{card} loses {counters}"
    return c.because(e, Words(sentence, card=c.its(e), counters=counters))


def _only(values: Iterable[Id], none: Id) -> Id:
    """What all of them are; nobody or nowhere if they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else none


def _power_changed(c: Chronicle, e: Event) -> Words:
    power, base = f"{e.amount:+d}", c.base(e.place)
    if e.card < 0:
        have = c.does(
            e.seat,
            "your minions at {base} have {power} power until the end of the turn",
            "{player}'s minions at {base} have {power} power until the end of the turn",
            base=base,
            power=power,
        )
        return c.because(e, have)
    if len(c.at_once(e)) > 1:
        return c.because_of_cards(e, _stronger(c, c.at_once(e), power))
    gets = Words(
        "{card} at {base} gets {power} power until the end of the turn",
        card=c.its(e),
        base=base,
        power=power,
    )
    return c.because(e, gets)


def _stronger(c: Chronicle, events: list[Event], power: str) -> Words:
    """Several minions whose power changes at one moment."""
    seat = _only((e.controller for e in events), NO_SEAT)
    place = _only((e.place for e in events), NO_PLACE)
    if place < 0:
        return c.whose(
            seat,
            "your minions get {power} power until the end of the turn",
            "{player}'s minions get {power} power until the end of the turn",
            "minions get {power} power until the end of the turn",
            power=power,
        )
    return c.whose(
        seat,
        "your minions at {base} get {power} power until the end of the turn",
        "{player}'s minions at {base} get {power} power until the end of the turn",
        "minions at {base} get {power} power until the end of the turn",
        base=c.base(place),
        power=power,
    )


def _breakpoint_changed(c: Chronicle, e: Event) -> Words:
    base = c.base(e.place)
    if e.word == "set":
        words = Words("the breakpoint of {base} is {number} this turn", base=base, number=e.amount)
        return c.because(e, words)
    way: Sentence = (
        "the breakpoint of {base} goes up by {number} this turn"
        if e.amount > 0
        else "the breakpoint of {base} goes down by {number} this turn"
    )
    return c.because(e, Words(way, base=base, number=abs(e.amount)))


def _cancelled(c: Chronicle, e: Event) -> Words:
    return c.because(e, Words("the abilities of {card} are cancelled", card=c.its(e)))


def _extra_play(c: Chronicle, e: Event) -> Words:
    if e.word == MINION:
        you, other = "you may play an extra minion", "{player} may play an extra minion"
    else:
        you, other = "you may play an extra action", "{player} may play an extra action"
    return c.because(e, c.does(e.seat, you, other))


def _ability_used(c: Chronicle, e: Event) -> Words:
    return c.whose(
        e.seat,
        "you use the ability of {card}.",
        "{player} uses the ability of {card}.",
        "{card} takes effect.",
        card=c.name(e),
    )


def _restricted(c: Chronicle, e: Event) -> Words:
    cannot = c.does(
        e.seat,
        "you cannot play actions in your next turn",
        "{player} cannot play actions in their next turn",
    )
    return c.because(e, cannot)


def _duel_started(c: Chronicle, e: Event) -> Words:
    return Words(
        "a duel begins at {base}: {minion} against {other}.",
        base=c.base(e.place),
        minion=c.game.name(e.cards[0]),
        other=c.game.name(e.cards[-1]),
    )


# -- scoring and the turn ------------------------------------------------------------------


def _before_scoring(c: Chronicle, e: Event) -> Words:
    return Words("{base} has reached its breakpoint: it scores.", base=c.base(e.place))


def _after_scoring(c: Chronicle, e: Event) -> Words:
    return Words("{base} has scored.", base=c.base(e.place))


def _awarded(c: Chronicle, e: Event) -> Words:
    return c.does(
        e.seat,
        "you take {nth} place at {base}.",
        "{player} takes {nth} place at {base}.",
        nth=Words(PLACES[e.rank]),
        base=c.base(e.place),
    )


def _victory_points(c: Chronicle, e: Event) -> Words:
    if e.amount >= 0:
        you, other = "you gain {number} VP", "{player} gains {number} VP"
    else:
        you, other = "you lose {number} VP", "{player} loses {number} VP"
    return c.because(e, c.does(e.seat, you, other, number=abs(e.amount)))


def _base_entered(c: Chronicle, e: Event) -> Words:
    return Words("{base} comes into play.", base=c.name(e))


def _base_left(c: Chronicle, e: Event) -> Words:
    return Words("{base} leaves play.", base=c.name(e))


def _turn_started(c: Chronicle, e: Event) -> Words:
    return c.does(
        e.seat,
        "turn {number}: it is your turn.",
        "turn {number}: it is {player}'s turn.",
        number=e.amount,
    )


def _turn_ended(c: Chronicle, e: Event) -> Words:
    return c.does(e.seat, "your turn ends.", "{player}'s turn ends.")


def _phase(c: Chronicle, e: Event) -> Words:
    return Words("phase: {phase}.", phase=Words(PHASES[e.word]))


def _faction_chosen(c: Chronicle, e: Event) -> Words:
    return c.does(e.seat, "you choose {faction}.", "{player} chooses {faction}.", faction=e.word)


def _faction_banned(c: Chronicle, e: Event) -> Words:
    return c.does(e.seat, "you ban {faction}.", "{player} bans {faction}.", faction=e.word)


def _game_over(c: Chronicle, e: Event) -> Words:
    winners = c.game.winners
    if len(winners) == 1:
        return c.does(winners[0], "you win the game.", "{player} wins the game.")
    return Words("{players} share the win.", players=listed([Player(seat) for seat in winners]))


#: How each kind of event is told.
SENTENCES: dict[str, Callable[[Chronicle, Event], Words]] = {
    kinds.MINION_PLAYED: _played_at,
    kinds.ACTION_PLAYED: _action_played,
    kinds.MINION_MOVED: _minion_moved,
    kinds.MINION_DESTROYED: _destroyed,
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
    kinds.CANCELLED: _cancelled,
    kinds.PROTECTED: _protected,
    kinds.REPLACED: _replaced,
    kinds.EXTRA_PLAY: _extra_play,
    kinds.ABILITY_USED: _ability_used,
    kinds.VICTORY_POINTS: _victory_points,
    kinds.AWARDED: _awarded,
    kinds.BASE_LEFT: _base_left,
    kinds.FACTION_CHOSEN: _faction_chosen,
    kinds.FACTION_BANNED: _faction_banned,
    kinds.RESTRICTED: _restricted,
    kinds.BOXED: _boxed,
    kinds.GAME_OVER: _game_over,
}
