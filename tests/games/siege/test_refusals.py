"""What a click on the wrong thing is told: the reason, and the rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Activate, Climb, Combine, FightFire, Move, Quarter, SetFire, Stay, Turn
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON
from kemu.games.siege.rules.acting import Act, Order
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.setup import SetUp

from .positions import (
    GAME,
    OPEN,
    SPARE,
    actions,
    crew,
    foes,
    inches,
    lodge,
    order,
    piece,
    play,
    refused,
    row,
    squad,
    state,
)

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


GUN = foes(9, inches((20, 9), (21, 9.5), (19, 9.5)), "gun", gun=50)
FIRED = piece(50, 20, 10, side=ATTACKERS, fired=True)
HOUSE = lodge(2)
INSIDE = squad(1, row(21, 22, 7), 1)
THREE = crew(3, 5, inches((10, 21), (11, 20), (9, 20)))


@pytest.mark.parametrize(
    ("game", "things", "acting", "intent", "clause"),
    [
        (HOUSE, (INSIDE, foes(9, row(21, 22, 5), room=2)), 1, Climb(2), "siege:R15"),
        (HOUSE, (INSIDE, BAND), 1, Climb(7), "siege:R11"),
        (HOUSE, (INSIDE, BAND), 1, Climb(1), "siege:R11"),
        (HOUSE, (squad(1, row(21, 12, 7)), BAND), 1, Climb(2), "siege:R11"),
        (HOUSE, (squad(1, row(21, 12, 7)), BAND), 1, FightFire(0, "stick"), "siege:R24"),
        (OPEN, (GUN, FIRED, squad(1, row(20, 30, 7))), 9, Turn(1, 0), "siege:FG.2"),
        (OPEN, (THREE, piece(5, 10, 20), BAND), 3, Move(0, 10_000, 22_000), "siege:MV.9"),
        (OPEN, (squad(1, row(20, 20, 7)), BAND), 1, Move(99, 20_000, 22_000), "siege:MV.3"),
        (OPEN, (squad(1, row(20, 20, 7)), BAND), 9, Move(99, 20_000, 38_000), "siege:MV.11"),
        (OPEN, (squad(1, row(20, 20, 3)), squad(2, row(20, 22, 3)), BAND), 1, Combine(2, 5), "siege:R42"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_clause_that_forbids(
    game: object, things: tuple[object, ...], acting: int, intent: object, clause: str
) -> None:
    assert refused(game, order(state(*things, SPARE, game=game), acting), intent) == clause


@pytest.mark.rule("siege:MV.11")
def test_attackers_are_not_told_about_squads() -> None:
    position = order(state(squad(1, row(20, 20, 7)), BAND, game=OPEN), 9)
    refusal = OPEN.why_not(position, ATTACKERS, Move(99, 20_000, 38_000))
    assert refusal is not None
    assert "squad" not in refusal.reason


@pytest.mark.rule("siege:R54")
def test_a_ruin_is_never_lit_again_and_the_refusal_says_so() -> None:
    things = (squad(1, row(40, 10, 7)), foes(9, row(22, 19.5, 5)), SPARE)
    position = order(state(*things, game=HOUSE, options=Settings(fires=True), ruins=1), 9)
    assert refused(HOUSE, position, SetFire(0)) == "siege:R54"
    assert refused(HOUSE, order(state(*things, game=HOUSE, options=Settings(fires=True)), 9), SetFire(0)) == ""


@pytest.mark.rule("siege:R23")
def test_a_squad_whose_turn_is_over_is_not_combined_with() -> None:
    position = state(squad(1, row(20, 20, 3)), squad(2, row(20, 22, 3)), SPARE, game=OPEN)
    over = replace(position, stack=(NextCard(), Act(GARRISON, 1, 1, 1, (2,)), Order(1)))
    assert refused(OPEN, over, Combine(2, 1)) == "siege:R23"
    assert refused(OPEN, order(position, 1), Combine(2, 1)) == ""
