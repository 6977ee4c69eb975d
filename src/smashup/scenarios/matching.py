"""Which of the options of a decision a step means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from smashup.engine.game import Game
from smashup.engine.plays import Payment
from smashup.model.decision import Decision, Option
from smashup.model.state import DECK, DISCARD, HAND
from smashup.scenarios.names import Finder, Target
from smashup.scenarios.steps import DECLINE, Step

ZONES = {"hand": HAND, "discard": DISCARD, "deck": DECK}


class Matching:
    """Finds the options that steps mean, on a game."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = list(seats)
        self.finder = Finder(game, seats)

    def matching(self, decision: Decision, step: Step, pool: Sequence[Option]) -> list[Option]:
        """The options of a decision that a step means."""
        if step.verb == "end":
            return [o for o in pool if o.verb == "end"]
        if step.verb == "no":
            return [o for o in pool if o.verb in DECLINE]
        if step.verb == "yes":
            return self._yes(decision, pool)
        assert step.target is not None
        if step.verb == "use":
            return self._used(step, pool) or self._used_by_yes(decision, step.target, pool)
        if step.verb == "play":
            return self._played(step, pool)
        return self._chosen(decision, step.target, pool)

    def _yes(self, decision: Decision, pool: Sequence[Option]) -> list[Option]:
        accepting = [o for o in pool if o.verb not in DECLINE and o.verb != "end"]
        if len(accepting) == 1 and decision.kind != "play":
            return accepting
        return [o for o in pool if o.verb == "yes"]

    def _used(self, step: Step, pool: Sequence[Option]) -> list[Option]:
        assert step.target is not None
        target = step.target
        found = [
            o
            for o in pool
            if o.verb in (("use",) if step.zone == "hand" else ("use", "order", "choose"))
            and self._zone_fits(step, o)
            and self.finder.matches(target, o)
        ]
        if found:
            return found
        special = [
            o
            for o in pool
            if o.verb == "play" and self._zone_fits(step, o) and self.finder.is_card(target, o.card)
        ]
        return [o for o in special if not isinstance(o.via, Payment) or o.via.permission is None]

    def _used_by_yes(
        self, decision: Decision, target: Target, pool: Sequence[Option]
    ) -> list[Option]:
        """`use X` is `yes` to a yes-or-no question that X asks."""
        asks = decision.source >= 0 and self.finder.is_card(target, decision.source)
        return [o for o in pool if o.verb == "yes" and asks]

    def _zone_fits(self, step: Step, option: Option) -> bool:
        return not step.zone or self.game.s.zone[option.card] == ZONES[step.zone]

    def _played(self, step: Step, pool: Sequence[Option]) -> list[Option]:
        assert step.target is not None
        found = [
            o
            for o in pool
            if o.verb == "play"
            and self.finder.is_card(step.target, o.card)
            and self._zone_fits(step, o)
            and (step.where is None or self._is_where(o, step.where))
            and self._paid_as_said(step, o)
        ]
        if not found and step.where is None:
            # A card that is found or revealed first, and played afterwards.
            found = [
                o
                for o in pool
                if o.verb == "choose"
                and self.finder.matches(step.target, o)
                and not (o.card >= 0 and self.game.s.zone[o.card] == HAND)
            ]
        if not step.zone and len({self.game.s.zone[o.card] for o in found}) > 1:
            found = [o for o in found if self.game.s.zone[o.card] == HAND]
        if step.using or step.pay_as:  # of several that fit, the one that is spent first
            found = list({(o.card, o.place, o.host): o for o in reversed(found)}.values())[::-1]
        return found

    def _is_where(self, option: Option, where: Target) -> bool:
        if option.host >= 0:
            return self.finder.is_card(where, option.host)
        return self.finder.is_place(where, option.place)

    def _paid_as_said(self, step: Step, option: Option) -> bool:
        payment = option.via
        if not isinstance(payment, Payment):
            return not step.using or self._is_source(step.using, option.card)
        permission = payment.permission
        if step.using:
            source = permission.source if permission is not None else option.card
            instead = payment.instead
            if not (
                (source >= 0 and self._is_source(step.using, source) and not payment.choices)
                or (instead >= 0 and self._is_source(step.using, instead))
            ):
                return False
        if step.pay_as:
            return permission is not None and permission.type == step.pay_as
        return bool(step.using) or not payment.named

    def _is_source(self, name: str, card: int) -> bool:
        return self.game.name(card).lower() == name.lower()

    def _chosen(self, decision: Decision, target: Target, pool: Sequence[Option]) -> list[Option]:
        if decision.kind == "play":
            return []  # there nothing is chosen: cards are played and abilities used
        found = [o for o in pool if o.verb != "play" and self.finder.matches(target, o)]
        if found:
            return found
        if target.name.lower() == "play" or target.name.lower() in ("minion", "action"):
            plays = [o for o in pool if o.verb == "play"]
            if target.name.lower() != "play":
                plays = [o for o in plays if self.game.card(o.card).type == target.name.lower()]
            if plays:
                return plays
        plays = [
            o
            for o in pool
            if o.verb == "play"
            and self.finder.is_card(target, o.card)
            and not (isinstance(o.via, Payment) and o.via.named)
        ]
        if plays:
            return plays
        if len({o.card for o in pool if o.verb == "play"}) == 1:
            there = [o for o in pool if o.verb == "play" and self._is_where(o, target)]
            if there:
                return there
        if decision.source >= 0 and self.finder.is_card(target, decision.source):
            if decision.kind == "window":
                return self._yes(decision, pool)
            return [o for o in pool if o.verb == "yes"]
        if decision.kind == "yes_no" and self._is_in_words(target, decision.prompt):
            return [o for o in pool if o.verb == "yes"]  # the question is about it
        return []

    def _is_in_words(self, target: Target, words: str) -> bool:
        if target.name in self.seats:
            return False
        return re.search(rf"\b{re.escape(target.name)}(?!\w)", words, re.IGNORECASE) is not None

    def _decline(self, decision: Decision) -> Option | None:
        return next((o for o in decision.options if o.verb in DECLINE), None)

    def label(self, option: Option) -> str:
        words = self.game.label(option)
        for number, seat in enumerate(self.seats):
            words = words.replace(f"player {number + 1}", seat)
        return words
