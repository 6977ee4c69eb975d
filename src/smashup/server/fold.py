"""A room as the fold over its log: who sits where, the game, its version, what was said.

Nothing here waits, sends or stores; the same entries always give the same fold.

With each answer the log keeps a digest of the position it led to. A log that was written by other
rules is followed as far as its positions are the same (docs/saved-games.md): from there on the room
is only looked at, who has a right to what is still folded, and nothing more is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.protocol.messages import ChatLine
from smashup.protocol.room import RoomState, SeatKind
from smashup.replay import (
    Followed,
    Replay,
    ReplayError,
    Stamp,
    advance,
    begin,
    other_seat,
    short_digest,
)
from smashup.server import entries as kinds
from smashup.server.charter import BOT, HUMAN, OPEN, Charter, SeatPlan, SetupPlan
from smashup.server.entries import BY_PLAYER, Body, body_of
from smashup.server.grants import Grant
from smashup.server.names import TABLE_NAME
from smashup.server.storage import Entry
from smashup.server.tokens import same
from smashup.server.undoing import showed_something

CHAT_KEPT = 100
IDS_KEPT = 500  # of a seat's last messages; a client repeats only what was not answered yet
_MARK = "\x1f"  # no client's id can hold it


class BadLog(SmashUpError):
    """A log that no room can have: damaged, or written by another program."""


@dataclass(slots=True)
class Seat:
    """One seat and who is in it."""

    kind: SeatKind
    name: str
    strength: str
    ticket: bytes | None = None
    inherited: bool = False  # who had this seat in the game before may take it without an invite
    hands: int = 0  # how often a right to it has ended
    number: int | None = None  # what its holder gave for the deal
    offer: bytes | None = None  # hash of the code by which another device may take it
    offered: float = 0.0  # when that was made
    removed: bool = False  # the host sent its player away during the game
    conceded: bool = False
    bot_sits_in: bool = False
    taken_over: bool = False  # the bot sits in because the player was away, not because they left
    away_since: float = 0.0  # since when others have acted in its player's place
    stood_in: int = 0  # answers given in its player's place since then
    undone: int = 0  # answers of others taken back since then

    @property
    def taken(self) -> bool:
        return self.kind == BOT or self.ticket is not None or self.removed

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == BOT or self.conceded or self.bot_sits_in

    @property
    def is_person(self) -> bool:
        """Whether somebody holds it who has not given up."""
        return self.kind != BOT and self.ticket is not None and not self.conceded


@dataclass(slots=True)
class Wish:
    """A seat asks the others to let it take answers back."""

    seat: int
    id: str
    answers: int
    agreed: set[int] = field(default_factory=set)


class Fold:
    """The state of a room after `length` entries."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        self.setup = charter.setup  # as it is dealt, once the game has begun
        self.invite = bytes.fromhex(charter.invite)
        #: Who may start, and send others away: who made the room, then whoever is there longest.
        self.host = next((n for n, plan in enumerate(charter.seats) if plan.ticket), None)
        self.length = 0
        self.last = charter.created  # when something happened last
        self.state: RoomState = "waiting"
        self.seats = [_seat(number, plan) for number, plan in enumerate(charter.seats)]
        self.watchers: dict[bytes, str] = {}  # names by ticket
        self.game: Game | None = None
        self.v = 0
        self.stamp = Stamp(None, charter.rules)  # by which rules and cards it began
        self.answers: list[int] = []  # all that count, also those where it goes another way here
        self.digests: list[str] = []  # of the start and after each; empty where it was not noted
        self.parting: ReplayError | None = None  # why it cannot be followed to its end here
        self.deciders: list[int] = []  # who gave each answer since the room's start
        self.turns = [0]  # how many of these there were as each turn began
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.wish: Wish | None = None
        self.ending: int | None = None  # who proposes to end the game
        self.enders: set[int] = set()  # who agrees to that
        self.agreed = False  # whether all did
        self.reserves = [charter.options.reserve or 0.0 for _ in charter.seats]  # in seconds
        self.rematch = ""
        self.replay = ""
        self.done: list[dict[str, int]] = [{} for _ in charter.seats]  # ids with their versions
        self.rewound: Game | None = None  # the game before the answers that an undo takes back

    # -- looking -----------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def names_besides(self, seat: int) -> list[str]:
        """What all others at the table are called."""
        return [other.name for number, other in enumerate(self.seats) if number != seat]

    @property
    def is_deserted(self) -> bool:
        """Whether bots sit in for all the people there are: then nobody wants to see it go on."""
        people = [seat for seat in self.seats if seat.is_person]
        return bool(people) and all(seat.bot_sits_in for seat in people)

    def grant(self, ticket: bytes) -> Grant | None:
        """What this ticket gives the right to now; every seat is looked at, found or not."""
        found = Grant(ticket, None) if ticket in self.watchers else None
        for number, seat in enumerate(self.seats):
            if seat.ticket is not None and same(seat.ticket, ticket):
                found = Grant(ticket, number)
        return found

    def holds(self, grant: Grant) -> bool:
        """Whether it is still worth what it was.

        Nobody guesses here: a grant was given for a token that was shown, so that tickets need not
        be compared in a time that tells nothing.
        """
        seat = None
        for number, there in enumerate(self.seats):
            if there.ticket == grant.ticket:
                seat = number
        return seat == grant.seat and (seat is not None or grant.ticket in self.watchers)

    def holder(self, seat: int) -> Grant:
        """The grant of whoever holds a seat, nobody's if nobody does."""
        return Grant(self.seats[seat].ticket or b"", seat)

    def logged_id(self, seat: int, id: str) -> str:
        """A message's id as the log has it: those of who held the seat before are others."""
        hands = self.seats[seat].hands
        return f"{hands}{_MARK}{id}" if hands else id

    @staticmethod
    def sent_id(logged: str) -> str:
        """The id as the client sent it."""
        return logged.rpartition(_MARK)[2]

    def others_to_ask(self, seat: int) -> list[int]:
        """The people whose consent an undo needs, also those who are away; bots agree."""
        return [n for n, other in enumerate(self.seats) if n != seat and other.is_person]

    def last_answer(self, seat: int) -> int | None:
        """How many answers an undo of this seat takes back; None if it has none to take back."""
        for back, decider in enumerate(reversed(self.deciders), start=1):
            if decider == seat:
                return back
        return None

    def own_answers(self, seat: int | None) -> int:
        """How many answers of this seat there are to take back; who watches has none."""
        return 0 if seat is None else self.deciders.count(seat)

    def may_take_back_freely(self, answers: int) -> bool:
        """Whether nothing hidden was seen, and nobody else acted, in the last so many answers."""
        since = len(self.deciders) - answers
        if self.game is None or len(set(self.deciders[since:])) != 1:
            return False
        return not showed_something(self.game, answers)

    def rewind_freely(self, answers: int) -> bool:
        """Makes an undo ready, if nobody need be asked for it; whether that is so."""
        free = self.may_take_back_freely(answers)
        if free:
            self.rewind(answers)
        return free

    def rewind(self, answers: int) -> None:
        """Plays the game again up to its last so many answers, so that an undo finds it ready."""
        assert self.game is not None
        self.rewound = self.game.replayed(len(self.game.answers) - answers)

    def answers_this_turn(self, seat: int) -> int:
        """How often a seat has answered since the turn began."""
        return self.deciders[self.turns[-1] :].count(seat)

    @property
    def goes_on(self) -> bool:
        """Whether it is being played, and can be by the rules and cards that are here."""
        return self.state == "playing" and self.parting is None

    @property
    def winners(self) -> list[int]:
        """Who won: by the rules, or because everybody else gave up."""
        if self.game is None or self.game.over or self.state != "over" or self.agreed:
            return [] if self.game is None else list(self.game.winners)
        return self.last_left()

    def last_left(self, besides: int = -1) -> list[int]:
        """The one seat that has not given up if all others have, or this one does now."""
        left = [n for n, seat in enumerate(self.seats) if not seat.conceded and n != besides]
        return left if len(left) == 1 else []

    @property
    def was_tried(self) -> bool:
        """Whether it is a puzzle whose turn is over: nobody moves any more."""
        return bool(self.charter.puzzle) and len(self.turns) > 1

    @property
    def notice(self) -> str:
        """What whoever looks at the game must be told: nothing if it is surely the same game."""
        if self.game is None or (self.parting is None and "" not in self.digests):
            return ""
        return Followed(self.written(), self.game, self.parting).notice

    def written(self) -> Replay:
        """The game as it can be written down, once it has begun."""
        seats = tuple(seat.strength if seat.kind == BOT else HUMAN for seat in self.seats)
        setup = None if self.game is None else self.game.setup
        answers, digests = tuple(self.answers), tuple(self.digests)
        return Replay(setup or self.setup.setup(), answers, digests, seats, self.stamp)

    def deal(self) -> SetupPlan | None:
        """The setup by the numbers of everybody who gave one; None if it is settled already."""
        return self.charter.dealt([seat.number for seat in self.seats])

    # -- what happens ------------------------------------------------------------------

    def apply(self, made: Entry) -> Entry:
        """One more thing that happens. Gives it as the log is to keep it, with a digest of where it
        led; raises where it cannot happen, and the fold is then of no more use."""
        self._fold_in(made)
        self._play_on()
        if self.parting is not None:
            raise self.parting
        if made.kind not in (kinds.START, kinds.ANSWER):
            return made
        assert self.game is not None and self.game.setup is not None
        body = body_of(made)
        body.digest = self.digests[-1] = short_digest(self.game)
        if made.kind == kinds.START:
            body.stamp = self.stamp = Stamp.of(self.game.setup)
        return kinds.entry(made.kind, made.seat, made.at, body, made.id)

    def read(self, made: Sequence[Entry]) -> None:
        """Many entries of the log; raises where it cannot be right. What was taken back in it is
        not played again."""
        for one in made:
            self._fold_in(one)
        self._play_on()

    def _fold_in(self, made: Entry) -> None:
        """What an entry changes, all but the game itself."""
        handle = _HANDLERS.get(made.kind)
        if handle is None:
            raise BadLog(f"Entry {self.length} is of an unknown kind, {made.kind!r}.")
        if not -1 <= made.seat < len(self.seats):
            raise BadLog(f"Entry {self.length} is of seat {made.seat}, which there is not.")
        handle(self, made, body_of(made))
        self.length += 1
        self.last = made.at
        if made.id and made.seat >= 0:
            self._remember_id(self.done[made.seat], made.id)

    def _play_on(self) -> None:
        """Brings the game to where the answers lead, as far as it is the one that was played."""
        if self.state == "waiting" or self.parting is not None:
            return
        if self.game is not None and len(self.game.answers) == len(self.answers):
            return
        replay = self.written()
        game = self.game
        if game is None:
            game, self.turns = begin(replay), [0]
        before = len(self.answers) - len(self.deciders)  # of a game that went on from a replay
        while self.parting is None and len(game.answers) < len(self.answers):
            number, turn = len(game.answers), game.turn_number
            self.parting = self._other_decider(replay, game, number - before)
            if self.parting is None:
                self.parting = advance(replay, game, tell_question=False)
            if self.parting is not None and len(game.answers) > number:
                game = game.replayed(number)
            elif game.turn_number != turn and number >= before:
                self.turns.append(number + 1 - before)
        self.game = game
        if game.over:
            self.state = "over"

    def _other_decider(self, replay: Replay, game: Game, number: int) -> ReplayError | None:
        """Why the next answer cannot be: another seat gave it than is asked."""
        if number < 0 or game.decision is None or game.decision.seat == self.deciders[number]:
            return None
        return other_seat(replay, game, self.deciders[number])

    def _remember_id(self, done: dict[str, int], id: str) -> None:
        done[id] = self.v
        if len(done) > IDS_KEPT:
            del done[next(iter(done))]  # the oldest

    def _join(self, made: Entry, body: Body) -> None:
        hosting = self.host in (None, made.seat)  # who takes their own seat anew stays host
        if self.seats[made.seat].ticket is not None:
            self._void(made.seat)
        if hosting:
            self.host = made.seat
        seat = self.seats[made.seat]
        seat.ticket = bytes.fromhex(body.ticket)
        seat.name = body.name or seat.name
        seat.inherited = body.inherited

    def _void(self, number: int) -> None:
        """Ends the right to a seat; before the start it is then free for anybody."""
        seat = self.seats[number]
        seat.ticket = seat.offer = None
        seat.hands += 1
        seat.inherited = False
        if self.wish is not None and self.wish.seat == number:
            self.wish = None
        if self.host == number:
            self._pass_host_on()
        if self.state == "waiting":
            seat.kind = OPEN
            seat.name = self.charter.seats[number].name
            seat.number = None

    def _pass_host_on(self) -> None:
        """To the first who holds a seat and has not given up."""
        held = [n for n, other in enumerate(self.seats) if other.ticket is not None]
        playing = [n for n in held if not self.seats[n].conceded]
        self.host = next(iter(playing + held), None)

    def _cut(self, made: Entry, body: Body) -> None:
        self.seats[made.seat].number = body.number

    def _remove(self, made: Entry, body: Body) -> None:
        self._void(made.seat)
        if self.state != "waiting":
            self.seats[made.seat].removed = self.seats[made.seat].bot_sits_in = True
            self._end_without_people()

    def _renew(self, made: Entry, body: Body) -> None:
        self.invite = bytes.fromhex(body.ticket)
        self.watchers.clear()

    def _offer(self, made: Entry, body: Body) -> None:
        self.seats[made.seat].offer = bytes.fromhex(body.ticket)
        self.seats[made.seat].offered = made.at

    def _take(self, made: Entry, body: Body) -> None:
        seat = self.seats[made.seat]
        seat.ticket, seat.offer = bytes.fromhex(body.ticket), None
        seat.hands += 1
        seat.inherited = False

    def _watch(self, made: Entry, body: Body) -> None:
        self.watchers[bytes.fromhex(body.ticket)] = body.name

    def _start(self, made: Entry, body: Body) -> None:
        self.state = "playing"
        self.setup = body.setup or self.charter.setup
        begun = self.charter.answers
        self.answers = list(begun)
        self.digests = [*(self.charter.digests or [""] * len(begun)), body.digest]
        self.stamp = body.stamp or self.stamp

    def _answer(self, made: Entry, body: Body) -> None:
        if self.state != "playing":
            raise BadLog(f"Entry {self.length} answers where nobody is asked.")
        self.answers.append(body.option)
        self.digests.append(body.digest)
        self.deciders.append(made.seat)
        self.v += 1
        self.wish = None
        self.reserves[made.seat] = max(0.0, self.reserves[made.seat] - body.spent)
        self._remember_answer(self.seats[made.seat], made.at, body.by)

    def _remember_answer(self, seat: Seat, at: float, by: str) -> None:
        """What was answered in somebody's place is told to them until they answer themselves."""
        if by == BY_PLAYER:
            seat.away_since, seat.stood_in, seat.undone = 0.0, 0, 0
        elif seat.is_person:
            seat.away_since = seat.away_since or at
            seat.stood_in += 1

    def _undo(self, made: Entry, body: Body) -> None:
        if not 0 < body.count <= len(self.deciders):
            raise BadLog(f"Entry {self.length} takes back {body.count} answers.")
        for decider in self.deciders[-body.count :]:  # with an answer goes what it earned
            earned = self.charter.options.increment
            self.reserves[decider] = max(0.0, self.reserves[decider] - earned)
        for given in (self.answers, self.digests, self.deciders):
            del given[-body.count :]
        while self.turns[-1] > len(self.deciders):
            self.turns.pop()
        self._go_back()
        self.v += 1
        self.wish = None
        for number, seat in enumerate(self.seats):
            if number != made.seat and seat.is_person and seat.bot_sits_in:
                seat.undone += body.count

    def _go_back(self) -> None:
        """Some answers do not count any more: the game is the one before them, if it is ready."""
        ready, self.rewound = self.rewound, None
        played = 0 if self.game is None else len(self.game.answers)
        if played >= len(self.answers):
            self.parting = None  # what went another way was taken back
        if played > len(self.answers):
            fits = ready is not None and ready.answers == self.answers
            self.game = ready if fits else None

    def _wish(self, made: Entry, body: Body) -> None:
        self.wish = Wish(made.seat, made.id, body.count)

    def _consent(self, made: Entry, body: Body) -> None:
        if self.wish is None:
            return
        if body.yes:
            self.wish.agreed.add(made.seat)
        else:
            self.wish = None

    def _chat(self, made: Entry, body: Body) -> None:
        name = self.seats[made.seat].name if made.seat >= 0 else TABLE_NAME
        seat = made.seat if made.seat >= 0 else None
        self.chat.append(ChatLine(seat, name, body.text, made.at, body.emote, body.words))

    def _note(self, made: Entry, body: Body) -> None:
        self._chat(Entry(made.kind, -1, made.id, made.body, made.at), body)
        if body.ending == kinds.PROPOSED:
            self.ending, self.enders = made.seat, {made.seat}
        elif body.ending == kinds.AGREED:
            self.enders.add(made.seat)
        elif body.ending == kinds.REFUSED:
            self.ending, self.enders = None, set()

    def _concede(self, made: Entry, body: Body) -> None:
        if body.won:
            self.state = "over"
            return
        self.seats[made.seat].conceded = True
        self.agreed = self.agreed or body.agreed
        if self.ending == made.seat:
            self.ending, self.enders = None, set()
        if self.host == made.seat:
            self._pass_host_on()
        self._end_without_people()

    def _end_without_people(self) -> None:
        if not any(seat.is_person for seat in self.seats):
            self.state = "over"

    def _leave(self, made: Entry, body: Body) -> None:
        seat = self.seats[made.seat]
        if self.state != "waiting":
            seat.bot_sits_in = True
            seat.away_since = seat.away_since or made.at
        elif made.seat == self.host and seat.kind == HUMAN:
            self.state = "over"  # a room without its host is closed
        else:
            self._void(made.seat)

    def _takeover(self, made: Entry, body: Body) -> None:
        seat = self.seats[made.seat]
        seat.bot_sits_in = seat.taken_over = True
        seat.away_since = seat.away_since or made.at

    def _back(self, made: Entry, body: Body) -> None:
        self.seats[made.seat].bot_sits_in = False
        self.seats[made.seat].taken_over = False

    def _settings(self, made: Entry, body: Body) -> None:
        self.seats[made.seat].name = body.name

    def _rematch(self, made: Entry, body: Body) -> None:
        self.rematch = body.room

    def _published(self, made: Entry, body: Body) -> None:
        self.replay = body.replay

    def _nothing(self, made: Entry, body: Body) -> None:
        pass


_HANDLERS: dict[str, Callable[[Fold, Entry, Body], None]] = {
    kinds.JOIN: Fold._join,
    kinds.CUT: Fold._cut,
    kinds.REMOVE: Fold._remove,
    kinds.RENEW: Fold._renew,
    kinds.OFFER: Fold._offer,
    kinds.TAKE: Fold._take,
    kinds.WATCH: Fold._watch,
    kinds.START: Fold._start,
    kinds.ANSWER: Fold._answer,
    kinds.UNDO: Fold._undo,
    kinds.WISH: Fold._wish,
    kinds.CONSENT: Fold._consent,
    kinds.CHAT: Fold._chat,
    kinds.NOTE: Fold._note,
    kinds.CONCEDE: Fold._concede,
    kinds.LEAVE: Fold._leave,
    kinds.TAKEOVER: Fold._takeover,
    kinds.BACK: Fold._back,
    kinds.SETTINGS: Fold._settings,
    kinds.REMATCH: Fold._rematch,
    kinds.PUBLISHED: Fold._published,
    kinds.SET_ASIDE: Fold._nothing,
}


def _seat(number: int, plan: SeatPlan) -> Seat:
    name = plan.name or ("" if plan.kind == OPEN else f"Player {number + 1}")
    ticket = bytes.fromhex(plan.ticket) if plan.ticket else None
    return Seat(plan.kind, name, plan.strength, ticket, plan.inherited)
