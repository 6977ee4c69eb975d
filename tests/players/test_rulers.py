"""The rulers answer as they always did: what was measured with them stays comparable."""

import hashlib

import pytest

from smashup import Game, SmashUpError
from smashup.players import RULERS, check_player, make_player

ANSWERS = 40  # of each game
#: The games that the rulers played on the day they were frozen.
FROZEN = {
    "greedy-1": "334c74f28091398e",
    "tuned-1": "45a1dc4fb535a041",
}


def games_of(ruler: str) -> str:
    """A fingerprint of how a game of two and one of three begin."""
    digest = hashlib.sha256()
    for players in (2, 3):
        game = Game.new("random", players=players, seed=players + 40)
        bots = [make_player(ruler, seat) for seat in range(players)]
        for _ in range(ANSWERS):
            decision = game.decision
            assert decision is not None
            game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))
        digest.update(game.digest().encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("ruler", RULERS)
def test_a_ruler_never_changes(ruler: str) -> None:
    assert games_of(ruler) == FROZEN[ruler], (
        f"{ruler} plays differently. If a rule was corrected, write the new fingerprint here and "
        "say so beside the figures; if a bot was changed, give the ruler the old code."
    )


def test_rulers_take_no_budget_and_are_not_proposed_to_who_mistypes() -> None:
    assert check_player("Tuned-1") == "tuned-1"
    with pytest.raises(SmashUpError, match="tuned-1 takes no budget"):
        check_player("tuned-1:2s")
    with pytest.raises(SmashUpError, match=r"Did you mean tuned\?"):
        check_player("tune")
