"""The entries of a room's log: every kind, and what its body holds."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from smashup.model.words import Phrase, text_of
from smashup.protocol.messages import EmoteName
from smashup.protocol.things import Words
from smashup.replay import Stamp
from smashup.server.charter import SetupPlan
from smashup.server.storage import Entry
from smashup.view.wording import sent

JOIN = "join"  # someone took an open seat: name, ticket, inherited
WATCH = "watch"  # someone came to watch: name, ticket
CUT = "cut"  # a seat gave its number for the deal: number
START = "start"  # setup, where it was not settled before; stamp, digest
ANSWER = "answer"  # option, by, digest, spent
UNDO = "undo"  # that many answers were taken back: count
WISH = "wish"  # a seat asks to take that many back: count
CONSENT = "consent"  # yes
CHAT = "chat"  # text, emote
NOTE = "note"  # the table itself says something: text, words; somebody would end the game: ending
CONCEDE = "concede"  # agreed, where all people did at once; won, where only this one did not
LEAVE = "leave"
REMOVE = "remove"  # the host sent away who held a seat
RENEW = "renew"  # the host made a new invite: ticket
OFFER = "offer"  # who holds a seat made a code by which another device can take it: ticket
TAKE = "take"  # another device took it: ticket
TAKEOVER = "takeover"  # a bot sits in for who is away
BACK = "back"  # and gives the seat back
SETTINGS = "settings"  # name
REMATCH = "rematch"  # room
PUBLISHED = "published"  # replay
SET_ASIDE = "set_aside"  # older servers wrote it where a room could not be loaded; means nothing

PROPOSED, AGREED, REFUSED = "proposed", "agreed", "refused"  # to end the game, by a seat

BY_PLAYER, BY_BOT, BY_CLOCK = "", "bot", "clock"


class Body(Struct, omit_defaults=True):
    """What an entry says besides its kind, seat and time; each kind uses a few of these."""

    option: int = -1
    by: str = BY_PLAYER
    count: int = 0
    yes: bool = False
    name: str = ""
    text: str = ""
    words: Words | None = None
    ticket: str = ""
    room: str = ""
    replay: str = ""
    number: int = -1
    inherited: bool = False
    emote: EmoteName | None = None
    ending: str = ""
    agreed: bool = False
    won: bool = False
    spent: float = 0.0  # seconds of the seat's reserve; what it gained is taken off
    setup: SetupPlan | None = None
    digest: str = ""  # of the position that follows
    stamp: Stamp | None = None  # by which rules and cards it is played


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Body)
_EMPTY = Body()


def entry(kind: str, seat: int, at: float, body: Body = _EMPTY, id: str = "") -> Entry:
    """A new entry for the log."""
    return Entry(kind, seat, id, _encode(body), at)


def told(phrase: Phrase, ending: str = "") -> Body:
    """What the table says to everybody, in words that each reads in a language of their own."""
    return Body(text=text_of(phrase), words=sent(phrase), ending=ending)


def body_of(made: Entry) -> Body:
    """What an entry says; raises `msgspec.MsgspecError` if it is damaged."""
    return _decoder.decode(made.body)
