"""Line of sight and cover: who can be seen, from where, behind what."""

from __future__ import annotations

import pytest

from kemu.games.siege.model.actions import Fire
from kemu.games.siege.model.pieces import GARRISON, Melee
from kemu.games.siege.rules.shooting import Shot, best_shot, in_arc

from .positions import (
    area,
    crew,
    foes,
    house,
    inches,
    on_table,
    options,
    order,
    piece,
    refused,
    row,
    squad,
    state,
    wall,
)

OPEN_COVER, SOFT, HARD = 0, 1, 2


def shot(game: object, position: object, shooter: int, target: int) -> Shot | None:
    found = best_shot(game, position, position.group(shooter), position.group(target))
    return found if isinstance(found, Shot) else None


def cover(game: object, *things: object) -> int | None:
    """The cover of group 9 from squad 1; None if it cannot be seen."""
    found = shot(game, state(*things, game=game), 1, 9)
    return None if found is None else found.cover


OFFICER = squad(1, row(24, 10, 1))
BAND = foes(9, row(24, 30, 3))


@pytest.mark.rule("siege:SH.1", "siege:SH.3", "siege:R16")
def test_high_walls_houses_and_trees_block_and_low_things_do_not() -> None:
    assert cover(on_table(), OFFICER, BAND) == OPEN_COVER
    assert cover(on_table(wall((20, 20), (40, 20), "wall", "high")), OFFICER, BAND) is None
    assert cover(on_table(wall((20, 20), (40, 20), "gate", "high")), OFFICER, BAND) is None
    assert cover(on_table(house(20, 20, 8, 3, [("door", 0, 21, 20)])), OFFICER, BAND) is None
    assert cover(on_table(area("trees", 20, 18, 9, 4)), OFFICER, BAND) is None
    for low in (
        wall((20, 20), (40, 20)),
        wall((20, 20), (40, 20), "fence"),
        area("scrub", 20, 18, 9, 4),
        area("rocks", 20, 18, 9, 4),
    ):
        assert cover(on_table(low), OFFICER, BAND) == OPEN_COVER


@pytest.mark.rule("siege:R16")
def test_touching_a_walls_end_blocks_and_an_enemy_never_does() -> None:
    game = on_table(wall((24, 20), (24.5, 20), "wall", "high"))
    assert cover(game, OFFICER, foes(9, row(24, 30, 1))) is None
    game = on_table(wall((24.001, 20), (24.5, 20), "wall", "high"))
    assert cover(game, OFFICER, foes(9, row(24, 30, 1))) == OPEN_COVER
    assert cover(on_table(), OFFICER, foes(8, row(24, 20, 1)), foes(9, row(24, 30, 1))) == OPEN_COVER


@pytest.mark.rule("siege:R16", "siege:R18")
def test_from_an_upper_window_one_sees_over_a_wall() -> None:
    tall = house(22, 6, 4, 4, [("door", 0, 24, 6), ("window", 0, 24, 10), ("window", 1, 24, 10)], 2)
    game = on_table(tall, wall((20, 14), (40, 14), "wall", "high"))
    below = squad(1, row(24, 8, 1), room=1)
    above = squad(1, row(24, 8, 1), room=2)
    assert cover(game, below, BAND) is None
    assert cover(game, above, BAND) == OPEN_COVER


@pytest.mark.rule("siege:R17", "siege:SH.9")
def test_one_sees_into_trees_and_out_of_them_but_not_through() -> None:
    game = on_table(area("trees", 20, 18, 9, 4))
    assert cover(game, OFFICER, foes(9, row(24, 20, 3))) == HARD
    assert cover(game, squad(1, row(24, 20, 1)), BAND) == OPEN_COVER
    assert cover(game, OFFICER, foes(9, row(24, 18, 3))) == HARD  # on the outline is in
    assert cover(game, OFFICER, foes(9, row(24, 22.001, 3))) is None


@pytest.mark.rule("siege:R18")
def test_a_room_looks_out_of_its_openings_only() -> None:
    game = on_table(house(22, 8, 4, 4, [("door", 0, 24, 8)]))
    inside = squad(1, row(24, 10, 1), room=1)
    assert cover(game, inside, BAND) is None
    assert cover(game, inside, foes(9, row(24, 2, 3))) == OPEN_COVER
    # And whoever is inside is seen only through them, in hard cover.
    position = state(
        squad(1, row(24, 10, 3), room=1),
        foes(9, row(24, 2, 3), "muskets"),
        foes(8, row(24, 30, 3), "muskets"),
        game=game,
    )
    assert shot(game, position, 9, 1).cover == HARD
    assert shot(game, position, 8, 1) is None


@pytest.mark.rule("siege:R18")
def test_from_a_roof_the_house_itself_hides_the_ground_below() -> None:
    game = on_table(house(22, 8, 4, 4, [("door", 0, 24, 8)]))
    roof = squad(1, row(24, 9, 1), room=2)
    assert cover(game, roof, foes(9, row(24, 13, 3))) is None
    assert cover(game, roof, foes(9, row(24, 30, 3))) == OPEN_COVER


@pytest.mark.rule("siege:R19")
def test_over_a_high_wall_one_shoots_only_from_a_firing_step() -> None:
    without = on_table(wall((20, 20), (40, 20), "wall", "high"))
    stepped = on_table(wall((20, 20), (40, 20), "wall", "high", "right"))
    at_wall = squad(1, row(24, 19.4, 3))
    assert cover(without, at_wall, BAND) is None
    assert cover(stepped, at_wall, BAND) == OPEN_COVER
    assert cover(stepped, squad(1, row(24, 18.9, 3)), BAND) is None
    assert cover(stepped, squad(1, row(24, 40, 3)), foes(9, row(24, 20.6, 3))) == OPEN_COVER
    position = state(at_wall, foes(9, row(24, 30, 3), "muskets"), game=stepped)
    assert shot(stepped, position, 9, 1).cover == HARD


@pytest.mark.rule("siege:SH.3", "siege:R20")
def test_friends_of_another_group_are_in_the_way_within_half_an_inch() -> None:
    game = on_table()
    assert cover(game, OFFICER, squad(2, row(24.499, 20, 1)), foes(9, row(24, 30, 1))) is None
    assert cover(game, OFFICER, squad(2, row(24.5, 20, 1)), foes(9, row(24, 30, 1))) == OPEN_COVER
    assert cover(game, squad(1, row(24, 10, 4, 0, 1)), foes(9, row(24, 30, 1))) == OPEN_COVER  # his own squad
    assert cover(game, OFFICER, piece(50, 24, 20), foes(9, row(24, 30, 1))) is None
    tall = on_table(house(22, 6, 4, 4, [("door", 0, 24, 6), ("window", 1, 24, 10)], 2))
    above = squad(1, row(24, 8, 1), room=2)
    assert cover(tall, above, squad(2, row(24, 14, 1)), foes(9, row(24, 40, 1))) == OPEN_COVER


@pytest.mark.rule("siege:SH.4", "siege:R21")
def test_defenders_look_from_the_officer_and_attackers_at_him() -> None:
    game = on_table(wall((10, 20), (24.4, 20), "wall", "high"))
    hidden = squad(1, inches((24, 10), (30, 10), (31, 10)))
    seen = squad(1, inches((30, 10), (24, 10), (23, 10)))
    target = foes(9, row(22, 30, 1), "muskets")
    assert shot(game, state(hidden, target, game=game), 1, 9) is None
    assert shot(game, state(hidden, target, game=game), 9, 1) is None
    far = foes(9, row(30, 30, 1), "muskets")
    assert shot(game, state(seen, far, game=game), 1, 9) is not None
    assert shot(game, state(seen, far, game=game), 9, 1) is not None
    # Any member of a group of attackers will do.
    spread = foes(9, inches((22, 30), (23, 30), (30, 30)), "muskets")
    assert shot(game, state(seen, spread, game=game), 9, 1) is not None


@pytest.mark.rule("siege:SH.2", "siege:R21")
def test_a_gun_fires_within_45_degrees_of_its_facing() -> None:
    assert in_arc((0, 1), (0, 0), (1000, 1000))
    assert in_arc((0, 1), (0, 0), (-1000, 1000))
    assert not in_arc((0, 1), (0, 0), (1001, 1000))
    assert not in_arc((0, 1), (0, 0), (0, -1000))
    game = on_table()
    men = inches((25, 24), (23, 24), (24, 25), (24, 23))
    position = order(
        state(crew(1, 50, men), piece(50, 24, 24, (0, 1)), foes(9, row(24, 40, 1)), foes(8, row(40, 24, 1)), game=game),
        1,
    )
    assert Fire(9) in options(game, position)
    assert refused(game, position, Fire(8)) == "siege:SH.3"


@pytest.mark.rule("siege:SH.9", "siege:R22")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("wall", HARD),
        ("prepared", HARD),
        ("hasty", HARD),
        ("fence", SOFT),
        ("hedge", SOFT),
        ("carcass", SOFT),
        ("ditch", OPEN_COVER),
    ],
)
def test_cover_behind_an_obstacle_that_the_line_crosses(kind: str, expected: int) -> None:
    game = on_table(wall((20, 29), (40, 29), kind))
    assert cover(game, OFFICER, foes(9, row(24, 29.6, 3))) == expected
    assert cover(game, OFFICER, foes(9, row(24, 30.1, 3))) == OPEN_COVER  # from further back there is none
    assert cover(game, squad(1, row(24, 40, 1)), foes(9, row(24, 29.6, 3))) == OPEN_COVER  # from behind
    assert cover(game, squad(1, row(30, 28.4, 1)), foes(9, row(24, 29.6, 3))) == OPEN_COVER  # the shooter lines it too


@pytest.mark.rule("siege:SH.9", "siege:R22")
def test_a_group_has_the_cover_of_more_than_half_of_it() -> None:
    game = on_table(wall((20, 29), (25.2, 29)), area("scrub", 30, 28, 6, 6))

    def band(walled: int, bare: int, scrub: int = 0) -> object:
        return foes(9, row(24, 29.6, walled, -1) + row(26.6, 29.6, bare, 0.01, 1) + row(31, 30, scrub))

    assert cover(game, OFFICER, band(2, 2)) == OPEN_COVER
    assert cover(game, OFFICER, band(3, 2)) == HARD
    assert cover(game, OFFICER, band(2, 2, 1)) == SOFT  # hard figures count towards soft
    assert cover(game, OFFICER, band(0, 0, 3)) == SOFT
    assert cover(on_table(area("rocks", 20, 29, 9, 3)), OFFICER, foes(9, row(24, 30, 3))) == HARD


@pytest.mark.rule("siege:R22")
def test_a_figure_hidden_by_terrain_counts_as_in_hard_cover() -> None:
    game = on_table(wall((10, 25), (24.6, 25), "wall", "high"))
    assert cover(game, OFFICER, foes(9, inches((26, 30), (23, 30), (22, 30)))) == HARD


@pytest.mark.rule("siege:ME.2", "siege:R31")
def test_nobody_outside_a_melee_shoots_into_it() -> None:
    game = on_table()
    position = state(OFFICER, squad(2, row(24, 31, 1)), BAND, Melee((2, 9), GARRISON), game=game)
    assert refused(game, order(position, 1), Fire(9)) == "siege:ME.2"


@pytest.mark.rule("siege:R21")
def test_attackers_aim_at_the_gun_while_its_crew_is_with_it() -> None:
    game = on_table(wall((23.3, 20), (24.7, 20), "wall", "high"))
    men = inches((25, 24), (23, 24), (24, 25), (24, 23))
    muskets = foes(9, row(24, 10, 1), "muskets")
    assert shot(game, state(crew(1, 50, men), piece(50, 24, 24), muskets, game=game), 9, 1) is None
    away = inches((30, 24), (31, 24))
    assert shot(game, state(crew(1, 50, away), piece(50, 24, 24), muskets, game=game), 9, 1) is not None


@pytest.mark.rule("siege:R18", "siege:R19")
def test_a_window_beside_a_firing_step_is_not_on_it() -> None:
    """The step serves who stands in the open at the wall; from the room behind it the wall is in the way."""
    band = foes(9, row(28, 22, 3), "muskets")
    for step in ("", "left", "right"):
        game = on_table(
            house(20, 20, 4, 4, [("window", 0, 24, 22), ("door", 0, 20, 22)]),
            wall((24.8, 10), (24.8, 34), "wall", "high", step),
        )
        position = state(squad(1, row(21, 22, 3), 1), band, game=game)
        assert shot(game, position, 1, 9) is None
        assert shot(game, position, 9, 1) is None
    game = on_table(wall((24.8, 10), (24.8, 34), "wall", "high", "left"))
    assert cover(game, squad(1, row(24.2, 22, 1)), band) == OPEN_COVER
