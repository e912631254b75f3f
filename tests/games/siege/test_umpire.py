"""The umpire's hidden ammunition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.rng import QuickRng
from kemu.games.siege import ENOUGH, SOME, Settings
from kemu.games.siege.model.actions import Fire
from kemu.games.siege.model.events import AmmunitionCall
from kemu.games.siege.rules.setup import SetUp, UmpireDie
from kemu.parts.dice import Dice

from .positions import GAME, foes, on_table, options, order, play, row, squad, state

OPEN = on_table()
UMPIRE = Settings(umpire=True)


def position(rifle: int, spent: int, low_at: int = -1) -> object:
    return state(
        squad(1, row(20, 20, 7)),
        foes(9, row(20, 40, 9)),
        game=OPEN,
        options=UMPIRE,
        rifle=rifle,
        spent=spent,
        low_at=low_at,
    )


@pytest.mark.rule("siege:OA.1", "siege:R50")
def test_the_die_takes_one_to_six_counters_and_nobody_sees_it() -> None:
    first = GAME.start(UMPIRE)
    assert isinstance(first.stack[-1], UmpireDie)
    chance = GAME.pending(first)
    assert isinstance(chance, Dice)
    assert chance.seen == ()
    for die in range(1, 7):
        after, events = play(GAME, first, (die,))
        assert after.rifle == 20 - die
        assert isinstance(after.stack[-1], SetUp)
        assert not events
        for seat in (0, 1, None):
            assert GAME.view(after, seat).state.rifle == ENOUGH
    assert GAME.start(replace(UMPIRE, umpire=False)).rifle == 20


@pytest.mark.rule("siege:R50")
def test_players_hear_low_at_five_and_none_at_nought() -> None:
    assert OPEN.view(position(6, 10), 0).state.rifle == ENOUGH
    after, events = play(OPEN, order(position(6, 10), 1), Fire(9))
    assert [e.none for e in events if isinstance(e, AmmunitionCall)] == [False]
    assert after.low_at == 11
    assert OPEN.view(after, 0).state.rifle == SOME
    after, events = play(OPEN, order(position(1, 15, 11), 1), Fire(9))
    assert [e.none for e in events if isinstance(e, AmmunitionCall)] == [True]
    assert OPEN.view(after, 0).state.rifle == 0
    assert Fire(9) not in options(OPEN, order(replace(after, stack=after.stack[:1]), 1))


@pytest.mark.rule("siege:R50", "siege:OA.1")
def test_a_redeal_fits_everything_that_was_heard() -> None:
    rng = QuickRng(2)
    early = OPEN.view(position(17, 0), 0)
    assert {OPEN.redeal(early, rng).rifle for _ in range(200)} == set(range(14, 20))
    later = OPEN.view(position(6, 11), 0)
    assert {OPEN.redeal(later, rng).rifle for _ in range(100)} == {6, 7, 8}
    low = OPEN.view(position(3, 13, 11), 0)
    assert {OPEN.redeal(low, rng).rifle for _ in range(20)} == {3}
    assert OPEN.view(OPEN.redeal(later, rng), 0) == later
