"""What must be true of a pack before its factions may go into the box."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from smashup.model.card import ACTION, BASE, MINION, ON_BASE, ON_MINION, STANDARD, Card, Faction
from smashup.model.pack import LONGEST_NAME, Pack
from smashup.packs.errors import BadPack
from smashup.packs.looks import Look, icon_file, looks_file, read_icon, read_looks

CARDS_IN_A_FACTION = 20
BASES_OF_A_FACTION = 2
#: Decorators that are called before they decorate: `@card.talent()`, never `@card.talent`.
CALLED = frozenset(
    (
        "after",
        "after_replacement",
        "after_scoring",
        "at_end_of_turn",
        "at_start_of_turn",
        "before_scoring",
        "on_your_turn",
        "power_change",
        "saves_from_destruction",
        "special_from_deck",
        "special_from_hand",
        "talent",
        "when_scoring",
        "while_watching",
    )
)
_ABILITY = "g, me, you"
_REACTION = "g, me, you, ev"


class Hung(NamedTuple):
    """A function that was hung on a card: as what, what it is given, and if it asks and acts."""

    what: str
    function: Callable[..., Any]
    given: str
    acts: bool  # a generator, which asks and acts by `yield from`


def reasons_against(pack: Pack, others: Iterable[Pack]) -> list[str]:
    """All that is wrong in this pack and must be mended before it can lie beside the others."""
    reasons = list(_wrong_in_pack(pack))
    if reasons:
        return reasons
    reasons = [*_bare_decorators(pack), *_names_taken(pack, others)]
    for faction in pack.factions:
        reasons += _wrong_in_faction(pack, faction)
    return [*reasons, *_wrong_looks(pack)]


def _wrong_in_pack(pack: Pack) -> Iterator[str]:
    init = pack.folder / "__init__.py"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", pack.name):
        yield f"{init}: the name of a pack is of small letters, digits and _, not {pack.name!r}"
    if not pack.title.strip():
        yield f"{init}: the pack has no title"
    if not pack.factions:
        yield f"{init}: the pack has no faction"
    for thing in pack.factions:
        if not isinstance(thing, Faction):
            yield f"{init}: {thing!r} is among the factions and is none"
    for card in pack.cards if all(isinstance(f, Faction) for f in pack.factions) else ():
        yield from (f"{where(pack, str(card.name))}: {wrong}" for wrong in _wrong_types(card))


def _wrong_types(card: Card) -> Iterator[str]:
    """What is no number or no text, though it should be: Python itself does not mind."""
    numbers = {"copies": card.copies, "power": card.power, "breakpoint": card.breakpoint}
    for name, number in numbers.items():
        if type(number) is not int:
            yield f"{name} should be a whole number, not {number!r}"
    if not isinstance(card.vp, tuple) or any(type(points) is not int for points in card.vp):
        yield f"vp should be three whole numbers, not {card.vp!r}"
    for text in (card.name, card.text, *card.rulings):
        if not isinstance(text, str):
            yield f"{text!r} should be a text"


def _names_taken(pack: Pack, others: Iterable[Pack]) -> Iterator[str]:
    """A name is enough to ask for a faction, card or base, whichever pack it is of."""
    taken: dict[str, str] = {}
    for other in others:
        taken |= {name.lower(): f"in the pack {other.name}" for name in _names(other)}
    for name in _names(pack):
        if name.lower() in taken:
            yield f"{where(pack, name)}: something {taken[name.lower()]} is named so already"
        taken[name.lower()] = "of this pack"


def _names(pack: Pack) -> list[str]:
    return [faction.name for faction in pack.factions] + [card.name for card in pack.cards]


def _wrong_in_faction(pack: Pack, faction: Faction) -> Iterator[str]:
    here = where(pack, faction.name)
    if not _can_be_written(faction.name, "@/#[],") or len(faction.name) > LONGEST_NAME:
        yield f"{here}: a faction's name has at most {LONGEST_NAME} letters, none of @ / # [ ] ,"
    if faction.set != pack.name:
        yield f"{here}: its set is {faction.set!r}, which is not the pack's name, {pack.name!r}"
    count = sum(card.copies for card in faction.cards)
    if count != CARDS_IN_A_FACTION:
        yield f"{here}: its cards with their copies are {count}, not {CARDS_IN_A_FACTION}"
    if len(faction.bases) != BASES_OF_A_FACTION:
        yield f"{here}: its bases are {len(faction.bases)}, not {BASES_OF_A_FACTION}"
    for card in (*faction.cards, *faction.bases):
        at = where(pack, card.name)
        yield from (f"{at}: {wrong}" for wrong in _wrong_on_card(card))
        for hung in all_hung(card):
            yield from (f"{_line_of(pack, hung, at)}: {wrong}" for wrong in _wrong_shape(hung))


def _wrong_on_card(card: Card) -> Iterator[str]:
    if not _can_be_written(card.name, "@/#[]"):
        yield f"{card.name!r} cannot be a name: scenarios could not write it (no @ / # [ ])"
    if not card.text.strip():
        yield "it has no words; write `No ability.` if it has none"
    if card.type == BASE:
        if card.breakpoint < 1:
            yield f"its breakpoint is {card.breakpoint}, which would score at once"
        if len(card.vp) != 3 or min(card.vp) < 0:
            yield f"vp are the points of the first three places, not {card.vp!r}"
        return
    if card.copies < 1:
        yield f"there are {card.copies} copies of it"
    if card.type not in (MINION, ACTION):
        yield f"it is a {card.type}: make cards by `faction.minion` and `faction.action`"
    if card.power < 0:
        yield f"its power is {card.power}"
    if card.plays_on not in (STANDARD, ON_BASE, ON_MINION):
        yield f"it is played on {card.plays_on!r}; that is STANDARD, ON_BASE or ON_MINION"


def _can_be_written(name: str, without: str) -> bool:
    """Whether it can be told apart from what stands around it, in scenarios and commands."""
    return name == " ".join(name.split()) != "" and not set(name) & set(without)


# -- the shape of abilities ------------------------------------------------------------------------


def all_hung(card: Card) -> Iterator[Hung]:
    """Every function that was hung on a card."""
    simple = (
        ("on_play", card.on_play_ability, _ABILITY, True),
        ("when_uncovered", card.uncovered, _ABILITY, True),
        ("when_transferred", card.transferred, _ABILITY, True),
        ("with_the_extra_play", card.rider, "g, card, you", True),
        ("would_be_discarded", card.before_discard, _ABILITY, True),
        ("playable_from_discard", card.plays_itself, _ABILITY, False),
        ("power_change", card.power_of_itself, "g, me, minion", False),
        ("power_change", card.power_of_host, "g, me, minion", False),
        ("sets_starting_power", card.starting_power, "g, me, printed", False),
        ("adds_to_player", card.player_power, "g, me, place, seat", False),
        ("sets_starting_breakpoint", card.starting_breakpoint, "g, me, printed", False),
        ("changes_award", card.award, "g, me, place, seat", False),
        ("protects_minions", card.protects, "g, me, minion, harm, cause", False),
        ("shields_once", card.shield, "g, me, minion, harm, cause", False),
        ("saves_from_destruction", card.saves, "g, me, minion", True),
        ("saves_from_destruction(when=…)", card.saves_when, "g, me, minion", False),
        ("forbids_playing", card.forbids, "g, me, seat, card, place", False),
        ("costs_a_discard", card.cost, "g, me, seat, card, place", False),
        ("extra_play_each_turn", card.grant, _ABILITY, False),
        ("ignores_base", card.cancels_base, "g, me, seat", False),
        ("laid_out", card.in_force, _ABILITY, False),
        ("played_on", card.target, "g, you, minion", False),
        ("says_who_is_next", card.next_turn, "g, me, seat", False),
    )
    for what, function, given, acts in simple:
        if function is not None:
            yield Hung(what, function, given, acts)
    for _, hook in card.power_hooks:
        yield Hung("power_change", hook, "g, me, minion", False)
    for use in card.uses:
        what = "talent" if use.talent else "on_your_turn"
        yield Hung(what, use.run, _ABILITY, True)
        if use.when is not None:
            yield Hung(f"{what}(when=…)", use.when, _ABILITY, False)
    awards = (card.when_scoring_ability, card.after_replacement_ability)
    for reaction in (*card.reactions, *filter(None, awards)):
        parts = (
            ("an ability after an event", reaction.run, _REACTION, True),
            ("when=…", reaction.when, "g, me, ev", False),
            ("seats=…", reaction.seats, "g, me, ev", False),
            ("moot=…", reaction.moot, _REACTION, False),
        )
        for what, part, given, acts in parts:
            if part is not None:
                yield Hung(what, part, given, acts)


def _wrong_shape(hung: Hung) -> Iterator[str]:
    own = _shape(hung.function)
    if own is None:
        return
    try:
        own.bind(*hung.given.split(", "))
    except TypeError:
        yield f"{hung.what} is given ({hung.given}), but its function takes {own}"
    acts = inspect.isgeneratorfunction(hung.function)
    if hung.acts and not acts and not _gives_ability(hung.function):
        yield f"{hung.what} asks and acts by `yield from`, and its function has none"
    if acts and not hung.acts:
        yield f"{hung.what} only answers a question: its function may not `yield`"


def _shape(function: Callable[..., Any]) -> inspect.Signature | None:
    """What a function takes; None for one that is compiled, of which that was checked before."""
    if inspect.isbuiltin(function):
        return None
    try:
        return inspect.signature(function)
    except ValueError:  # the compiled engine has put its own around it
        return None


def _gives_ability(function: Callable[..., Any]) -> bool:
    """Whether it hands on what another function made: it says so, and it returns something."""
    declared = getattr(function, "__annotations__", {}).get("return", "")
    if "Ability" not in str(declared):
        return False
    source = ast.parse(textwrap.dedent(inspect.getsource(function)))
    returns = [node for node in ast.walk(source) if isinstance(node, ast.Return)]
    return any(node.value is not None for node in returns)


def _bare_decorators(pack: Pack) -> Iterator[str]:
    """Those that lack their parentheses: Python would drop the ability without a word."""
    for path, source in _sources(pack):
        for node in ast.walk(ast.parse(source, str(path))):
            for decorator in getattr(node, "decorator_list", ()):
                if isinstance(decorator, ast.Attribute) and decorator.attr in CALLED:
                    yield (
                        f"{path}, line {decorator.lineno}: write `@{ast.unparse(decorator)}(…)`:"
                        " without parentheses nothing is hung on the card"
                    )


# -- how it looks ----------------------------------------------------------------------------------


def _wrong_looks(pack: Pack) -> Iterator[str]:
    try:
        looks = read_looks(pack.folder)
    except BadPack as error:
        yield from error.reasons
        return
    path = looks_file(pack.folder)
    for faction in pack.factions:
        look = looks.pop(faction.name, None)
        if look is None:
            yield f"{path}: {faction.name} has no colours and icons"
            continue
        due = [card.name for card in (*faction.cards, *faction.bases)]
        yield from (f"{path}: {name} has no icon" for name in due if name not in look.icons)
        strange = [name for name in look.icons if name not in due]
        yield from (f"{path}: {faction.name} has no card or base {name!r}" for name in strange)
        for icon, things in _icons_of(faction, look).items():
            try:
                read_icon(icon_file(pack.folder, icon))
            except BadPack as error:
                yield from (f"{reason} (the icon of {things})" for reason in error.reasons)
    yield from (f"{path}: the pack has no faction {name!r}" for name in looks)


def _icons_of(faction: Faction, look: Look) -> dict[str, str]:
    """Each icon, and what has it: the faction as its emblem, a card, a base."""
    whose: dict[str, list[str]] = {look.emblem: [f"the faction {faction.name}"]}
    for thing, icon in look.icons.items():
        whose.setdefault(icon, []).append(thing)
    return {icon: ", ".join(whose[icon]) for icon in sorted(whose)}


# -- where it stands -------------------------------------------------------------------------------


def where(pack: Pack, name: str) -> str:
    """The file and line at which a thing of a pack is first written, and its name."""
    quoted = re.compile(rf"(['\"]){re.escape(name)}\1")
    init = pack.folder / "__init__.py"  # last: the title there may be a faction's name too
    for path, source in sorted(_sources(pack), key=lambda found: found[0] == init):
        for number, line in enumerate(source.splitlines(), start=1):
            if quoted.search(line):
                return f"{path}, line {number}, {name}"
    return f"{pack.folder}, {name}"


def _sources(pack: Pack) -> Iterator[tuple[Path, str]]:
    """Its files of code, as Python reads them."""
    for path in sorted(pack.folder.rglob("*.py")):
        with tokenize.open(path) as file:
            yield path, file.read()


def _line_of(pack: Pack, hung: Hung, card: str) -> str:
    """The line of a function that was hung on a card; where the card is if it has none."""
    code = getattr(hung.function, "__code__", None)
    if code is None:
        return card
    return f"{code.co_filename}, line {code.co_firstlineno}, {card.rpartition(', ')[2]}"
