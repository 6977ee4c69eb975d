"""Playing cards: paying for them, carrying them out, extra plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from smashup.cards.registry import CARDS
from smashup.engine.plays import AGAIN, Payment, Plays
from smashup.model.card import (
    ACTION,
    COST,
    MINION,
    ON_BASE,
    ON_MINION,
    STANDARD,
    Card,
    Use,
)
from smashup.model.decision import NOTHING, PASS, Ability, Decision, Option
from smashup.model.event import (
    ABILITY_USED,
    ACTION_PLAYED,
    AFFECTED,
    DISCARDED,
    EXTRA_PLAY,
    MINION_PLAYED,
    NUMBER,
    Event,
    EventKind,
)
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, PlaceId, Seat
from smashup.model.state import DISCARD, HAND, LIMBO, Permission, Played
from smashup.model.words import Phrase, Sentence, Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules
    from smashup.model.card import CardType, Elsewhere, PlayedType, React

EXTRA_NOW: dict[str, Sentence] = {
    MINION: "Play an extra minion now?",
    ACTION: "Play an extra action now?",
    "": "Play an extra minion or an extra action now?",
}
NOW_OR_LATER: dict[str, Sentence] = {
    MINION: "Play the extra minion right now, before other cards react, or keep it?",
    ACTION: "Play the extra action right now, before other cards react, or keep it?",
    "": "Play the extra minion or the extra action right now, before other cards react?",
}


class Playing(Plays):
    """What playing a card or using a talent does."""

    # -- the turn of a player ----------------------------------------------------------

    def take_turn_action(self, seat: Seat, option: Option) -> Ability[None]:
        """Does what the current player chose in Play Cards."""
        if self.s.lasting:  # what is used again and again lasts
            self._forget_uses(AGAIN)
        if option.verb == "play":
            return self.pay_and_play(seat, option)
        use = option.via
        assert isinstance(use, Use)
        return self._use(seat, option.card, use)

    def _forget_uses(self, word: str) -> None:
        """Something else is done: what was used may be used again."""
        marks = self.s.marks
        for key in [key for key in marks if key[0] == word]:
            del marks[key]

    def _use(self, seat: Seat, card: CardId, use: Use) -> Ability[None]:
        marks = self.s.marks
        key = self._use_key(self._use_word(use), card, seat)
        marks[key] = marks.get(key, 0) + 1
        if use.talent and marks[key] == 2:
            marks[("second talent", self.s.place[card], seat)] = 1
        self.log.append(Event(ABILITY_USED, seat, card, self.s.place[card]))
        return self.carry_out(use.run(self._rules, card, seat), card, seat)

    # -- playing -----------------------------------------------------------------------

    def pay_and_play(self, seat: Seat, option: Option) -> Ability[None]:
        """Spends the permission and plays the card."""
        payment = option.via
        assert isinstance(payment, Payment)
        if payment.choices:
            return self._choose_play(seat, option, payment)
        return self._spend_and_play(seat, option, payment.permission, payment.instead)

    def _choose_play(self, seat: Seat, option: Option, payment: Payment) -> Ability[None]:
        permission = yield from self._which_play(seat, option.card, payment.choices)
        yield from self._spend_and_play(seat, option, permission, payment.instead)

    def _spend_and_play(
        self, seat: Seat, option: Option, permission: Permission | None, instead: CardId
    ) -> Ability[None]:
        s = self.s
        card = option.card
        if instead >= 0:
            s.marks[self._use_key("instead", instead, seat)] = 1
        rider: Callable[[], Ability[None]] | None = None
        if permission is None:
            self.note_special(card, seat)
        else:
            # What another player may play at once is no kept play, though it may look like one.
            if seat == s.turn and permission in s.permissions:
                s.permissions.remove(permission)
            if permission.budget >= 0:
                s.budgets[permission.budget] -= self.printed_power(card)
            if permission.rider:
                rider = self._rider(permission.source, card, seat)
            if card in [kept.card for kept in s.permissions]:
                card = self._spare_copy(seat, card)
        return self.play(seat, card, option.place, option.host, rider=rider)

    def _spare_copy(self, seat: Seat, card: CardId) -> CardId:
        """A copy of a card that another play is kept for or, where there is none, that card."""
        s = self.s
        held = self.spare_first(s.hands[seat])
        return next(c for c in held if s.defn[c] == s.defn[card] and s.owner[c] == s.owner[card])

    def _which_play(
        self, seat: Seat, card: CardId, choices: tuple[Permission, ...]
    ) -> Ability[Permission]:
        options = [
            Option("choose", p.source, word="" if p.source >= 0 else "free", via=p) for p in choices
        ]
        prompt = Words("Which of your plays do you use for {card}?", card=self.name(card))
        answer = yield from self.ask(Decision(seat, "choose", card, prompt, options))
        assert isinstance(answer.via, Permission)
        return answer.via

    def _rider(
        self, source: CardId, card: CardId, seat: Seat
    ) -> Callable[[], Ability[None]] | None:
        run = self.card(source).rider
        return None if run is None else lambda: run(self._rules, card, seat)

    def play_special(self, seat: Seat, option: Option) -> Ability[None]:
        """Plays a card from hand by its Special (PLAY-8)."""
        assert isinstance(option.via, tuple)
        reaction, event = option.via
        if reaction.limit:
            self.s.marks[self.limit_key(reaction, event, seat)] = 1
        return self.play(
            seat, option.card, option.place, option.host, run=reaction.run, event=event
        )

    def play(
        self,
        seat: Seat,
        card: CardId,
        place: PlaceId = NO_PLACE,
        host: CardId = NO_CARD,
        run: React | None = None,
        event: Event | None = None,
        rider: Callable[[], Ability[None]] | None = None,
        uncovered_at: PlaceId = NO_PLACE,
    ) -> Ability[None]:
        """Plays a card, wherever it is: at a base, on a minion, or just carried out.

        `run` with `event`: what its Special does instead; `rider`: what the giver of the play adds;
        `uncovered_at`: the base at which it lay buried.
        """
        if run is None and uncovered_at >= 0:
            run = self._when_uncovered(card, uncovered_at)
        ability = self._playing(seat, card, place, host, run, event, rider)
        return self.carry_out(ability, card, seat, played=True, event=event)

    def _playing(
        self,
        seat: Seat,
        card: CardId,
        place: PlaceId,
        host: CardId,
        run: React | None,
        event: Event | None,
        rider: Callable[[], Ability[None]] | None,
    ) -> Ability[None]:
        definition = CARDS[self.s.defn[card]]
        if definition.type == MINION:
            if self.listening[COST]:
                self._set_aside(card, seat)
                yield from self._pay_costs(seat, card, place)
            self._put_at(card, place, seat)
            if definition.grant is not None:
                self._grant(card, seat)
        else:
            self._set_aside(card, seat)
        if run is None and self.window_event is not None:
            special = self.special_of_now(card)  # FILL-19: asked of the player who plays it
            if special is not None:
                run, event = special.run, self.window_event
        stays = definition.type == MINION or self._lay(definition, seat, card, place, host)
        self._record_play(definition, seat, card, place, host)
        life = self.s.life[card]
        yield from self.settle()
        if stays:
            self._affects_all_the_time(card)
        else:
            self._discard_later(card)
        ability: Ability[None] = NOTHING
        if stays or definition.plays_on == STANDARD:
            if run is not None:
                ability = run(self._rules, card, seat, event or Event(ACTION_PLAYED))
            elif definition.on_play_ability is not None and self._may_act(card):
                ability = definition.on_play_ability(self._rules, card, seat)
        if rider is None:
            yield from ability
            return
        yield from self.with_more_to_do(ability)
        if self.s.life[card] == life:
            yield from rider()

    def _when_uncovered(self, card: CardId, place: PlaceId) -> React | None:
        """What an action does that was uncovered, at the base where it lay."""
        ability = self.card(card).uncovered
        if ability is None:
            return None

        def run(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
            g.s.place[me] = place
            yield from ability(g, me, you)

        return run

    def _may_act(self, card: CardId) -> bool:
        return not self.in_play(card) or self.works(card)

    def _lay(
        self, definition: Card, seat: Seat, card: CardId, place: PlaceId, host: CardId
    ) -> bool:
        """Lays an action on the table; whether it stays there."""
        if definition.plays_on == ON_BASE:
            self._put_at(card, place, seat)
            self._grant(card, seat)
            return True
        if definition.plays_on == ON_MINION:
            if not self.in_play(host) or not self.can_affect(host, "attach", self.cause):
                return False  # FILL-17: discarded without effect
            self._affected([host], "attach", self.cause)
            self._attach(card, host, seat)
            return True
        return False

    def _affects_all_the_time(self, card: CardId) -> None:
        """Tells whose power a card just played changes for as long as it is there (TERM-affect)."""
        for minion in self.listening[NUMBER[AFFECTED]]:
            if any(source == card for source, _ in self.continuous_power(minion)):
                self._affected([minion], "power", self.cause)

    def _discard_later(self, card: CardId) -> None:
        assert self.frame is not None
        self.frame.discard = card

    def _pay_costs(self, seat: Seat, card: CardId, place: PlaceId) -> Ability[None]:
        for _ in self.discards_to_play(seat, card, place):
            yield from self.choose_and_discard(seat)

    def _played(self, seat: Seat, card: CardId, type_: CardType, where: PlaceId) -> Played:
        s = self.s
        return Played(seat, card, type_, where, s.phase, s.life[card])

    def _record_play(
        self, definition: Card, seat: Seat, card: CardId, place: PlaceId, host: CardId
    ) -> None:
        s = self.s
        where = place if host < 0 else s.place[host]
        s.played.append(self._played(seat, card, definition.type, where))
        kind: EventKind = MINION_PLAYED if definition.type == MINION else ACTION_PLAYED
        event = self.event(kind, card, self.cause)
        event.place = where
        event.host = host
        self.publish(event)

    def count_as_action(self, card: CardId, seat: Seat) -> None:
        """Sets off what waits for this player playing an action, as if this card were one."""
        s = self.s
        s.played.append(self._played(seat, card, ACTION, s.place[card]))
        self.publish(self.event(ACTION_PLAYED, card, self.cause))

    def finish_action(self, card: CardId) -> Ability[None]:
        """ORDER-1 step 5: an action that does not stay is discarded when all is done."""
        if self.s.zone[card] == LIMBO:
            elsewhere = self.card(card).before_discard
            if elsewhere is not None:
                return self._finish_elsewhere(card, elsewhere)
            self._discard_played(card)
        return NOTHING

    def _finish_elsewhere(self, card: CardId, elsewhere: Elsewhere) -> Ability[None]:
        seat = self.s.controller[card]
        went: list[bool] = []

        def going() -> Ability[None]:
            went.append((yield from elsewhere(self._rules, card, seat)))

        yield from self.carry_out(going(), card, seat)
        if not went[0]:
            self._discard_played(card)

    def _discard_played(self, card: CardId) -> None:
        event = self.event(DISCARDED, card, self.cause)
        event.place = NO_PLACE  # one that was uncovered: its base may have gone since
        self.log.append(event)
        self._put_in_discard(card)

    # -- extra plays -------------------------------------------------------------------

    def extra_minion(
        self,
        you: Seat,
        *,
        power_at_most: int = -1,
        at: PlaceId = NO_PLACE,
        name: str = "",
        from_discard: bool = False,
        unoccupied: bool = False,
        rider: bool = False,
        now: bool = False,
        more: bool = False,
    ) -> Ability[None]:
        """An extra minion: kept for later in one's own Play Cards phase, else now or never.

        It may be limited: in power, to one base (`at`), to a `name`, to bases where the player has
        no minion (`unoccupied`). `from_discard`: from the discard pile, not from hand. `rider`: the
        card's `with_the_extra_play` happens to it. `now`: also in one's own phase now or never.
        `more`: the card does something else afterwards, which the extra minion may precede.
        """
        permission = Permission(
            MINION,
            self.cause.card,
            DISCARD if from_discard else HAND,
            at,
            power_at_most,
            name,
            unoccupied=unoccupied,
            rider=rider,
        )
        yield from self._give_plays(you, [permission], now, more)

    def extra_minions_within(
        self, you: Seat, count: int, *, power_at_most: int, total: int, at: PlaceId
    ) -> Ability[None]:
        """Several extra minions at one base, whose powers together stay within a budget."""
        self.s.budgets.append(total)
        play = Permission(
            MINION,
            self.cause.card,
            place=at,
            power_at_most=power_at_most,
            budget=len(self.s.budgets) - 1,
        )
        yield from self._give_plays(you, [play] * count)

    def extra_action(self, you: Seat, count: int = 1) -> Ability[None]:
        """Extra actions, kept for later in one's own Play Cards phase, else now or never."""
        yield from self._give_plays(you, [Permission(ACTION, self.cause.card)] * count)

    def extra_minion_and_action(self, you: Seat) -> Ability[None]:
        """One extra play of each, in any order: kept in one's own phase, else now or never."""
        yield from self._give_plays(
            you, [Permission(MINION, self.cause.card), Permission(ACTION, self.cause.card)]
        )

    def _give_plays(
        self, you: Seat, plays: list[Permission], now: bool = False, more: bool = False
    ) -> Ability[list[Permission]]:
        """PLAY-6: extra plays, taken at once in any order or kept; gives those not taken.

        Who declines one of them is not asked about the rest.
        """
        keeps = self.my_play_phase(you) and not now
        left = list(plays)
        while left and (more or not keeps or self._is_something_waiting()):
            taken = yield from self._taken_now(you, left, keeps, more)
            if taken is None:
                break
            left.remove(taken)
        if keeps:
            for permission in left:
                self._keep_play(you, permission)
        return left

    def _is_something_waiting(self) -> bool:
        """ORDER-2: whether anything would come after an extra card now, and before it later.

        What waits in hands counts too, whoever may hold it: not to be asked would tell. So does
        a duel, a card that goes elsewhere than to the discard pile, and one that is not done yet.
        """
        frames = (*self.waiting, *self.reacting)
        return bool(self.duellists) or any(self._is_waited_for(frame) for frame in frames)

    def _taken_now(
        self, you: Seat, plays: list[Permission], keeps: bool, more: bool
    ) -> Ability[Permission | None]:
        """Which of these extra plays is taken, if any: now or never, or now or later (`keeps`)."""
        type_ = plays[0].type if len({play.type for play in plays}) == 1 else ""
        if not keeps:
            answer = yield from self.play_now(you, plays, EXTRA_NOW[type_], more=more)
            return _spent(answer)
        options = self.play_options(you, plays)
        if not options:
            return None
        prompt = NOW_OR_LATER[type_]
        answer = yield from self.ask(Decision(you, "now", self.asker, prompt, [*options, PASS]))
        spent = _spent(answer)
        if spent is not None:
            self.s.permissions.append(spent)  # this one is spent, not one like it kept before
            yield from self._pay_and_go_on(you, answer, more)
        return spent

    def _keep_play(self, you: Seat, permission: Permission) -> None:
        self.s.permissions.append(permission)
        event = Event(EXTRA_PLAY, you, by=permission.source, word=permission.type)
        event.place, event.power = permission.place, permission.power_at_most
        self.log.append(event)

    def play_now(
        self,
        you: Seat,
        permissions: Iterable[Permission],
        prompt: Phrase,
        must: bool = False,
        instead: Iterable[Option] = (),
        decline: Option = PASS,
        more: bool = False,
    ) -> Ability[Option]:
        """Plays a card at once or not at all; gives the option taken (`decline` if none).

        A `Permission` says what may be played: `g.permission_for(card)` is for one card. `must`:
        it cannot be declined. `instead`: other things that may be done with the card, offered in
        the same question. `more`: the card that says so does something else afterwards.
        """
        options = self.play_options(you, permissions)
        options += instead
        committed = self._take_commitment()
        if not options or not (must or committed):
            options.append(decline)
        answer = yield from self.ask(Decision(you, "choose", self.asker, prompt, options))
        if answer.verb == "play":
            yield from self._pay_and_go_on(you, answer, more)
        return answer

    def _pay_and_go_on(self, you: Seat, answer: Option, more: bool) -> Ability[None]:
        """Plays the card, before the one that lets it be played does more."""
        played = self.pay_and_play(you, answer)
        return self.with_more_to_do(played) if more else played

    def permission_for(self, card: CardId) -> Permission:
        """An extra play of one particular card, from where it is now."""
        type_: PlayedType = MINION if self.card(card).type == MINION else ACTION
        return Permission(type_, self.cause.card, self.s.zone[card], card=card)

    def play_this_now(
        self,
        you: Seat,
        card: CardId,
        must: bool = False,
        instead: Iterable[Option] = (),
        decline: Option = PASS,
        more: bool = False,
    ) -> Ability[Option]:
        """Plays one particular card, wherever it is, at once or not at all, as an extra card.

        One in the hand may wait in the phase by the older rules (PLAY-6).
        """
        play = self.permission_for(card)
        may_wait = not (self.s.edition.particular_at_once or must or instead)
        if may_wait and play.zone == HAND and self.my_play_phase(you):
            left = yield from self._give_plays(you, [play])
            return PASS if left else Option("play", card)
        prompt = Words("Play {card} now?", card=self.name(card))
        return (yield from self.play_now(you, [play], prompt, must, instead, decline, more))


def _spent(answer: Option) -> Permission | None:
    """The permission that an answer spends, if it plays something."""
    if answer.verb != "play":
        return None
    assert isinstance(answer.via, Payment)
    return answer.via.permission
