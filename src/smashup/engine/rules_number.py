"""The rules number: by which rules a game was played, counted.

It goes up whenever the same answers can lead to another position, and for nothing else: not for
words, speed or new factions. Golden games hold it to that: `python scripts/golden.py --accept "…"`
raises it and adds a line here (docs/saved-games.md).
"""

#: What changed with each number, in one sentence; the first is of number 1.
HISTORY = (
    "Here the counting begins: five editions and 25 factions.",
    "Who is next where several cards wait for a new base; Hot Venue, Air Jaws and Nana mended.",
    "Choices are put in an order; Infiltrate against others' use of a base; limits of bases.",
    "What left and came again is another card; who is next beside a base; kept extra plays.",
    "Ancient Temple and Marking Territory are not put in an order where they do nothing.",
    "Sakura Garden, Stagecoach, Yokai Attack!, Acolyte, and what must happen before scoring.",
    "Extra plays at once before the rest of a card; orders around them; nothing idle is asked.",
    "Bases not replaced, what weakens a Brownie all the time, Rockers at Standing Stones.",
    "What must happen instead does where a payment fails; four bases ask whom they can serve.",
    "What waits for a new base (Tortuga, Lost City) is used, let go or passed like all else.",
)  # fmt: skip

RULES_NUMBER = len(HISTORY)
