"""The picture: everything that lies is drawn where it lies, and everything that can be chosen can be pointed at."""

from __future__ import annotations

from collections import Counter
from math import hypot
from xml.etree import ElementTree

import pytest

from kemu import Decide
from kemu.core.rng import QuickRng
from kemu.games.moeraki import State
from kemu.games.moeraki.model.actions import Tile
from kemu.games.moeraki.model.state import SEATS, Played, Settings
from kemu.parts.bits import bits
from kemu.scene import Disc, Path, Piece, Scene, Words
from kemu.scene.bounds import path_points
from kemu.scene.svg import render_svg

from .positions import BOARD, GAME, after, position

CENTRE, PITCH = 500.0, 76.0


def scene_of(state: State, seat: int | None = 0) -> Scene:
    pending = GAME.pending(state)
    return GAME.scene(GAME.view(state, seat), pending if isinstance(pending, Decide) else None)


def place(name: str) -> tuple[float, float]:
    """Where a hollow or a beach must lie: a at the left, rank 1 at the bottom."""
    return CENTRE + PITCH * (ord(name[0]) - ord("f")), CENTRE - PITCH * (int(name[1:]) - 6)


def piece(scene: Scene, id_: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id_)


def games(settings: Settings, seeds: range) -> list[State]:
    """Every position of some games at random, in which a Tane always steps out."""
    found: list[State] = []
    for seed in seeds:
        rng, state = QuickRng(seed), GAME.start(settings)
        found.append(state)
        while isinstance(pending := GAME.pending(state), Decide):
            wanted = pending.options[1:] if isinstance(pending.options[0], Tile) else pending.options
            state, _ = GAME.apply(state, wanted[rng.below(len(wanted))])
            found.append(state)
    return found


ALL = [
    state
    for settings in (
        Settings(variant="beginner"),
        Settings(variant="basic"),
        Settings(variant="master"),
        Settings(variant="master", kemu=3, first="white"),
    )
    for state in games(settings, range(3))
]
CROSSING = position("master", ball="d6", black="c5 e5 d4", white="k3 k5 j4", tanes="black d5 ne, white k4 nw")


def test_every_option_has_exactly_one_choice_and_every_target_is_there() -> None:
    for state in ALL:
        pending, scene = GAME.pending(state), scene_of(state)
        options = pending.options if isinstance(pending, Decide) else ()
        assert [choice.option for choice in scene.selectable] == list(range(len(options)))
        assert [choice.notation for choice in scene.selectable] == [GAME.notation(option) for option in options]
        zones = {zone.id for zone in scene.zones}
        for choice, option in zip(scene.selectable, options, strict=True):
            if isinstance(option, Tile):
                assert (choice.target, choice.ghost) == ("", None)
            else:
                assert choice.target in zones
                assert choice.target.endswith(f"-{option.at}")  # type: ignore[attr-defined]
                assert choice.ghost is not None
                assert (choice.ghost.x, choice.ghost.y) == place(option.at)  # type: ignore[attr-defined]


def test_a_ghost_is_the_piece_that_will_lie_there() -> None:
    for state in ALL[:: len(ALL) // 60]:
        for choice in scene_of(state).selectable:
            if choice.ghost is not None:
                pending = GAME.pending(state)
                assert isinstance(pending, Decide)
                then = scene_of(GAME.apply(state, pending.options[choice.option])[0])
                assert piece(then, choice.ghost.id) == choice.ghost


def test_every_stone_tile_tane_and_ball_lies_in_its_place() -> None:
    for state in ALL:
        scene, expected = scene_of(state), set[tuple[str, str, tuple[float, float]]]()
        for seat, colour in enumerate(SEATS):
            for name in (BOARD.hollows[hollow] for hollow in bits(state.stones[seat])):
                expected.add((f"stone-{name}", f"stone-{colour}", place(name)))
        if state.ball >= 0:
            expected.add(("ball", "ball", place(BOARD.hollows[state.ball])))
        for tane in state.tanes:
            symbol = f"tane-{SEATS[tane.seat]}"
            expected.add((symbol, f"{symbol}-{tane.look}", place(BOARD.beaches[tane.beach])))
        waiting = {f"tane-{colour}" for colour in SEATS} if state.settings.variant == "master" else set[str]()
        waiting -= {f"tane-{SEATS[tane.seat]}" for tane in state.tanes}
        tiles = [piece for piece in scene.pieces if piece.id.startswith("tile-")]
        drawn = {(p.id, p.symbol, (p.x, p.y)) for p in scene.pieces if p not in tiles and p.id not in waiting}
        assert drawn == expected
        assert waiting <= {piece.id for piece in scene.pieces}
        assert {(p.id[5:], p.symbol.split("-")[1]) for p in tiles} == {
            (BOARD.beaches[beach], colour) for seat, colour in enumerate(SEATS) for beach in bits(state.tiles[seat])
        }
        assert all((p.x, p.y) == place(p.id[5:]) for p in tiles)
        assert max(Counter(piece.id for piece in scene.pieces).values(), default=1) == 1


def test_all_57_hollows_and_52_beaches_are_zones() -> None:
    zones = {zone.id: zone for zone in scene_of(ALL[0]).zones}
    assert set(zones) == {f"hollow-{name}" for name in BOARD.hollows} | {f"beach-{name}" for name in BOARD.beaches}
    assert len(zones) == 57 + 52
    spot = zones["hollow-e1"].outline
    assert isinstance(spot, Disc)
    assert (spot.x, spot.y) == place("e1")
    assert spot.y > CENTRE, "rank 1 is at the bottom"


@pytest.mark.rule("moeraki:M.3")
def test_the_white_circle_holds_the_nine_hollows_of_the_field_and_no_other() -> None:
    circle = next(s for s in scene_of(ALL[0]).base if isinstance(s, Disc) and s.stroke.startswith("#fff"))
    inside = {name for name in BOARD.hollows if hypot(place(name)[0] - circle.x, place(name)[1] - circle.y) < circle.r}
    assert inside == set(BOARD.field)


def test_files_and_ranks_are_written_on_all_four_sides() -> None:
    words = Counter(shape.text for shape in scene_of(ALL[0]).base if isinstance(shape, Words))
    assert words == Counter(list("abcdefghijk") * 2 + [str(rank) for rank in range(1, 12)] * 2)


@pytest.mark.rule("moeraki:C.7", "moeraki:C.8")
def test_a_half_tile_is_a_triangle_against_the_border_and_a_full_one_is_whole() -> None:
    black, white = "c1 e1 d10 c11 a3 b4 k3 j4", "d2 g1 f2 e11 a5 k5 i1 h2"
    scene = scene_of(position(black=black, white=white))
    full, half = piece(scene, "tile-h1"), piece(scene, "tile-d1")
    assert (full.symbol, half.symbol) == ("tile-white", "half-black-s")
    assert [piece(scene, f"tile-{at}").symbol for at in ("d11", "a4", "k4")] == [
        "half-black-n",
        "half-black-w",
        "half-black-e",
    ]

    def corners(symbol: str) -> list[tuple[float, float]]:
        shape = next(s for s in scene.symbols[symbol] if isinstance(s, Path) and s.fill.startswith("@"))
        return path_points(shape.d)

    assert len(corners("tile-black")) == 4
    for side, inwards in (("s", (0, -1)), ("n", (0, 1)), ("w", (1, 0)), ("e", (-1, 0))):
        depth = sorted(x * inwards[0] + y * inwards[1] for x, y in corners(f"half-black-{side}"))
        assert depth == [0, 0, max(x for x, _ in corners("tile-black"))], "two corners on the border, one inside"


@pytest.mark.rule("moeraki:M.6")
def test_a_tane_waits_in_his_cave_and_keeps_his_id_when_he_steps_out() -> None:
    before = scene_of(position("master", ball="d6"))
    assert {p.id for p in before.pieces} == {"ball", "tane-black", "tane-white"}
    spots = [(piece(before, f"tane-{c}").x, piece(before, f"tane-{c}").y) for c in SEATS]
    assert not set(spots) & {place(name) for name in (*BOARD.hollows, *BOARD.beaches)}
    assert (piece(scene_of(CROSSING), "tane-black").x, piece(scene_of(CROSSING), "tane-black").y) == place("d5")
    assert not [p for p in scene_of(position("basic")).pieces if p.id.startswith("tane")]


def crossed_out(scene: Scene) -> tuple[set[tuple[float, float]], set[tuple[float, float]]]:
    """The beaches that are marked as barred, and those marked as open."""
    layer = next(layer for layer in scene.layers if layer.name == "sight")
    marks = [shape for shape in layer.shapes if isinstance(shape, Path) and shape.fill != "none"]
    middles = [(sum(x for x, _ in p) / 4, sum(y for _, y in p) / 4, s) for s in marks for p in [path_points(s.d)]]
    open_ = {(x, y) for x, y, shape in middles if shape.stroke == "#00795a"}
    return {(x, y) for x, y, _ in middles} - open_, open_


@pytest.mark.rule("moeraki:T.2", "moeraki:T.5")
def test_the_lines_of_sight_bar_their_beaches_and_leave_the_crossing_open() -> None:
    barred, open_ = crossed_out(scene_of(CROSSING))
    assert open_ == {place("g8")}
    assert barred == {place(at) for at in ("e6", "f7", "h9", "i10", "j5", "i6", "h7", "f9", "e10", "d11")}


@pytest.mark.rule("moeraki:T.6")
def test_the_line_of_a_tane_who_looks_at_the_earlier_one_ends_before_him() -> None:
    scene = scene_of(position("master", ball="d6", tanes="white f9 sw, black i6 nw"))
    barred, open_ = crossed_out(scene)
    assert not open_
    assert barred == {place(at) for at in ("e8", "d7", "c6", "b5", "a4", "h7", "g8")}


def lit(scene: Scene) -> set[tuple[float, float]]:
    rings = [layer for layer in scene.layers if layer.name == "pattern"]
    return {(shape.x, shape.y) for layer in rings for shape in layer.shapes if isinstance(shape, Disc)}


@pytest.mark.rule("moeraki:R.3")
def test_every_winning_line_is_lit() -> None:
    before = position(black="d4 c5 e5 b10 c11", white="a3 a5", turn="black")
    assert lit(scene_of(before)) == set()
    assert lit(scene_of(after(before, "d6"))) == {place(at) for at in ("d4", "c5", "e5", "d6")}
    two = after(position(black="c9 b10 b8 c11", white="g1", turn="black"), "a9")
    assert lit(scene_of(two)) == {place(at) for at in ("c9", "b10", "b8", "a9", "c11")}


def test_the_last_stone_is_marked() -> None:
    state = after(position(), "c3")
    marks = next(layer for layer in scene_of(state).layers if layer.name == "last")
    assert marks.above
    assert {(s.x, s.y) for s in marks.shapes if isinstance(s, Disc)} == {place("c3")}
    assert not [layer for layer in scene_of(position()).layers if layer.name == "last"]


def test_in_a_kemu_the_finished_board_stays_until_the_ball_is_placed_again() -> None:
    won = after(position(black="d4 c5 e5", turn="black", kemu=3, played=(Played(1, "awa", (0, 0)),)), "d6")
    scene = scene_of(won)
    assert len(lit(scene)) == 4
    assert {p.id for p in scene.pieces} == {"ball", "stone-d4", "stone-c5", "stone-e5", "stone-d6"}
    assert {choice.target for choice in scene.selectable} == {f"hollow-{at}" for at in BOARD.field if at != "f6"}
    panels = {panel.id: panel for panel in scene.panels}
    assert panels["result"].items[0].label == "Black wins by Tahuna."
    assert [item.id for item in panels["scale"].items if item.lit] == ["scale-black-1", "scale-white-1"]
    again = scene_of(after(won, "e7"))
    assert {p.id for p in again.pieces} == {"ball"}
    assert "result" not in {panel.id for panel in again.panels}


def test_the_panels_tell_points_with_halves_stones_left_and_whose_turn_it_is() -> None:
    state = position(black="c1 e1 c3 e3 b10", white="d2 d4 g5", turn="white")
    panels = {panel.id: panel for panel in scene_of(state).panels}
    assert [(item.label, item.value, item.lit) for item in panels["points"].items] == [
        ("Black", "½", False),
        ("White", "0", True),
    ]
    assert [item.value for item in panels["stock"].items] == ["23", "25"]
    assert "scale" not in panels
    beginner = {panel.id: panel for panel in scene_of(position("beginner")).panels}
    assert [item.value for item in beginner["points"].items] == ["", ""]


def test_the_words_tell_what_the_picture_shows() -> None:
    text = scene_of(CROSSING).text
    assert "The ball lies on d6." in text
    assert "Black stones: d4, c5, e5." in text
    assert "White's Tane stands on k4, looking up to the left." in text
    assert "No tile may lie on" in text
    assert "It is Black's turn." in text
    half = scene_of(position(black="c1 e1", white="d2")).text
    assert "Black tiles: d1 (half); ½ points." in half


def test_the_svg_of_every_position_is_well_formed_and_every_reference_leads_somewhere() -> None:
    for state in ALL[:: max(1, len(ALL) // 80)]:
        root = ElementTree.fromstring(render_svg(scene_of(state), legal=True, prefix="m-"))
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        uses = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
        assert uses <= set(ids)
        pieces = {id_.removeprefix("m-piece-") for id_ in ids if id_.startswith("m-piece-")}
        assert pieces == {piece.id for piece in scene_of(state).pieces}


def test_a_scene_is_a_function_of_the_view() -> None:
    for state in ALL[:: max(1, len(ALL) // 40)]:
        again = GAME.decode(GAME.encode(state))
        assert scene_of(again, 1) == scene_of(state, 1) == scene_of(state, None)
        assert render_svg(scene_of(again)) == render_svg(scene_of(state))


def test_the_base_never_changes_in_a_game() -> None:
    bases = {id(scene_of(state).base) for state in ALL if state.settings.variant == "master"}
    assert len(bases) == 1
