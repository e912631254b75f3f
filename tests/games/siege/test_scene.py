"""The picture: every group can be seen and clicked, and every label can be read."""

from __future__ import annotations

import copy
from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Quarter
from kemu.games.siege.model.pieces import GARRISON, Melee
from kemu.games.siege.scene.art.labels import box_of, shared
from kemu.games.siege.scene.units import to_scene
from kemu.scene import Box, Disc, Path, Words

from .positions import GAME, OPEN, SPARE, actions, crew, foes, inches, lodge, on_table, order, piece, play, row, squad
from .positions import state as position_of

CLOSE = inches((24, 24), (25, 24), (23, 24), (24.5, 24.87), (23.5, 24.87), (24.5, 23.13), (23.5, 23.13))
"""A squad as it stands in a room: its officer in the middle."""


def pictured(game: object, position: object) -> object:
    pending = game.pending(position)
    return game.scene(game.view(position, pending.seat), pending)


def words_of(picture: object, *layers: str) -> list[Words]:
    found = [shape for layer in picture.layers if layer.name in layers for shape in layer.shapes]
    return [shape for shape in found if isinstance(shape, Words)]


def figures_of(picture: object) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    for figure in picture.pieces:
        if figure.id.startswith("g") and "-" in figure.id:
            found.setdefault(figure.id.partition("-")[0], []).append((figure.x, figure.y))
    return found


def assert_apart(picture: object) -> None:
    """No figure of one group hides one of another, and no label lies over another or beyond the table."""
    for a, b in combinations(figures_of(picture).values(), 2):
        assert min(dist(p, q) for p in a for q in b) > 25
    zones = [zone.outline.d for zone in picture.zones if zone.id.startswith("g")]
    assert len(set(zones)) == len(zones) == len(figures_of(picture))
    boxes = [box_of(words) for words in words_of(picture, "tallies", "sight")]
    assert not any(shared(a, b) for a, b in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        assert left >= 0 <= top
        assert right <= picture.width
        assert bottom <= picture.height


@pytest.mark.parametrize("rooms", [(5, 4), (1, 2, 3), (3, 1), (2, 5, 3, 4, 1)])
def test_squads_on_several_floors_of_a_house_are_drawn_apart(rooms: tuple[int, ...]) -> None:
    position, _ = play(GAME, GAME.start(), *(Quarter(room) for room in rooms))
    picture = pictured(GAME, position)
    assert len(figures_of(picture)) == len(rooms)
    assert_apart(picture)


def test_each_label_says_the_floor_and_they_stand_below_one_another_as_the_floors_do() -> None:
    game = lodge(2)
    groups = (squad(1, CLOSE, 3), squad(2, CLOSE, 1), foes(9, CLOSE, room=2), SPARE)
    picture = pictured(game, actions(position_of(*groups, game=game), GARRISON, 1))
    assert_apart(picture)
    told = [words for words in words_of(picture, "tallies") if "·" in words.text]
    assert [words.text for words in told] == [
        "Germans 7/7 · roof",
        "Boxers 9 (7) · 1st floor",
        "Italians 7/7 · ground",
    ]
    assert [words.y for words in told] == sorted({words.y for words in told})


def test_the_lowest_floor_that_is_held_is_drawn_where_it_is() -> None:
    game = lodge(2)
    layout = game.grounds["legation"].layout
    real = [to_scene(layout, man) for man in CLOSE]
    alone = pictured(game, actions(position_of(squad(1, CLOSE, 3), SPARE, game=game), GARRISON, 1))
    assert figures_of(alone)["g1"] == real
    two = pictured(game, actions(position_of(squad(1, CLOSE, 3), squad(2, CLOSE, 2), SPARE, game=game), GARRISON, 1))
    assert figures_of(two)["g2"] == real
    moved = {(round(x - a, 1), round(y - b, 1)) for (x, y), (a, b) in zip(figures_of(two)["g1"], real, strict=True)}
    assert len(moved) == 1
    assert moved != {(0.0, 0.0)}


def test_a_line_of_sight_begins_at_the_figure_that_is_seen_and_a_melee_lies_round_them() -> None:
    game = lodge()
    band = foes(9, row(20, 40, 5))
    upper, lower = squad(1, CLOSE, 2), squad(2, CLOSE, 1)
    picture = pictured(game, order(position_of(upper, lower, band, game=game), 1))
    officer = next(figure for figure in picture.pieces if figure.id == "g1-0")
    sight = next(layer for layer in picture.layers if layer.name == "sight")
    lines = [shape.d for shape in sight.shapes if isinstance(shape, Path)]
    assert lines
    assert all(d.startswith(f"M{officer.x:g} {officer.y:g}L") for d in lines)

    def outline(*groups: object) -> str:
        locked = actions(position_of(*groups, SPARE, Melee((1, 9), GARRISON, True), game=game), GARRISON, 1)
        melees = next(layer for layer in pictured(game, locked).layers if layer.name == "melees")
        return melees.shapes[0].d

    apart = outline(upper, foes(9, CLOSE, room=1))
    assert apart != outline(squad(1, CLOSE, 1), foes(9, CLOSE, room=1))


def test_labels_of_a_crowd_do_not_lie_over_one_another() -> None:
    crowd = (
        squad(1, row(20, 20, 7)),
        squad(2, row(20, 21.2, 7)),
        squad(3, row(20, 22.4, 7)),
        piece(30, 28, 21),
        crew(4, 30, row(27.5, 20, 2) + row(27.5, 22, 2)),
        foes(9, row(0.6, 0.6, 5)),
        foes(10, row(0.6, 1.8, 5)),
        foes(11, row(43, 47.4, 5)),
    )
    picture = pictured(OPEN, order(position_of(*crowd, game=OPEN), 1))
    assert len(words_of(picture, "tallies")) == 7
    assert words_of(picture, "sight")
    assert_apart(picture)


def test_what_a_shot_promises_and_what_is_left_can_be_read_on_a_small_screen() -> None:
    picture = pictured(OPEN, order(position_of(squad(1, row(20, 20, 7)), foes(9, row(20, 40, 9)), game=OPEN), 1))
    pixels = 730 / picture.width
    assert all(words.size * pixels > 11 for words in words_of(picture, "tallies", "sight"))
    crate = words_of(pictured(on_table(), order(position_of(squad(1, row(20, 20, 7)), SPARE), 1)), "ammunition")
    assert all(words.size * pixels > 8.4 for words in crate)


@pytest.mark.parametrize("umpire", [False, True])
def test_the_crate_holds_as_many_counters_as_the_kit_has(umpire: bool) -> None:
    game = copy.copy(OPEN)
    game.cards = replace(OPEN.cards, rifle_counters=33, gun_counters=12)
    options = Settings(umpire=umpire)
    position = position_of(squad(1, row(20, 20, 3)), SPARE, game=game, options=options, rifle=25, spent=8, shells=12)
    layer = next(layer for layer in pictured(game, actions(position, GARRISON, 1)).layers if layer.name == "ammunition")
    box = next(shape for shape in layer.shapes if isinstance(shape, Box) and shape.stroke)
    counters = [shape for shape in layer.shapes if isinstance(shape, Disc)]
    assert len(counters) == (8 if umpire else 33) + 12
    assert all(box.x < disc.x < box.x + box.w and disc.y + disc.r < box.y + box.h for disc in counters)
