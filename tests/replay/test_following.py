"""Games played again under the same and under other rules: as far as they agree, in words."""

from dataclasses import replace

import pytest

from smashup.engine.rules_number import HISTORY, RULES_NUMBER
from smashup.replay import DifferentGame, IllegalMove, Replay, Stamp, at_move, follow, verify
from smashup.replay import stamp as stamps

from .games import played


@pytest.fixture(scope="module")
def saved() -> Replay:
    return Replay.of(played(30))


def parted_at(replay: Replay, move: int) -> Replay:
    """A game whose saved positions are others from that move on."""
    others = ["0" * 8] * (len(replay.digests) - move)
    return replace(replay, digests=(*replay.digests[:move], *others))


def test_the_same_game_is_proven_and_needs_no_notice(saved):
    followed = follow(saved)
    assert followed.parting is None and followed.proven
    assert (followed.agreed, followed.notice) == (30, "")
    assert verify(saved).digest() == followed.game.digest()


def test_a_game_is_followed_up_to_the_last_position_that_agrees(saved):
    followed = follow(parted_at(saved, 17))
    assert followed.agreed == 16
    assert followed.game.digest() == at_move(saved, 16).digest()
    assert isinstance(followed.parting, DifferentGame)
    assert "Move 17 of 30 leads to another position" in followed.notice
    assert followed.notice.endswith("What is shown ends after move 16.")


def test_what_comes_before_the_parting_can_be_asked_for(saved):
    parted = parted_at(saved, 17)
    assert follow(parted, 16).parting is None
    assert at_move(parted, 16).digest() == at_move(saved, 16).digest()
    with pytest.raises(DifferentGame, match="Move 17 of 30"):
        at_move(parted, 17)


def test_another_deal_is_another_game_from_the_start(saved):
    with pytest.raises(DifferentGame, match="dealt in another way"):
        follow(parted_at(saved, 0))


def test_an_illegal_answer_parts_too_and_says_what_was_asked(saved):
    answers = (*saved.answers[:4], 99, *saved.answers[5:])
    followed = follow(replace(saved, answers=answers))
    assert followed.agreed == 4
    assert isinstance(followed.parting, IllegalMove)
    assert "Move 5 of 30 is illegal. There is no option 99" in str(followed.parting)
    assert "was asked:" in str(followed.parting)


def test_without_digests_a_game_is_unproven_though_every_move_is_legal(saved):
    followed = follow(replace(saved, digests=()))
    assert (followed.agreed, followed.proven, followed.parting) == (30, False, None)
    assert followed.notice.startswith("Unproven:")


# -- why -------------------------------------------------------------------------------------------


def reason(replay: Replay, stamp: Stamp) -> str:
    return str(follow(replace(parted_at(replay, 9), stamp=stamp)).parting)


def test_the_same_rules_and_cards_are_said_to_be_the_same(saved):
    assert "played by these very rules and cards" in reason(saved, saved.stamp)


def test_older_rules_are_named_with_what_changed_since(saved, monkeypatch):
    monkeypatch.setattr(stamps, "RULES_NUMBER", RULES_NUMBER + 2)
    monkeypatch.setattr(stamps, "HISTORY", (*HISTORY, "Ties are rolled for.", "Bases talk."))
    said = reason(saved, saved.stamp)
    assert f"played by rules {RULES_NUMBER} of version {saved.stamp.version}" in said
    assert said.endswith("Since then: Ties are rolled for. Bases talk.")


def test_newer_rules_are_named(saved):
    said = reason(saved, Stamp(RULES_NUMBER + 1, "9.0.0"))
    assert f"rules {RULES_NUMBER + 1} of version 9.0.0, which are newer" in said


def test_rules_from_before_they_were_numbered_are_named_by_their_version(saved):
    assert "version 0.1.0, before rules were numbered" in reason(saved, Stamp(None, "0.1.0"))


def test_other_cards_are_named_by_their_pack(saved):
    packs = dict(saved.stamp.packs)
    changed = min(packs)
    said = reason(saved, replace(saved.stamp, packs={**packs, changed: "0" * 32}))
    assert f"The pack {changed} is not the one it was played with." in said
    assert all(f"The pack {other} " not in said for other in packs if other != changed)


def test_nothing_is_refused_that_still_agrees(saved):
    others = Stamp(RULES_NUMBER + 5, "9.0.0", {"core": "0" * 32, "gone": "1" * 32})
    assert follow(replace(saved, stamp=others)).notice == ""
