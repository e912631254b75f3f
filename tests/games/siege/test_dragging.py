"""Single figures dragged before a move, a retreat or a move up is confirmed: each where its player wants it."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.games.siege.model.actions import Climb, Move, Stay
from kemu.games.siege.model.pieces import ATTACKERS
from kemu.games.siege.rules.occupying import Occupation, Occupy
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.retreat.several_ways import Flight

from .positions import (
    OPEN,
    SPARE,
    foes,
    house,
    inches,
    on_table,
    options,
    order,
    piece,
    play,
    refused,
    row,
    squad,
    state,
    wall,
)

TABLE = 48


def scene(x: float, y: float) -> tuple[float, float]:
    """Inches as the scene counts them: twentieths of a thousandth, from the north."""
    return x * 50, (TABLE - y) * 50


def draft_of(game: Any, position: Any, x: float, y: float, piece_: str) -> tuple[Any, Move]:
    free = game.pending(position).free
    return free, free.at(*scene(x, y), piece_)


@pytest.mark.rule("siege:ME.10", "siege:MV.3", "siege:R37")
def test_a_man_who_falls_back_stands_where_his_player_drags_him() -> None:
    position = state(squad(1, row(20, 20, 3)), SPARE, game=OPEN, stack=(FallBack(1, (20_000, 19_000)),))
    free, draft = draft_of(OPEN, position, 20, 26, "g1-0")
    alone, _ = play(OPEN, position, draft)
    after, _ = play(OPEN, position, free.adjust(draft, *scene(20, 27.5), "g1-2"))
    assert after.group(1).men == (*alone.group(1).men[:2], (20_000, 27_500))
    twice = free.adjust(free.adjust(draft, *scene(20, 27.5), "g1-2"), *scene(18.5, 26), "g1-1")
    after, _ = play(OPEN, position, twice)
    assert after.group(1).men == inches((20, 26), (18.5, 26), (20, 27.5))


@pytest.mark.rule("siege:R3", "siege:R4", "siege:R5", "siege:R7", "siege:R37")
@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [
        (22.1, 26, "siege:R4"),  # more than a base width from everybody
        (20.4, 26.9, "siege:R3"),  # on the officer's base
        (18.4, 26, "siege:R7"),  # in the wall
        (17.5, 26, "siege:R4"),  # beyond it
        (20, 27.94, "siege:R5"),  # into contact: the officer is not
    ],
)
def test_a_man_who_falls_back_is_bound_by_the_rules_of_a_move(x: float, y: float, clause: str) -> None:
    game = on_table(wall((18.2, 24), (18.2, 29), "wall", "high"))
    things = (squad(1, row(20, 20, 2)), foes(9, row(20, 28.95, 1)))
    position = state(*things, game=game, stack=(FallBack(1, (20_000, 19_000)),))
    free, draft = draft_of(game, position, 20, 26, "g1-0")
    assert refused(game, position, draft) == ""
    assert refused(game, position, free.adjust(draft, *scene(x, y), "g1-1")) == clause


@pytest.mark.rule("siege:MV.11", "siege:R5", "siege:R44")
def test_attackers_and_their_gun_are_dragged_singly_and_the_lead_takes_all_with_it() -> None:
    things = (foes(9, row(20, 20, 3), "gun", gun=50), piece(50, 21, 21, side=ATTACKERS), squad(1, row(20, 19, 3)))
    position = state(*things, game=OPEN, stack=(FallBack(9, (21_000, 19_000)),))
    free, draft = draft_of(OPEN, position, 21, 28, "g9-1")
    assert draft.figure == 1
    assert refused(OPEN, position, draft) == ""
    moved = free.adjust(free.adjust(draft, *scene(21, 29), "gun50"), *scene(22, 28), "g9-0")
    moved = free.adjust(moved, *scene(20, 28), "g9-2")
    after, _ = play(OPEN, position, moved)
    assert after.group(9).men == inches((22, 28), (21, 28), (20, 28))
    assert after.guns[0].at == (21_000, 29_000)
    assert refused(OPEN, position, free.adjust(moved, *scene(21, 31.2), "gun50")) == "siege:R4"
    assert free.adjust(moved, *scene(22, 27.9), "g9-1") == Move(1, 22_000, 27_900)


@pytest.mark.rule("siege:R54", "siege:MV.3")
def test_out_of_a_burning_house_a_man_is_dragged_by_whatever_opening_they_leave() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 23, 24)]))
    position = state(squad(1, row(21, 22, 2), 1), SPARE, game=game, stack=(FallBack(1, None, burning=True),))
    free, draft = draft_of(game, position, 23, 29.98, "g1-0")
    assert isinstance(free, Flight)
    assert refused(game, position, draft) == ""
    after, _ = play(game, position, free.adjust(draft, *scene(24.5, 29.98), "g1-1"))
    assert after.group(1).men == inches((23, 29.98), (24.5, 29.98))


@pytest.mark.rule("siege:ME.11", "siege:MV.3", "siege:R39")
def test_a_man_who_moves_up_stands_where_his_player_drags_him() -> None:
    game = on_table(wall((10, 25), (40, 25), "hasty"))
    spots = ((20_000, 24_400, 0),)
    position = state(foes(9, row(20, 25.6, 3)), squad(1, row(23, 22.4, 1)), game=game, stack=(Occupy(9, spots),))
    free, draft = draft_of(game, position, 20, 24.4, "g9-1")
    assert draft == Move(1, 20_000, 24_400)
    free_to = free.adjust(free.adjust(draft, *scene(19, 24.4), "g9-0"), *scene(21, 24.4), "g9-2")
    after, _ = play(game, position, free_to)
    assert after.group(9).men == inches((19, 24.4), (20, 24.4), (21, 24.4))
    near = free.adjust(free_to, *scene(21.02, 24.3), "g9-2")
    assert refused(game, position, near) == ""
    for x, y, clause in (
        (21, 24.6, "siege:R7"),  # in the barricade
        (20, 25.5, "siege:R4"),  # left behind it
        (21.2, 24.4, "siege:R4"),  # touches nobody
        (20.95, 24.4, "siege:R3"),  # on the lead
        (18.9, 24.4, "siege:R3"),  # on his comrade
    ):
        assert refused(game, position, free.adjust(free_to, *scene(x, y), "g9-2")) == clause
    close = state(foes(9, row(20, 25.6, 2)), squad(1, row(21, 23.4, 1)), game=game, stack=(Occupy(9, spots),))
    free, draft = draft_of(game, close, 19.6, 24.4, "g9-0")
    assert refused(game, close, free.adjust(draft, *scene(20.6, 24.4), "g9-1")) == ""
    assert refused(game, close, free.adjust(draft, *scene(20.62, 24.33), "g9-1")) == "siege:R5"


@pytest.mark.rule("siege:R11", "siege:R39")
def test_a_room_is_occupied_by_a_place_in_it_not_by_one_near_it() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)]))
    spots = ((21_000, 22_000, 1), (23_000, 18_400, 0))
    position = state(foes(9, row(23, 17, 2)), squad(1, row(40, 10, 1)), game=game, stack=(Occupy(9, spots),))
    for x, y, room in ((21, 22, 1), (25.4, 23.4, 1), (23, 19.4, 0), (23, 18.4, 0), (19.5, 22, 0), (26.5, 22, 0)):
        assert draft_of(game, position, x, y, "g9-0")[1] == Move(0, round(x * 1000), round(y * 1000), room)
    free, draft = draft_of(game, position, 23, 18.4, "g9-0")
    after, _ = play(game, position, draft)
    assert after.group(9).room == 0
    free, draft = draft_of(game, position, 22, 22, "g9-0")
    after, _ = play(game, position, free.adjust(draft, *scene(22, 23), "g9-1"))
    assert (after.group(9).room, after.group(9).men) == (1, inches((22, 22), (22, 23)))
    assert refused(game, position, free.adjust(draft, *scene(22, 23.6), "g9-1")) == "siege:R11"


@pytest.mark.rule("siege:R11", "siege:R39")
def test_where_losers_held_two_floors_the_winner_says_which_he_takes() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 23, 24)], 2))
    band, away = foes(9, row(23, 17, 3)), squad(1, row(40, 10, 1))
    two = ((21_000, 22_000, 1), (21_000, 22_000, 2))
    position = state(band, away, game=game, stack=(Occupy(9, two),))
    assert options(game, position) == (Stay(), Climb(1), Climb(2))
    after, _ = play(game, position, Climb(2))
    assert after.group(9).room == 2
    assert all(game.grounds["legation"].fits(man, 2, 0) for man in after.group(9).men)
    one = state(band, away, game=game, stack=(Occupy(9, two[:1]),))
    assert options(game, one) == (Stay(),)  # any place in it will do
    held = state(band, squad(1, row(21, 22, 1), 2), game=game, stack=(Occupy(9, two),))
    assert options(game, held) == (Stay(), Climb(1))
    riders = state(foes(9, row(23, 17, 3), "riders"), away, game=game, stack=(Occupy(9, two),))
    assert not Occupation(game, riders, riders.group(9), two).any_place()


@pytest.mark.rule("siege:MV.4", "siege:R4")
def test_a_gun_that_moves_is_dragged_singly_too() -> None:
    things = (foes(9, row(20, 20, 2), "gun", gun=50), piece(50, 20, 21, side=ATTACKERS), squad(1, row(20, 44, 3)))
    position = order(state(*things, game=OPEN), 9)
    free, draft = draft_of(OPEN, position, 20, 25, "g9-0")
    after, _ = play(OPEN, position, free.adjust(draft, *scene(20, 26), "gun50"))
    assert after.guns[0].at == (20_000, 26_000)


@pytest.mark.rule("siege:MV.3", "siege:MV.11")
@pytest.mark.parametrize("strange", ["g6-2", "g11-2", "1-2", "-2", "2", "g9-7", "g9-", "gun50", "", "new-2"])
def test_a_piece_of_another_group_moves_no_figure_of_ones_own(strange: str) -> None:
    """It counts as no piece: the whole group goes to the place, led by its first figure."""
    position = order(state(foes(9, row(20, 20, 3)), squad(1, row(20, 44, 3)), SPARE, game=OPEN), 9)
    free, draft = draft_of(OPEN, position, 20, 25, "g9-1")
    assert draft.figure == 1
    assert free.at(*scene(20, 26), strange) == Move(0, 20_000, 26_000)
    assert free.adjust(draft, *scene(20, 26), strange) == Move(0, 20_000, 26_000)
    own = free.adjust(draft, *scene(19, 25), "g9-2")
    assert (own.figure, own.rest[-1]) == (1, (19_000, 25_000))
