"""Marches and charges that opponents think of: legal, few, and the obvious ones among them."""

from __future__ import annotations

from kemu.core.refusal import Refusal
from kemu.games.maurice.mind.marches import charges, marches
from kemu.games.maurice.model.moves import Advance, Charge, Move
from kemu.games.maurice.rules import movement
from kemu.games.maurice.rules.orders import Charges, Moves

from .fields import EAST, SOUTH, column, field, gun, horse, line


def test_every_march_thought_of_is_legal_and_they_are_few() -> None:
    f = field(
        line(1, 0, 10, 10), line(2, 0, 14.5, 10), line(3, 0, 19, 10), horse(4, 0, 25, 10), column(5, 0, 30, 10),
        gun(6, 0, 33, 10), line(11, 1, 12, 16, SOUTH), line(12, 1, 20, 16, SOUTH), horse(13, 1, 28, 14, SOUTH),
    )  # fmt: skip
    for force in ((1, 2, 3), (4,), (5,), (6,)):
        moves = Moves(f, force)
        found = marches(f, force)
        assert 2 <= len(found) <= 60
        assert all(moves.check(move) is None for move in found)
    together = marches(f, (1, 2, 3))
    assert Advance((1, 2, 3), 2_100) in together
    assert Advance((1, 2, 3), 4_000) in together


def test_a_column_near_the_enemy_thinks_of_deploying() -> None:
    f = field(column(1, 0, 20, 10), line(11, 1, 28, 8, EAST + 180))
    found = [move for move in marches(f, (1,)) if isinstance(move, Move)]
    assert any(move.change == "line_right" for move in found)
    planned = [movement.plan(f, move) for move in found]
    assert not any(isinstance(plan, Refusal) for plan in planned)


def test_a_charge_that_flanks_comes_first() -> None:
    f = field(horse(1, 0, 15, 9, EAST), line(11, 1, 20, 10), line(12, 1, 19.5, 5.5))
    found = charges(f, (1,))
    assert found
    assert all(Charges(f, (1,)).check(order) is None for order in found)
    assert isinstance(found[0], Charge)
