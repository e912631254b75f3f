"""What a click on the wrong thing is told: the reason, and the rule."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.siege.actions import Activate, Quarter, Stay
from kemu.games.siege.pieces import GARRISON
from kemu.games.siege.rules.setup import SetUp

from .positions import GAME, OPEN, actions, crew, foes, order, piece, play, row, squad, state

BAND = foes(9, row(20, 40, 9))
OTHERS = foes(10, row(30, 40, 5), "muskets")
FIELD = (squad(1, row(20, 20, 7)), squad(2, row(30, 20, 7)), piece(5, 10, 20), crew(3, 5, row(9, 19, 4)), BAND, OTHERS)


def told(game: object, position: object, thing: str) -> Refusal:
    pending = game.pending(position)
    assert isinstance(pending, Decide)
    refusal = game.why_not(position, pending.seat, Touch(thing))
    assert refusal is not None
    return refusal


@pytest.mark.parametrize(
    ("acting", "thing", "now", "other"),
    [
        (1, "g2", "Germans act now", "Italians must wait"),
        (2, "g1-3", "Italians act now", "Germans must wait"),
        (2, "gun5", "Italians act now", "Colt machine gun must wait"),
        (3, "g1", "Colt machine gun acts now", "Germans must wait"),
        (9, "g10-0", "Boxers 9 act now", "Musketeers 10 must wait"),
        (10, "g9", "Musketeers 10 act now", "Boxers 9 must wait"),
    ],
)
@pytest.mark.rule("siege:UA.2")
def test_while_a_group_acts_a_click_on_another_of_ones_own_names_it(
    acting: int, thing: str, now: str, other: str
) -> None:
    refusal = told(OPEN, order(state(*FIELD, game=OPEN), acting), thing)
    assert refusal.clause == "siege:UA.2"
    assert now in refusal.reason
    assert other in refusal.reason


@pytest.mark.parametrize(("acting", "thing"), [(1, "g1-0"), (9, "g9"), (3, "gun5")])
def test_a_click_on_the_group_that_acts_says_what_it_can_do(acting: int, thing: str) -> None:
    position = order(state(*FIELD, game=OPEN), acting)
    refusal = told(OPEN, position, thing)
    assert refusal.clause == "siege:UA.2"
    assert refusal.reason.endswith(OPEN.pending(position).prompt)
    assert "enemy" not in refusal.reason


def test_a_click_on_an_enemy_is_still_a_try_to_shoot() -> None:
    assert told(OPEN, order(state(*FIELD, game=OPEN), 9), "g1").clause == "siege:R45"


@pytest.mark.rule("siege:SU.4")
def test_while_placing_a_click_on_a_squad_that_stands_says_so() -> None:
    position, _ = play(GAME, GAME.start(), Quarter(5), Quarter(4))
    for thing, who in (("g1", "Germans"), (f"g{position.groups[1].id}-2", "Italians")):
        refusal = told(GAME, position, thing)
        assert refusal.clause == "siege:SU.4"
        assert refusal.reason.startswith(f"{who} are in place already; undo takes")
        assert refusal.reason.endswith(GAME.pending(position).prompt)


def test_while_a_gun_is_placed_a_click_on_one_that_stands_says_so() -> None:
    position, rng = GAME.start(), QuickRng(2)
    while isinstance(position.stack[-1], SetUp) and position.stack[-1].done < 5:
        position, _ = play(GAME, position, GAME.pending(position).free.sample(rng))
    assert "in place already" in told(GAME, position, "g1").reason


def test_one_gun_does_and_many_men_do() -> None:
    position = actions(state(*FIELD, game=OPEN), GARRISON, 2)
    _, events = play(OPEN, position, Activate(3), Stay(), Activate(1), Stay())
    said = [event.tell(OPEN) for event in events]
    assert "Colt machine gun does nothing." in said
    assert "Germans do nothing." in said
