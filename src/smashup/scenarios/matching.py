"""Which of the options of a decision a step means, word by word."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.engine.game import Game
from smashup.engine.plays import Payment
from smashup.engine.words import label
from smashup.model.decision import Decision, Option
from smashup.model.ids import CardId
from smashup.model.state import DECK, DISCARD, HAND
from smashup.scenarios.names import Finder, Target
from smashup.scenarios.steps import DECLINE, Step

ZONES = {"hand": HAND, "discard": DISCARD, "deck": DECK}
TYPES = ("minion", "action")


class Matching:
    """Finds the options that steps mean, on a game."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = list(seats)
        self.finder = Finder(game, seats)

    def matching(self, decision: Decision, step: Step, pool: Sequence[Option]) -> list[Option]:
        """The options of a decision that a step means, of those in `pool`."""
        found = self._meant(decision, step, pool)
        return found if len(found) < 2 else self._one_of_copies(self._own_first(found))

    def _meant(self, decision: Decision, step: Step, pool: Sequence[Option]) -> list[Option]:
        if step.verb == "end":
            return [o for o in pool if o.verb == "end"]
        if step.verb == "no":
            return [o for o in pool if o.verb in DECLINE]
        if step.verb == "yes":
            return self._agreeing(decision, pool)
        assert step.target is not None
        if step.verb == "use":
            return self._used(decision, step, step.target, pool)
        if step.verb == "play":
            return self._played(step, step.target, pool)
        if step.verb == "order":
            return self._ordered(step.target, pool)
        if step.zone:
            pool = [o for o in pool if o.card >= 0 and self._zone_fits(step, o)]
        return self._chosen(decision, step.target, pool)

    def _own_first(self, found: list[Option]) -> list[Option]:
        """SETUP-2: of copies in one hand, the holder's own; `Card of SEAT` names another's."""
        s = self.game.columns

        def is_own(option: Option) -> bool:
            return s.owner[option.card] == s.controller[option.card]

        def alike(option: Option) -> tuple[str, int, int, int]:
            return (option.verb, s.defn[option.card], option.place, option.host)

        in_hand = [o for o in found if o.card >= 0 and s.zone[o.card] == HAND]
        own = {alike(o) for o in in_hand if is_own(o)}
        return [o for o in found if o not in in_hand or is_own(o) or alike(o) not in own]

    def _one_of_copies(self, found: list[Option]) -> list[Option]:
        """Identical copies in the same hand or pile are one option."""
        s = self.game.columns
        seen: dict[object, Option] = {}
        for o in found:
            lies_apart = o.card < 0 or s.zone[o.card] not in ZONES.values()
            copies = o if lies_apart else self._copies(o)
            seen.setdefault(copies, o)
        return list(seen.values())

    def _copies(self, option: Option) -> tuple[object, ...]:
        """What all copies of a card in one hand or pile have in common."""
        s, card = self.game.columns, option.card
        held = (s.defn[card], s.zone[card], s.controller[card], s.owner[card])
        pays = option.via if isinstance(option.via, Payment) else None
        return (option.verb, held, option.place, option.host, option.word, pays)

    # -- yes ---------------------------------------------------------------------------

    def _agreeing(self, decision: Decision, pool: Sequence[Option]) -> list[Option]:
        """`yes`: to a question that asks for it, or to the one thing that may be done."""
        taking = [o for o in pool if o.verb in ("yes", "use", "choose", "play")]
        if len(taking) == 1 and decision.kind != "play" and decision.optional:
            return taking
        return [o for o in taking if o.verb == "yes"]

    def _asks(self, decision: Decision, target: Target) -> bool:
        return decision.source >= 0 and self.finder.is_card(target, decision.source)

    # -- use ---------------------------------------------------------------------------

    def _used(
        self, decision: Decision, step: Step, target: Target, pool: Sequence[Option]
    ) -> list[Option]:
        """`use X`: an ability of X, X by its own Special, or `yes` to a question that X asks."""
        fitting = [o for o in pool if o.verb in ("use", "play") and self._zone_fits(step, o)]
        used = [o for o in fitting if o.verb == "use" and self.finder.matches(target, o)]
        if used:
            return used
        special = [o for o in fitting if o.verb == "play" and self.finder.is_card(target, o.card)]
        special = [o for o in special if not isinstance(o.via, Payment) or o.via.permission is None]
        if special or not self._asks(decision, target):
            return special
        return [o for o in pool if o.verb == "yes"]

    def _zone_fits(self, step: Step, option: Option) -> bool:
        return not step.zone or self.game.columns.zone[option.card] == ZONES[step.zone]

    # -- play --------------------------------------------------------------------------

    def _played(self, step: Step, target: Target, pool: Sequence[Option]) -> list[Option]:
        found = [
            o
            for o in pool
            if o.verb == "play"
            and self.finder.is_card(target, o.card)
            and self._zone_fits(step, o)
            and (step.where is None or self._is_where(o, step.where))
            and self._paid_as_said(step, o)
        ]
        if not step.zone and len({self.game.columns.zone[o.card] for o in found}) > 1:
            found = [o for o in found if self.game.columns.zone[o.card] == HAND]
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

    def _is_source(self, name: str, card: CardId) -> bool:
        return self.game.name(card).lower() == name.lower()

    # -- choose and order --------------------------------------------------------------

    def _ordered(self, target: Target, pool: Sequence[Option]) -> list[Option]:
        return [o for o in pool if o.verb == "order" and self.finder.matches(target, o)]

    def _chosen(self, decision: Decision, target: Target, pool: Sequence[Option]) -> list[Option]:
        """`choose X`, read in the first of these ways that fits anything."""
        if decision.kind == "play":
            return []  # there nothing is chosen: cards are played and abilities used
        plays = [o for o in pool if o.verb == "play"]
        return (
            self._ordered(target, pool)  # ORDER-8: there X is what comes next, never a target
            or [o for o in pool if o.verb != "play" and self.finder.matches(target, o)]
            or self._labelled_plays(target, plays)
            or self._plays_of(target, plays)
            or self._plays_at(target, plays)
            or self._agreeing_by_source(decision, target, pool)
        )

    def _labelled_plays(self, target: Target, plays: list[Option]) -> list[Option]:
        """`choose play`, `choose minion`, `choose action`: the label of what may be done."""
        label = target.name.lower()
        if label == "play":
            return plays
        return [o for o in plays if label in TYPES and self.game.card(o.card).type == label]

    def _plays_of(self, target: Target, plays: list[Option]) -> list[Option]:
        """`choose CARD` for a card that is played at once."""
        return [
            o
            for o in plays
            if self.finder.is_card(target, o.card)
            and not (isinstance(o.via, Payment) and o.via.named)
        ]

    def _plays_at(self, target: Target, plays: list[Option]) -> list[Option]:
        """`choose BASE` for a card that is played at once, where it can be but one."""
        if len({o.card for o in plays}) != 1:
            return []
        return [o for o in plays if self._is_where(o, target)]

    def _agreeing_by_source(
        self, decision: Decision, target: Target, pool: Sequence[Option]
    ) -> list[Option]:
        """`choose X` is `yes` to a question that X asks, or that is about saving X."""
        if not self._asks(decision, target):
            return []
        if decision.kind == "window":
            return self._agreeing(decision, pool)
        return [o for o in pool if o.verb == "yes"]

    # -- declining, and words ----------------------------------------------------------

    def decline(self, decision: Decision) -> Option | None:
        """The option by which a decision is declined, if it can be."""
        return next((o for o in decision.options if o.verb in DECLINE), None)

    def label(self, option: Option) -> str:
        """An option in words, with the scenario's names for the seats."""
        return label(self.game, option).text(self.seats.__getitem__)
