"""Asking a player: every choice in the game is made by one of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from smashup.cards.registry import CARDS
from smashup.engine.powers import Powers
from smashup.model.decision import (
    NO,
    PASS,
    SILENT_PASS,
    Ability,
    Decision,
    KeptOptions,
    Needless,
    Option,
)
from smashup.model.event import Event
from smashup.model.ids import MOST_PLAYERS, NO_CARD, NO_PLACE, CardId, PlaceId, Seat
from smashup.model.state import DECK, DISCARD, HAND, ZONES, State
from smashup.model.words import Phrase, Sentence

PILES = frozenset({HAND, DECK, DISCARD})
CHOICES = KeptOptions("choose")


class Asking(Powers):
    """Asks by yielding a decision; what is forced is answered without asking."""

    committed = False  # "use it" was said already: the next "may" is no question
    asker = NO_CARD  # the card whose ability is being carried out
    tell_forced: Callable[[Decision], None] | None = None  # told of forced answers
    ask_everyone = False  # also who can only pass is asked in a window that hands may answer
    ask_needless = False  # also what makes no difference is asked, to prove that it makes none

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.script: list[int] = []  # answers to be given again after a copy, last one first
        self.answer = PASS  # to the question asked last; a generator that is sent it takes longer

    def ask(self, decision: Decision, idle: bool = False) -> Ability[Option]:
        """The option chosen; a single option is taken without asking.

        `idle`: whichever is chosen, nothing will come of it, as everybody can see. Then the first
        is taken, and the others are as good as chosen, too.
        """
        options = decision.options
        if len(options) == 1 and options[0] is not SILENT_PASS:
            if self.tell_forced is not None:
                self.tell_forced(decision)
            answer = options[0]
        elif idle and not self.ask_needless:
            self._tell_each(decision)
            answer = options[0]
        elif self.script:
            answer = options[self.script.pop()]
        else:
            if decision.event is None:
                decision.event = self._occasion()
            yield Needless.of(decision) if idle else decision
            answer = self.answer
        return answer

    def _occasion(self) -> Event | None:
        """What has just happened, or is about to, that a question answers."""
        raise NotImplementedError

    def _tell_each(self, decision: Decision) -> None:
        """Each option of a question that is not asked counts as the forced answer to it."""
        if self.tell_forced is not None:
            for option in decision.options:
                asked = (decision.seat, decision.kind, decision.source, decision.question)
                self.tell_forced(Decision(*asked, [option]))

    def _take_commitment(self) -> bool:
        committed, self.committed = self.committed, False
        return committed

    # -- yes or no ---------------------------------------------------------------------

    def may(
        self,
        you: Seat,
        prompt: Phrase,
        about: CardId = NO_CARD,
        at: PlaceId = NO_PLACE,
        word: Sentence = "",
    ) -> Ability[bool]:
        """Yes or no, perhaps about a card or a base; `word` is another name for yes.

        "You may draw a card" is

            if (yield from g.may(you, "Draw a card?")):
                yield from g.draw(you, 1)
        """
        if self._take_commitment():
            return True
        yes = Option("yes", about, at, word=word)
        answer = yield from self.ask(Decision(you, "yes_no", self.asker, prompt, [yes, NO]))
        return answer is yes

    def may_take(self, you: Seat, card: CardId, prompt: Phrase) -> Ability[bool]:
        """Whether a card just seen is taken into the hand; else it stays on top of its deck."""
        options = [Option("choose", card, word="hand"), Option("pass", word="top")]
        answer = yield from self.ask(Decision(you, "choose", self.asker, prompt, options, (), 0))
        return answer is options[0]

    def ask_yes_no(
        self, seat: Seat, source: CardId, prompt: Phrase, about: CardId = NO_CARD
    ) -> Ability[bool]:
        """Asks a seat a question of a card that is not the one being carried out."""
        yes = Option("yes", about)
        answer = yield from self.ask(Decision(seat, "yes_no", source, prompt, [yes, NO]))
        return answer is yes

    # -- one thing ---------------------------------------------------------------------

    def choose(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase, idle: bool = False
    ) -> Ability[CardId | None]:
        """One of the cards, which must be; None only if there is none (FILL-14).

        A single one is taken without asking. `idle`: nothing can come of the choice, as everybody
        can see, so the first is taken.

            minion = yield from g.choose(you, g.minions(of=you), "Destroy one of your minions")
            yield from g.destroy(minion)
        """
        options = self.card_options(cards)
        if not options:
            return None
        decision = Decision(you, "choose", self.asker, prompt, options)
        return (yield from self.ask(decision, idle)).card

    def may_choose(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase
    ) -> Ability[CardId | None]:
        """One of the cards, or None if the player declines or there is none.

        Every effect takes None and does nothing then, so a card need not look.
        """
        options = self.card_options(cards)
        if not options:
            self.committed = False
            return None
        if not self._take_commitment():
            options.append(PASS)
        answer = yield from self.ask(Decision(you, "choose", self.asker, prompt, options, (), 0))
        return None if answer is PASS else answer.card

    def choose_base(
        self, you: Seat, places: Sequence[PlaceId], prompt: Phrase, idle: bool = False
    ) -> Ability[PlaceId | None]:
        """One of the bases (by place); None only if there is none. `idle`: as for `choose`."""
        options = [Option("choose", place=place) for place in places]
        if not options:
            return None
        decision = Decision(you, "choose", self.asker, prompt, options)
        return (yield from self.ask(decision, idle)).place

    def choose_player(
        self, you: Seat, seats: Sequence[Seat], prompt: Phrase, idle: bool = False
    ) -> Ability[Seat | None]:
        """One of the players; None only if there is none. `idle`: as for `choose`."""
        options = [Option("choose", seat=seat) for seat in seats]
        if not options:
            return None
        decision = Decision(you, "choose", self.asker, prompt, options)
        return (yield from self.ask(decision, idle)).seat

    def choose_word(
        self, you: Seat, words: Sequence[Sentence], prompt: Phrase, idle: bool = False
    ) -> Ability[str]:
        """One of several labelled ways to go on, a faction, or a number; there is at least one.

        `idle`: as for `choose`.

            way = yield from g.choose_word(you, ["draw", "move"], "Draw a card, or move this?")
        """
        decision = Decision(
            you, "choose", self.asker, prompt, [Option("choose", word=word) for word in words]
        )
        return (yield from self.ask(decision, idle)).word

    def choose_or_word(
        self, you: Seat, cards: Sequence[CardId], words: Sequence[Sentence], prompt: Phrase
    ) -> Ability[Option]:
        """One of the cards or one of the labelled ways, in one question; there is at least one."""
        options = self.card_options(cards) + [Option("choose", word=word) for word in words]
        return (yield from self.ask(Decision(you, "choose", self.asker, prompt, options)))

    # -- several things ----------------------------------------------------------------

    def choose_some(
        self,
        you: Seat,
        cards: Sequence[CardId],
        prompt: Phrase,
        at_most: int | None = None,
        at_least: int = 0,
        still: Callable[[list[CardId]], Sequence[CardId]] | None = None,
    ) -> Ability[list[CardId]]:
        """Several of the cards, picked one by one, with a way to stop once `at_least` are picked.

        `still`, given the picks so far, says which cards can be picked next.
        """
        most = len(cards) if at_most is None else min(at_most, len(cards))
        if at_least >= len(cards):
            if self.tell_forced is not None:
                options = [Option("choose", card) for card in cards]  # copies too, to be named each
                self._tell_each(Decision(you, "choose", self.asker, prompt, options))
            return list(cards)
        committed = self._take_commitment()
        picked: list[CardId] = []
        while len(picked) < most:
            pool = still(picked) if still is not None else cards
            options = self.card_options([card for card in pool if card not in picked])
            if not options:
                break
            if len(picked) >= at_least and not (committed and not picked):
                options.append(PASS)
            row = tuple([Option("choose", card) for card in picked])
            decision = Decision(you, "choose", self.asker, prompt, options, row, at_least, most)
            answer = yield from self.ask(decision)
            if answer is PASS:
                break
            picked.append(answer.card)
        return picked

    def choose_of_one_name(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase, at_most: int | None = None
    ) -> Ability[list[CardId]]:
        """Any number of the cards (or up to `at_most`) that all have one name."""

        def alike(picked: list[CardId]) -> Sequence[CardId]:
            return self.same_name(cards, picked[0]) if picked else cards

        return (yield from self.choose_some(you, cards, prompt, at_most, still=alike))

    def choose_order(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase
    ) -> Ability[list[CardId]]:
        """All of the cards in an order of the player's choice; copies of a card are alike."""
        left = list(cards)
        ordered: list[CardId] = []
        while len(self.distinct(left)) > 1:
            options = [option._replace(verb="order") for option in self.card_options(left)]
            answer = yield from self.ask(Decision(you, "order", self.asker, prompt, options))
            left.remove(answer.card)
            ordered.append(answer.card)
        if len(left) > 1 and self.tell_forced is not None:  # copies, whose order is not asked for
            options = [Option("order", card) for card in left]
            self._tell_each(Decision(you, "order", self.asker, prompt, options))
        return ordered + left

    def card_options(self, cards: Iterable[CardId]) -> list[Option]:
        """A `choose` option for each card; identical copies in one hand or pile are one option."""
        s = self.s
        zones = s.zone
        kept = CHOICES.of(len(zones))[0]
        options: list[Option] = []
        seen: set[int] = set()  # where, whose and which, as one number
        for card in self.spare_first(cards):
            zone = zones[card]
            if zone in PILES:
                whose = s.controller[card] * MOST_PLAYERS + s.owner[card]
                key = (s.defn[card] * ZONES + zone) * MOST_PLAYERS * MOST_PLAYERS + whose
                if key in seen:
                    continue
                seen.add(key)
            options.append(kept[card])
        return options

    def spare_first(self, cards: Iterable[CardId]) -> Iterable[CardId]:
        """The cards, last those that a play is kept for (PLAY-6): of copies another is meant."""
        kept_for = [p.card for p in self.s.permissions if p.card >= 0]
        return sorted(cards, key=kept_for.__contains__) if kept_for else cards

    def distinct(self, cards: Iterable[CardId]) -> list[CardId]:
        """One card of each name, and of each owner where copies belong to several."""
        s = self.s
        seen: dict[int, CardId] = {}  # by card and owner, each pair as one number
        for card in cards:
            seen.setdefault(s.defn[card] * (MOST_PLAYERS + 1) + s.owner[card], card)
        return list(seen.values())

    def same_name(self, cards: Iterable[CardId], card: CardId) -> list[CardId]:
        """Those of the cards that have the same name as this one."""
        return [other for other in cards if self.s.defn[other] == self.s.defn[card]]

    def names(self, cards: Iterable[CardId]) -> str:
        return ", ".join(CARDS[self.s.defn[card]].name for card in cards)
