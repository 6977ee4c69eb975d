"""An answer in the words of a step: the shortest that mean this option and no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smashup.engine.ordering import Pending
from smashup.engine.plays import Payment
from smashup.model.decision import Decision, Option
from smashup.model.errors import SmashUpError
from smashup.model.ids import CardId
from smashup.model.state import DECK, DISCARD, HAND
from smashup.scenarios.matching import Matching
from smashup.scenarios.names import whole_target
from smashup.scenarios.steps import Step, parse

OUT_OF_PLAY = {HAND: " from hand", DISCARD: " from discard", DECK: " from deck"}


class NoWords(SmashUpError):
    """An option that no step can name; the message says which."""


class Wording(Matching):
    """Puts the options of pending decisions into words."""

    def words(self, decision: Decision, option: Option) -> str:
        """The step that answers the decision by this option."""
        for words in self._ways_to_say(decision, option):
            if self._means(decision, parse(words, self.seats), option):
                return words
        raise NoWords(f"no step means {self.label(option)!r} alone")

    def target(self, decision: Decision, option: Option) -> str:
        """What a list of picks or an order calls this option."""
        for target in self._targets(option):
            if self._means(decision, Step(option.verb, whole_target(target, self.seats)), option):
                return target
        raise NoWords(f"nothing in a list means {self.label(option)!r} alone")

    def _means(self, decision: Decision, step: Step, option: Option) -> bool:
        found = self.matching(decision, step, decision.options)
        return len(found) == 1 and found[0] is option

    def _ways_to_say(self, decision: Decision, option: Option) -> Iterator[str]:
        if option.verb == "play":
            yield from self._plays(option)
        elif option.verb == "use" and option.card >= 0:
            for target in self._targets(option):
                yield f"use {target}"
                yield f"use {target}{OUT_OF_PLAY.get(self.game.columns.zone[option.card], '')}"
        elif option.verb in ("yes", "no", "end") or not option.word:
            yield from self._plain(option)
        else:
            yield f"choose {option.word}"
        yield option.verb

    def _plain(self, option: Option) -> Iterator[str]:
        if option.verb in ("choose", "order"):
            for target in self._targets(option):
                yield f"{option.verb} {target}"

    def _targets(self, option: Option) -> Iterator[str]:
        """Names for what an option is about, the shortest first."""
        if option.word:
            yield option.word
        if option.card >= 0:
            yield from self._cards(option.card)
            if isinstance(option.via, Pending) and option.via.seat >= 0:
                yield f"{self.game.name(option.card)}/{self.seats[option.via.seat]}"
        elif option.place >= 0:
            yield from self._numbered([self.game.base_card(option.place).name], option.place)
        elif option.seat >= 0:
            yield self.seats[option.seat]

    def _cards(self, card: CardId) -> Iterator[str]:
        """Names for a card: alone, with its player, its base or both; with a number or owner."""
        game = self.game
        name = game.name(card)
        yield name
        if game.is_base(card):
            return
        seat = f"/{self.seats[self.finder.whose(card)]}"
        if card not in self.finder.on_table():
            yield name + seat
            yield f"{name} of {self.seats[game.columns.owner[card]]}"
            return
        base = f"@{game.base_card(game.place(card)).name}"
        names = [name, name + seat, name + base, name + base + seat]
        yield from names[1:]
        yield from self._numbered(names, card)

    def _numbered(self, names: Sequence[str], thing: int) -> Iterator[str]:
        """Names for a card or place on the table with the number that tells it from others."""
        for name in names:
            target = whole_target(name, self.seats)
            alike: Sequence[int] = self.finder.cards(target) or [
                place for place in self.game.columns.row if self.finder.is_place(target, place)
            ]
            if len(alike) == 1:
                yield name
            elif thing in alike:
                yield f"{name}#{alike.index(thing) + 1}"

    def _plays(self, option: Option) -> Iterator[str]:
        """`play CARD`, with as much of where, from where and by which play as is needed."""
        name = self.game.name(option.card)
        zone = OUT_OF_PLAY.get(self.game.columns.zone[option.card], "")
        owner = f"{name} of {self.seats[self.game.columns.owner[option.card]]}"
        for where in self._wheres(option):
            for paid in self._payments(option):
                yield f"play {name}{where}{paid}"
                yield f"play {name}{zone}{where}{paid}"
                yield f"play {owner}{where}{paid}"

    def _wheres(self, option: Option) -> Iterator[str]:
        if option.host >= 0:
            yield from (f" on {target}" for target in self._cards(option.host))
        elif option.place >= 0:
            base = self.game.base_card(option.place).name
            yield from (f" at {target}" for target in self._numbered([base], option.place))
        else:
            yield ""

    def _payments(self, option: Option) -> Iterator[str]:
        """By which play a card is played, where it is not the one that is spent first."""
        yield ""
        payment = option.via
        if not isinstance(payment, Payment) or payment.permission is None:
            yield f" using {self.game.name(option.card)}"
            return
        yield f" as {payment.permission.type}"
        for giver in (payment.instead, payment.permission.source):
            if giver >= 0:
                yield f" using {self.game.name(giver)}"
                yield f" using {self.game.name(giver)} as {payment.permission.type}"
