"""Choices that a rule gives, and what follows from them: floors, facing, mounting, fires, the end."""

from __future__ import annotations

import pytest

from kemu.core.pending import Over
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import (
    Climb,
    Force,
    Lose,
    Mount,
    Move,
    Place,
    PlaceGun,
    Quarter,
    Turn,
    Withdraw,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Blaze, Melee, PoolGun
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.fires import Engulfed
from kemu.games.siege.rules.reinforcements import EdgeDie
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.shooting import Volley
from kemu.games.siege.rules.winning import left_in_pool

from .positions import (
    GAME,
    OPEN,
    ROOMS,
    SPARE,
    crew,
    foes,
    house,
    lodge,
    on_table,
    options,
    order,
    piece,
    play,
    refused,
    row,
    settled,
    squad,
    state,
    wall,
)

# -- floors, facing, mounting: every rule has a choice -----------------------------------------------------------------


@pytest.mark.rule("siege:MV.5", "siege:R11")
def test_a_group_takes_the_stairs_to_any_floor_that_the_enemy_does_not_hold() -> None:
    game = lodge(2)
    position = state(squad(1, row(21, 22, 5), 1), foes(9, row(21, 22, 2), room=3), game=game)
    climbs = [o for o in options(game, order(position, 1)) if isinstance(o, Climb)]
    assert climbs == [Climb(2)]
    after, _ = play(game, order(position, 1), Climb(2))
    assert after.group(1).room == 2
    assert all(game.ground(after).fits(man, 2, 0) for man in after.group(1).men)


@pytest.mark.rule("siege:MV.5", "siege:ME.1", "siege:R11", "siege:R14")
def test_whoever_comes_down_to_a_floor_with_the_enemy_at_its_door_meets_him() -> None:
    game = lodge(2)
    position = order(state(squad(1, row(21, 22, 5), 2), foes(9, row(24, 19.4, 2)), SPARE, game=game), 1)
    assert Climb(1) in options(game, position)
    after, _ = play(game, position, Climb(1))
    assert after.group(1).room == 1
    assert after.melees == (Melee((1, 9), ATTACKERS),)
    by_move, _ = play(game, position, Move(0, 24_000, 24_000, 1))
    assert by_move.melees == after.melees
    # Where the floor is full nobody comes down, and that is what he is told.
    crowd = [squad(10 + i, row(20.6, 20.6 + 1.05 * i, 7), 1) for i in range(7)]
    full = order(state(squad(1, row(21, 22, 5), 2), *crowd, SPARE, game=game), 1)
    assert Climb(1) not in options(game, full)
    refusal = game.why_not(full, GARRISON, Climb(1))
    assert refusal is not None
    assert (refusal.clause, "no room" in str(refusal)) == ("siege:R11", True)


@pytest.mark.rule("siege:MV.9")
def test_a_drag_turns_a_gun_that_is_fully_manned() -> None:
    position = order(state(crew(2, 50, row(24, 25.02, 4)), piece(50, 24, 24), SPARE, game=OPEN), 2)
    turn = OPEN.pending(position).free.at(1200, 2400 - 1200 + 500)
    assert isinstance(turn, Turn)
    assert (turn.fx, turn.fy < 0) == (0, True)


@pytest.mark.rule("siege:SU.4", "siege:DF.1", "siege:R45")
def test_a_squad_may_be_mounted_or_set_up_on_any_floor_and_the_gun_is_faced() -> None:
    position = GAME.start()
    assert Mount() in options(GAME, position)
    rooms = {o.room for o in options(GAME, position) if isinstance(o, Quarter)}
    assert rooms == set(range(1, 7))  # the last is the burnt shop, outside the compound
    riding, _ = play(GAME, position, Mount())
    assert refused(GAME, riding, Place(24_000, 24_000, 1)) == "siege:R9"
    riding, _ = play(GAME, riding, Place(24_000, 20_500))
    assert riding.groups[0].mounted
    lodged, _ = play(GAME, position, Quarter(2))
    assert (lodged.groups[0].room, len(lodged.groups[0].men)) == (2, 7)
    for _ in range(4):
        lodged, _ = play(GAME, lodged, options(GAME, lodged)[0])
    crewed, _ = play(GAME, lodged, PlaceGun(24_000, 18_000, 0, 1))
    faced, _ = play(GAME, crewed, Turn(1000, 0))
    assert faced.guns[0].face == (1000, 0)


@pytest.mark.rule("siege:MV.11")
def test_any_figure_of_the_attackers_leads_also_when_it_falls_back() -> None:
    position = state(
        foes(9, row(20, 20, 3)), squad(1, row(20, 40, 1)), game=OPEN, stack=(FallBack(9, (20_000, 30_000)),)
    )
    move = OPEN.pending(position).free.at(1000, 2400 - 600, "g9-2")
    assert move.figure == 2


# -- fires -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_out_of_the_flames_by_any_opening_if_no_enemy_is_near() -> None:
    game = lodge()
    position = state(squad(1, row(22, 24, 3), 1), SPARE, game=game, stack=(FallBack(1, None, True),))
    assert refused(game, position, Move(0, 24_000, 14_050)) == ""
    assert refused(game, position, Move(0, 33_950, 24_000)) == ""
    after, _ = play(game, position, Move(0, 33_950, 24_000))
    assert after.group(1).men[0] == (33_950, 24_000)


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_whoever_cannot_get_out_is_lost() -> None:
    ring = [wall(a, b, "wall", "high") for a, b in (
        ((19.4, 19.4), (28.6, 19.4)), ((19.4, 28.6), (28.6, 28.6)), ((19.4, 19.4), (19.4, 28.6)),
        ((28.6, 19.4), (28.6, 28.6)),
    )]  # fmt: skip
    game = on_table(house(20, 20, 8, 8, ROOMS[:2]), *ring)
    position = state(
        squad(1, row(22, 24, 3), 1), squad(2, row(5, 5, 2)), SPARE, game=game, stack=(FallBack(1, None, True),)
    )
    after, _, _ = settled(game, position)
    assert (after.dead, [g.id for g in after.groups]) == ((3, 0), [2, 6])


@pytest.mark.rule("siege:FI.3", "siege:WI.3", "siege:R47")
def test_a_fire_brings_no_automatic_group_when_the_attackers_had_withdrawn() -> None:
    game = lodge()
    chosen = Settings(fires=True)
    position = state(
        squad(1, row(21, 22, 3), 1), squad(2, row(5, 5, 3)), game=game, options=chosen, pool=(9,) * 6,
        stack=(Act(GARRISON, 0), Engulfed(0, 4)),
    )  # fmt: skip
    after, _ = play(game, position, (1, 1, 1, 1))
    after, _ = play(game, after, game.pending(after).free.known)
    assert not isinstance(after.stack[-1], EdgeDie)


@pytest.mark.rule("siege:FI.2", "siege:R53")
def test_smoke_alone_is_engulfed_at_the_next_action() -> None:
    game = lodge()
    chosen = Settings(fires=True)
    things = (squad(1, row(5, 5, 3)), SPARE)
    position = order(state(*things, game=game, options=chosen, fires=(Blaze(0, 0, 3, 4),)), 1)
    after, _ = play(game, position, Move(0, 6_000, 6_000))
    assert (after.fires, after.ruins) == ((), 1)


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R48", "siege:R44")
def test_when_the_last_gunners_without_a_gun_withdraw_it_is_over() -> None:
    position = order(
        state(squad(1, row(5, 5, 3)), foes(9, row(20, 20, 3), "gun"), game=OPEN, pool=(0,) * 6, pool_guns=()), 9
    )
    after, _ = play(OPEN, position, Withdraw())
    over = OPEN.pending(after)
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (GARRISON, "siege:R48")


@pytest.mark.rule("siege:R48")
def test_gunners_in_the_pool_can_still_come() -> None:
    position = state(squad(1, row(5, 5, 3)), game=OPEN, pool=(0,) * 6, pool_guns=(PoolGun(2, False),))
    assert left_in_pool(position) == 2


@pytest.mark.rule("siege:UA.3", "siege:R10", "siege:R12")
def test_a_gate_is_forced_where_it_is_undefended_though_somebody_lines_its_end() -> None:
    game = on_table(wall((20, 25), (26, 25), "gate", "high"))
    position = state(squad(1, row(20.2, 24.4, 1)), foes(9, row(25, 25.6, 1)), game=game)
    assert Force(0) in options(game, order(position, 9))
    near = state(squad(1, row(24.5, 24.4, 1)), foes(9, row(25, 25.6, 1)), game=game)
    assert Force(0) not in options(game, order(near, 9))


def test_single_figures_are_dragged_before_a_move_is_confirmed() -> None:
    position = order(state(squad(1, row(20, 20, 3)), SPARE, game=OPEN), 1)
    free = OPEN.pending(position).free
    draft = free.at(1000, 2400 - 1200, "g1-0")
    moved = free.adjust(draft, 1000, 2400 - 1275, "g1-2")
    after, _ = play(OPEN, position, moved)
    assert after.group(1).men[0] == (20_000, 24_000)
    assert after.group(1).men[2] == (20_000, 25_500)
    assert free.check(free.adjust(draft, 1400, 2400 - 1200, "g1-2")).clause == "siege:R4"


def test_what_is_left_to_its_default_need_not_be_typed() -> None:
    assert GAME.notation(Move(0, 24_000, 30_000)) == "move 0 24000 30000"
    assert GAME.notation(Move(1, 24_000, 30_000, fx=7)) == "move 1 24000 30000 0 0 7"


def test_a_figure_keeps_its_piece_when_another_dies() -> None:
    position = state(foes(9, row(20, 20, 4)), squad(1, row(20, 40, 3)), game=OPEN, stack=(Volley(1, (9,), 3, 6, 0),))
    before = {p.id: (p.x, p.y) for p in OPEN.scene(OPEN.view(position, None)).pieces}
    position, _ = play(OPEN, position, (2, 2, 2), Lose(9, 1))
    after = {p.id: (p.x, p.y) for p in OPEN.scene(OPEN.view(position, None)).pieces}
    assert set(before) - set(after) == {"g9-1"}
    assert all(before[id_] == place for id_, place in after.items())
