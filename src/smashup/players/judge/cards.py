"""What a card is worth to the learned judge: a few numbers for each card and each zone.

They follow from what is printed on the card, so that any card has some, of packs too. To those that
the net was taught with it adds what it has learned of just that card, whatever else is in the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from smashup.cards.registry import CARDS
from smashup.model.card import ACTION, BASE, MINION, ON_BASE, ON_MINION, Card
from smashup.players.judge.numbers import ZONES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]

#: What is seen of a card as it is printed, in the order of `printed`.
OF_CARDS = (
    "a minion",
    "its power, fives",
    "a strong one",
    "an action",
    "played on a base",
    "played on a minion",
    "special",
    "does something when played",
    "can be used in play",
    "works all the time",
    "answers to what happens",
    "answers from the hand",
    "one copy only",
    "a base",
    "its breakpoint, tens",
    "its points for first place, fives",
)
PRINTED = len(OF_CARDS)
STRONG = 4  # power


def printed(card: Card) -> list[float]:
    """A card as plain numbers, one for each of `OF_CARDS`."""
    minion = card.type == MINION
    return [
        float(minion),
        0.2 * card.power,
        float(minion and card.power >= STRONG),
        float(card.type == ACTION),
        float(card.plays_on == ON_BASE),
        float(card.plays_on == ON_MINION),
        float(card.special_only),
        float(card.on_play_ability is not None),
        float(bool(card.uses)),
        float(card.is_continuous),
        float(bool(card.reactions)),
        float(bool(card.hand_bits)),
        float(card.type != BASE and card.copies == 1),
        float(card.type == BASE),
        0.1 * card.breakpoint,
        0.2 * card.vp[0],
    ]


def full_name(card: Card) -> str:
    """Tells a card from all others, whatever is in the box."""
    return f"{card.faction}/{card.name}"


def all_printed() -> Array:
    """All cards in the box, as plain numbers."""
    import numpy as np

    return np.array([printed(card) for card in CARDS], dtype=np.float32)


def table_of(names: Sequence[str], by_print: Array, known: Array) -> Array:
    """What each card in the box is worth, by zone and card, as `numbers` counts them.

    `by_print`: by zone what follows from each printed number; `known`: by zone what is added for
    each card of these names.
    """
    import numpy as np

    table = np.einsum("cp,zpw->zcw", all_printed(), by_print)
    number = {name: k for k, name in enumerate(names)}
    found = [
        (k, number[full_name(card)]) for k, card in enumerate(CARDS) if full_name(card) in number
    ]
    if found:
        here, there = zip(*found, strict=True)
        table[:, here] += known[:, there]
    flat: Array = np.ascontiguousarray(table.reshape(ZONES * len(CARDS), -1), dtype=np.float32)
    return flat


def sums(table: Array, cards: Array, sizes: Array) -> Array:
    """For each place what the cards there are worth together; `cards`: place after place."""
    import numpy as np

    flat = sizes.ravel()
    found = np.zeros((len(flat), table.shape[1]), dtype=np.float32)
    there = np.flatnonzero(flat)
    if len(there):
        starts = np.cumsum(flat)[there] - flat[there]
        found[there] = np.add.reduceat(table[cards], starts)
    result: Array = found.reshape(*sizes.shape, table.shape[1])
    return result
