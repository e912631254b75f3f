"""Chapters 2, 4, 6 and 9 without the geometry: set-up, the round, the commander, rally and marching."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kemu.core.kit import KitError
from kemu.core.rng import QuickRng
from kemu.games.maurice import Maurice, Settings
from kemu.games.maurice.model.actions import (
    ClearSmoke,
    Deploy,
    DeployCinC,
    DeployFirst,
    Done,
    DrawUp,
    EndTerrain,
    PickPiece,
    SetPiece,
    Spend,
    Stay,
    TakeSide,
)
from kemu.games.maurice.model.bases import body_of
from kemu.games.maurice.model.catalogue import MODIFIERS
from kemu.games.maurice.model.moves import Charge, Displace, Move, MoveCinC
from kemu.games.maurice.model.scale import to_scene
from kemu.games.maurice.model.units import COLUMN
from kemu.games.maurice.odds.exact import rally_odds
from kemu.games.maurice.rules.charging import Charging
from kemu.games.maurice.rules.cinc import CinCLoss, Displaced, MovingCinC
from kemu.games.maurice.rules.combat import Combat
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.deployment import Deploying, DeployingCinC, FirstToDeploy
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.morale import Finished, starting
from kemu.games.maurice.rules.placing import overlap
from kemu.games.maurice.rules.rallying import Rallying, rallies_on
from kemu.games.maurice.rules.round import Cleanup, Round
from kemu.games.maurice.rules.setup import Deal, FirstRound, Sides, TerrainRoll, TerrainSetup
from kemu.parts.tabletop.convex import intrudes
from kemu.server.dragging import would_stand

from .positions import SOUTH, asked, battle, box, card, cards, cav, game, go, gun, inf, piece, settled, thrown

TWO = [inf(0, 20, 8), inf(20, 20, 22, SOUTH)]
BATTLES = ("open", "ridge", "broken")
SIZES = (8, 14, 20)


# -- the kit ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:3.modifier", "maurice:R07", "maurice:5.terrain")
def test_the_deck_has_every_symbol_and_the_terrain_its_agreed_effects() -> None:
    cat = game().cat
    symbols = {symbol for entry in cat.cards for symbol in entry.symbols}
    assert symbols == {*MODIFIERS, "tricorne", "event"}
    assert len(cat.full) == 52
    kinds = {kind.id: kind for kind in cat.table.kinds}
    woods, wall, marsh = kinds["woods"], kinds["wall"], kinds["marsh"]
    assert woods.difficult
    assert woods.cover
    assert woods.obstruction
    assert wall.linear
    assert wall.difficult
    assert wall.cover
    assert wall.obstruction
    assert marsh.difficult
    assert marsh.water
    assert not kinds["sunken"].cover
    assert kinds["pond"].impassable


def test_a_card_with_an_unknown_effect_is_an_error_that_names_it(tmp_path: Path) -> None:
    text = (game().folder / "kit" / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace('verb = "swap"', 'verb = "teleport"', 1), encoding="utf-8")
    with pytest.raises(KitError, match="no effect 'teleport'"):
        Maurice(tmp_path)


def test_a_use_without_its_symbol_is_an_error(tmp_path: Path) -> None:
    text = (game().folder / "kit" / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace('symbols = ["bugle"]', "symbols = []", 1), encoding="utf-8")
    with pytest.raises(KitError, match="needs the symbol bugle"):
        Maurice(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('effects = [{ verb = "swap" }]', 'effects = [{ verb = "take" }]', "take means nothing in volley.invoked"),
        ('roll = "rally", n = 1', 'roll = "combat", n = 1', "combat means nothing in rally.before_dice"),
        ('rules = ["cover", "height"]', 'rules = ["cover", "near"]', "near means nothing in charge.before_scores"),
        ('whom = { side = "enemy", role = "force", count = 1 }', "", "drop needs to be told whom"),
        (
            'role = "force", count = 1 }\neffects = [{ verb = "drop"',
            'role = "force" }\neffects = [{ verb = "drop"',
            "count",
        ),
    ],
)
def test_an_effect_that_could_do_nothing_where_it_stands_is_an_error(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (game().folder / "kit" / "cards.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "cards.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(KitError, match=said):
        Maurice(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("battles.toml", '["INF", "line", 17.5, 8.5, 0]', '["INF", "massed", 17.5, 8.5, 0]', "INF is drawn up in line"),
        ("battles.toml", '["INF", "line", 17.5, 8.5, 0]', '["INF", "line", 1.5, 8.5, 0]', "not stand wholly on the"),
        ("battles.toml", '["INF", "line", 22.5, 8.5, 0]', '["INF", "line", 18.5, 8.5, 0]', "another unit stands there"),
        ("battles.toml", "cinc = [22.5, 6.6]", "cinc = [22.5, 0.2]", "the commander does not stand"),
        ("battles.toml", "at = [12, 14.5]", "at = [2, 14.5]", "the piece does not lie wholly on the table"),
        ("battles.toml", 'piece = "small-wood"', 'piece = "moon"', "has no piece 'moon'"),
        ("battles.toml", 'id = "ridge"', 'id = "open"', "each once"),
        ("terrain.toml", "[[-1.5, -0.4], [-1.5, 0.4]", "[[-1.5, 0.4], [-1.5, -0.4]", "crosses or touches itself"),
        ("terrain.toml", '[[kind]]\nid = "rocks"', '[[kind]]\nid = "woods"', "'woods' stands there twice"),
    ],
)
def test_an_own_army_or_piece_that_cannot_stand_is_an_error_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    text = (game().folder / "kit" / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(KitError, match=said) as told:
        Maurice(tmp_path)
    assert re.search(rf"{file}, line \d+, \w+\[", str(told.value)), told.value


@pytest.mark.rule("maurice:R07", "maurice:R17", "maurice:5.water")
def test_a_bridge_is_set_up_over_a_stream_and_not_in_a_wood_and_keeps_feet_dry() -> None:
    kinds = {kind.id: kind for kind in game().cat.table.kinds}
    assert kinds["ford"].water
    assert kinds["ford"].difficult
    assert kinds["ditch"].linear
    assert not kinds["ditch"].cover
    state = battle([], TerrainSetup(0, 2, 4), round=0)
    state = go(state, SetPiece("stream", 20_000, 15_000), SetPiece("small-wood", 30_000, 15_000))
    in_wood = asked(state).check(SetPiece("bridge", 30_000, 15_000))
    assert in_wood is not None
    assert in_wood.clause == "maurice:R17"
    state = go(state, SetPiece("bridge", 20_000, 15_300))
    dry = battle([inf(0, 20, 15.9, formation=COLUMN), inf(1, 22.4, 15.9)], pieces=state.pieces)
    ground = game().field(dry).ground
    wet = [any(intrudes(base, part, 5) for part, _, _ in ground.water) for base in game().field(dry).body(0).bases]
    assert wet == [False] * 4
    assert any(intrudes(base, part, 5) for part, _, _ in ground.water for base in game().field(dry).body(1).bases)


@pytest.mark.rule("maurice:2.terrain", "maurice:R17")
def test_a_piece_of_the_palette_is_taken_in_hand_and_is_seen_before_it_lies() -> None:
    free = Settings(battle="free", size=8)
    state = battle([], TerrainSetup(0, 1, 2), round=0, settings=free)
    assert EndTerrain() not in asked(state).options
    picked = go(state, PickPiece("ridge"))
    assert asked(picked).check(SetPiece("hill", 20_000, 15_000)) is not None
    order = SetPiece("ridge", 20_000, 15_000, 105)
    ghost, handle = would_stand(game(), game().view(picked, 0), order)
    assert (ghost.symbol, ghost.x, ghost.y, ghost.rotate) == ("form ridge", 800, 600, 105)
    scene = game().scene(game().view(picked, 0), asked(picked))
    assert scene is not None
    assert ghost.symbol in scene.symbols
    # Its handle turns it to where it is drawn, and it keeps that turn where it is moved next.
    free_ = asked(picked).free
    assert free_ is not None
    assert free_.adjust(order, 800, 200, handle.id) == SetPiece("ridge", 20_000, 15_000, 0)
    assert free_.adjust(order, 1_000, 600, ghost.id) == SetPiece("ridge", 25_000, 15_000, 105)
    assert EndTerrain() in asked(go(picked, order)).options


@pytest.mark.rule("maurice:2.deployment", "maurice:R18")
def test_a_unit_is_turned_and_formed_by_its_handles_before_it_is_set_up() -> None:
    state = battle([], Deploying(0), round=0, settings=Settings(battle="free", size=8))
    free, order = asked(state).free, Deploy(0, 20_000, 6_000, 0, 0)
    assert free is not None
    pieces = {piece.id: piece for piece in would_stand(game(), game().view(state, 0), order)}
    assert set(pieces) == {"u0", "u0-face", "u0-form"}
    # Drawn to the right of it, it looks to the right.
    assert free.adjust(order, 1_000, 960, "u0-face") == Deploy(0, 20_000, 6_000, 9_000, 0)
    formed = free.adjust(order, 1_000, 960, "u0-form")
    assert isinstance(formed, Deploy)
    assert (formed.x, formed.formation) == (20_000, COLUMN)


@pytest.mark.rule("maurice:R17")
@pytest.mark.parametrize("turn", [0, 15, 90, 200, 345])
def test_a_piece_on_the_table_is_known_for_what_it_is(turn: int) -> None:
    for form in game().cat.palette:
        assert game().cat.form_of(game().cat.piece(form, 12_345, 6_789, turn)) == (form, (12_345, 6_789), turn)


@pytest.mark.rule("maurice:2.size", "maurice:R14")
def test_an_own_army_on_an_own_hill_takes_the_field(tmp_path: Path) -> None:
    folder = game().folder / "kit"
    battles = (folder / "battles.toml").read_text(encoding="utf-8")
    battles = battles.replace('["INF", "line", 17.5, 8.5, 0]', '["CAV", "column", 17.5, 8.5, 45]', 1)
    battles = battles.replace(
        '{ piece = "hill", at = [12, 14.5], turn = 20 }', '{ piece = "knoll", at = [12, 14.5] }', 1
    )
    knoll = (
        '[[palette]]\nid = "knoll"\nkind = "hill"\nsource = "reconstruction"\npoints = [[-1, -1], [1, -1], [0, 1]]\n'
    )
    (tmp_path / "battles.toml").write_text(battles, encoding="utf-8")
    terrain = (folder / "terrain.toml").read_text(encoding="utf-8")
    (tmp_path / "terrain.toml").write_text(f"{terrain}\n{knoll}", encoding="utf-8")
    own = Maurice(tmp_path)
    state = own.start(Settings(size=8))
    first = state.unit(0)
    assert (first.arm, first.formation, first.facing) == (1, 1, 4_500)
    assert state.pieces[0].points == ((11_000, 13_500), (13_000, 13_500), (12_000, 15_500))
    assert own.kit.digest != game().kit.digest


@pytest.mark.rule("maurice:R17")
def test_a_piece_in_the_hollow_of_another_does_not_overlap_it_and_one_within_it_does() -> None:
    angle = piece("woods", (10, 10), (18, 10), (18, 12), (12, 12), (12, 18), (10, 18))
    assert not overlap(angle, box("marsh", 13, 13, 15, 15))
    assert overlap(angle, box("marsh", 10.5, 13, 11.5, 15))
    assert overlap(box("marsh", 10.5, 13, 11.5, 15), angle)


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bases", ["square", "oblong"])
@pytest.mark.rule("maurice:2.size", "maurice:2.deployment", "maurice:R18", "maurice:1.bases", "maurice:R14")
def test_ready_battles_stand_in_their_own_thirds_and_nobody_on_another(name: str, size: int, bases: str) -> None:
    settings = Settings(battle=name, size=size, bases=bases)  # type: ignore[arg-type]
    state = game().start(settings)
    bodies = {unit.id: body_of(unit, settings.depths) for unit in state.units}
    assert [len(state.side(seat)) for seat in (0, 1)] == [size, size]
    for uid, body in bodies.items():
        low, high = (0, 10_000) if state.unit(uid).side == 0 else (20_000, 30_000)
        assert all(low <= y <= high and 0 <= x <= 45_000 for x, y in body.corners)
        for other, its in bodies.items():
            assert uid == other or not intrudes(body.corners, its.corners, 5)
    from kemu.games.maurice.rules.command import sits_on_bases
    from kemu.games.maurice.rules.measuring import in_difficult

    field = game().field(state)
    assert not any(in_difficult(field, unit.id) for unit in state.units)
    kinds = game().cat.table.kinds
    areas = [piece for piece in state.pieces if not kinds[piece.kind].linear]
    for i, area in enumerate(areas):
        assert all(0 <= x <= 45_000 and 0 <= y <= 30_000 for x, y in area.points)
        assert not any(overlap(area, other) for other in areas[:i])
    for at in state.cinc:
        assert at is not None
        assert not sits_on_bases(field, at)


# -- chapter 2 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:2.morale")
def test_morale_is_half_the_units_rounded_up() -> None:
    assert [starting(n) for n in (8, 13, 14)] == [4, 7, 7]
    assert game().start(Settings(size=20)).morale == (10, 10)


@pytest.mark.rule("maurice:2.terrain", "maurice:R17")
def test_ties_are_rolled_again_and_the_higher_sets_up_between_his_die_and_both() -> None:
    state = game().start(Settings(battle="free"))
    state = go(state, (3, 3))
    assert isinstance(state.stack[-1], TerrainRoll)
    state = go(state, (3, 4))
    assert state.stack[-1] == TerrainSetup(1, 4, 7)
    assert asked(state).seat == 1
    for x in (5_000, 15_000, 25_000, 35_000):
        assert EndTerrain() not in asked(state).options
        state = go(state, SetPiece("rocks", x, 5_000))
    assert EndTerrain() in asked(state).options
    over = asked(state).check(SetPiece("rocks", 5_500, 5_000))
    assert over is not None
    assert over.clause == "maurice:R17"
    assert asked(state).check(SetPiece("wall", 5_000, 5_000)) is None  # lines lie anywhere
    assert asked(state).check(SetPiece("hill", 5_000, 6_000)) is None  # and a hill carries other pieces
    for x in (5_000, 15_000, 25_000):
        state = go(state, SetPiece("rocks", x, 15_000))
    assert isinstance(state.stack[-1], Sides)


@pytest.mark.rule("maurice:2.sides", "maurice:2.deployment", "maurice:R18", "maurice:R17")
def test_the_loser_takes_a_side_the_winner_the_turn_and_whole_armies_are_set_up_in_their_thirds() -> None:
    state = game().start(Settings(battle="free", size=8))
    state = go(state, (6, 2))
    for x in range(6):
        state = go(state, SetPiece("short-wall", 3_000 + 5_000 * x, 15_000))
    state = go(state, EndTerrain())
    assert (asked(state).seat, asked(state).options) == (1, (TakeSide(True), TakeSide(False)))
    state = go(state, TakeSide(True))
    assert isinstance(state.stack[-1], FirstToDeploy)
    assert asked(state).seat == 0
    state = go(state, DeployFirst(False))
    assert isinstance(state.stack[-1], Deploying)
    decide = asked(state)
    assert decide.seat == 1
    outside = decide.check(Deploy(20, 20_000, 11_000, 0, 0))
    assert outside is not None
    assert outside.clause == "maurice:2.deployment"
    massed = decide.check(Deploy(20, 20_000, 8_000, 0, 2))
    assert massed is not None
    assert massed.clause == "maurice:1.formations"
    state = go(state, Deploy(20, 20_000, 10_000, 0, 0))
    taken = asked(state).check(Deploy(21, 20_000, 9_500, 0, 0))
    assert taken is not None
    state = go(state, DrawUp())
    assert isinstance(state.stack[-1], DeployingCinC)
    assert len(state.side(1)) == 8
    state = go(state, DeployCinC(20_000, 3_000), DrawUp())
    assert all(y >= 20_000 for unit in state.side(0) for _, y in body_of(unit, (1000, 1000)).corners)
    first = asked(state).options[0]
    assert isinstance(go(state, first).stack[-1], Deal)


@pytest.mark.rule("maurice:2.deployment", "maurice:R18")
def test_an_army_drawn_up_by_one_answer_is_changed_unit_by_unit_until_its_commander_stands() -> None:
    state = battle([], DeployingCinC(0), Deploying(0), round=0)
    state = go(state, DrawUp())
    decide, unit = asked(state), state.unit(3)
    there = Deploy(3, unit.x, 4_000, 1_500, unit.formation)
    assert decide.check(there) is None
    in_the_middle = decide.check(Deploy(3, unit.x, 12_000, 0, 0))
    assert in_the_middle is not None
    assert in_the_middle.clause == "maurice:2.deployment"
    on_another = decide.check(Deploy(3, state.unit(2).x, state.unit(2).y, 0, 0))
    assert on_another is not None
    assert on_another.clause == "maurice:6.noStacking"
    strange = decide.check(Deploy(23, 20_000, 4_000, 0, 0))
    assert strange is not None
    after = go(state, there)
    assert (after.unit(3).y, after.unit(3).facing) == (4_000, 1_500)
    assert [one for one in after.units if one.id != 3] == [one for one in state.units if one.id != 3]
    assert asked(after).check(DeployCinC(20_000, 7_000)) is None, "the commander is still to come"
    assert asked(after).seat == 0


@pytest.mark.rule("maurice:2.deployment")
def test_a_hand_puts_a_unit_elsewhere_as_it_faces_and_turns_it_by_its_handle() -> None:
    state = go(battle([], DeployingCinC(0), Deploying(0), round=0), DrawUp())
    free, unit = asked(state).free, state.unit(3)
    assert free is not None
    x, y = to_scene(game().cat.table, (unit.x, 4_000))
    moved = free.at(x, y, "u3")
    assert moved == Deploy(3, unit.x, 4_000, unit.facing, unit.formation)
    turned = free.adjust(moved, *to_scene(game().cat.table, (unit.x + 5_000, 4_000)), "u3-face")
    assert turned == Deploy(3, unit.x, 4_000, 9_000, unit.formation)
    assert isinstance(free.at(x, y), DeployCinC), "what is dragged by nobody is the commander's place"


@pytest.mark.rule("maurice:2.morale", "maurice:2.size")
def test_who_finds_no_room_in_his_third_does_not_count_toward_morale(monkeypatch: pytest.MonkeyPatch) -> None:
    from kemu.games.maurice.rules.deployment import Spots

    units = [inf(n, 10 + 5 * n, 8) for n in range(5)]
    state = battle(units, Deploying(0), morale=(7, 7), start_morale=(7, 7))
    monkeypatch.setattr(Spots, "first", lambda self: None)
    after = go(state, DrawUp())
    assert (after.morale, after.start_morale) == ((3, 7), (3, 7))
    assert after.find(5) is None


@pytest.mark.rule("maurice:2.first")
def test_the_higher_die_has_the_first_round_and_ties_are_rolled_again() -> None:
    state = battle(TWO, FirstRound(), round=0)
    state = state.__class__(**{**_fields(state), "stack": (FirstRound(),)})
    assert isinstance(go(state, (2, 2)).stack[-1], FirstRound)
    after = go(state, (2, 5))
    assert (after.active, after.round) == (1, 1)


def _fields(state: object) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__struct_fields__}  # type: ignore[attr-defined]


# -- chapter 4 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:4.round", "maurice:1.active", "maurice:R31")
def test_a_round_is_volleys_command_and_commander_and_then_the_other_side_is_active() -> None:
    hand = cards("Stand Fast")
    state = settled(battle(TWO, hands=(hand, hand), active=1, fired=7, interrupted=True, modified=(3, 1)))
    assert (state.active, state.round, state.fired, state.interrupted, state.modified) == (0, 2, 0, False, (0, 0))
    assert [type(frame) for frame in state.stack] == [Round, Cleanup, MovingCinC, CommandChoice]


# -- chapter 6: the commander ------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:6.cinc", "maurice:6.cincCost", "maurice:R34")
def test_moving_the_commander_costs_a_card_and_nobody_stands_where_he_goes() -> None:
    state = battle(TWO, Cleanup(), MovingCinC(), hands=(cards("Stand Fast", "Quick Step"), ()))
    blocked = asked(state).check(MoveCinC(20_000, 7_500))
    assert blocked is not None
    assert blocked.clause == "maurice:R34"
    state = go(state, MoveCinC(30_000, 5_000), Spend(card("Quick Step")))
    assert state.cinc[0] == (30_000, 5_000)
    assert state.hands[0] == cards("Stand Fast")
    stays = go(battle(TWO, MovingCinC(), hands=(cards("Stand Fast"), ())), Stay())
    assert stays.hands[0] == cards("Stand Fast")


@pytest.mark.rule("maurice:6.cincCost")
def test_without_a_card_he_stays() -> None:
    assert not isinstance(settled(battle(TWO, MovingCinC())).stack[-1], MovingCinC)


@pytest.mark.rule("maurice:6.displaced", "maurice:6.displacedTo", "maurice:6.displacedLoss", "maurice:R25")
def test_friends_who_sit_on_him_at_the_end_displace_him_and_it_costs_a_card() -> None:
    hand = cards("Stand Fast", "Confusion")
    state = battle(TWO, Cleanup(), cinc=((20_000, 7_500), (22_500, 28_000)), hands=(hand, ()))
    decide = asked(state)
    assert (decide.seat, decide.clause) == (0, "maurice:6.displacedTo")
    assert decide.check(Displace(20_000, 9_000)) is not None
    assert decide.free is not None
    spot = decide.free.sample(QuickRng(1))
    assert spot is not None
    state = go(state, spot)
    assert asked(state).clause == "maurice:6.displacedLoss"
    assert go(state, Spend(card("Stand Fast"))).morale == (10, 10)


@pytest.mark.rule("maurice:6.displacedLoss", "maurice:R25")
def test_without_a_card_his_displacement_costs_one_morale_and_perhaps_the_battle() -> None:
    assert settled(battle(TWO, CinCLoss(0))).morale == (9, 10)
    assert settled(battle(TWO, CinCLoss(0), morale=(1, 10))).stack == (Finished(1),)
    both = settled(battle(TWO, Cleanup(1), displaced=3))
    assert both.morale == (9, 9)
    # An only card is discarded without a question.
    one = settled(battle(TWO, CinCLoss(0), hands=(cards("Stand Fast"), ())))
    assert (one.morale, one.hands[0], one.discards) == ((10, 10), (), cards("Stand Fast"))


def test_a_displaced_commander_is_set_down_by_his_owner() -> None:
    assert asked(battle(TWO, Displaced(1))).seat == 1


# -- chapter 6: marching -------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:6.march", "maurice:R43")
def test_units_march_one_after_another_each_once_and_none_must() -> None:
    units = [inf(0, 18, 8), inf(1, 22, 8), inf(20, 20, 22, SOUTH)]
    state = battle(units, Marching((0, 1)))
    state = go(state, Move(1, legs=(("ahead", 2_000),)))
    again = asked(state).check(Move(1, legs=(("ahead", 1_000),)))
    assert again is not None
    assert again.clause == "maurice:R43"
    state = go(state, Done())
    assert [unit.y for unit in state.side(0)] == [8_000, 10_000]


@pytest.mark.rule("maurice:6.clearSmoke", "maurice:6.smoke", "maurice:4.smoke", "maurice:R42")
def test_a_march_of_guns_clears_smoke_and_nobody_moves_or_moves_those_without() -> None:
    units = [gun(0, 18, 8, smoke=True), gun(1, 19.5, 8), inf(20, 20, 22, SOUTH)]
    state = battle(units, Marching((0, 1)))
    cleared = go(state, ClearSmoke())
    assert not any(unit.smoke for unit in cleared.side(0))
    assert not isinstance(settled(cleared).stack[-1], Marching)
    stuck = asked(state).check(Move(0, legs=(("towards", 0), ("ahead", 1_000))))
    assert stuck is not None
    moved = go(state, Move(1, legs=(("towards", 0), ("ahead", 1_000))))
    assert moved.unit(0).smoke
    assert not isinstance(settled(moved).stack[-1], Marching)


# -- chapter 8: the force that charges -------------------------------------------------------------------------------


@pytest.mark.rule("maurice:8.half", "maurice:8.others", "maurice:R52", "maurice:8.charge", "maurice:8.figForce")
def test_at_least_half_must_charge_and_at_most_half_move_up() -> None:
    from kemu.games.maurice.rules.forces import serves

    lines = [inf(uid, 10 + 4.5 * uid, 8) for uid in range(6)]
    foes = [inf(20 + uid, 10 + 4.5 * uid, 11, SOUTH) for uid in range(4)]
    state = battle([*lines, *foes])
    assert serves(game(), state, "charge", (0, 1, 2, 3, 4, 5)) is None
    few = serves(game(), battle([*lines, *foes[:1]]), "charge", (0, 1, 2, 3, 4, 5))
    assert few is not None
    assert few.clause == "maurice:8.half"
    charging = battle([*lines, *foes], Charging((0, 1, 2, 3, 4, 5), (0, 1, 2, 3), 3))
    assert not asked(charging).options  # nobody declines while half has not charged
    up = Move(4, legs=(("ahead", 1_000),))
    after = go(charging, up, Move(5, legs=(("ahead", 1_000),)), Move(3, legs=(("ahead", 1_000),)))
    kept = asked(after).check(Move(2, legs=(("ahead", 500),)))
    assert kept is not None
    assert kept.clause == "maurice:8.half"
    after = go(after, Charge(0), Charge(1), Charge(2))
    assert any(isinstance(frame, Combat) for frame in after.stack)


# -- chapter 9 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("maurice:8.others", "maurice:8.half", "maurice:R52")
def test_no_more_than_half_move_up_though_a_charger_has_been_blocked_since() -> None:
    units = [inf(n, 8 + 6 * n, 8) for n in range(4)] + [inf(20, 8, 22, SOUTH)]
    # The second of the two who were able is blocked by now: he stands, or moves as one of the others.
    state = battle(units, Charging((0, 1, 2, 3), (0, 1), 2, (1, 2, 3), (0,), 0, begun=True))
    up = (("ahead", 1_000),)
    state = go(state, Move(1, legs=up), Move(3, legs=up))
    # Two of four have moved up: nobody is left who may, and the charge is over.
    assert not any(isinstance(frame, Charging) for frame in state.stack)


@pytest.mark.rule("maurice:9.rally", "maurice:9.modifiers")
def test_infantry_rallies_on_four_others_on_five_better_out_of_reach_worse_in_bad_terrain() -> None:
    near, far = inf(20, 20, 11, SOUTH), inf(20, 20, 22, SOUTH)
    assert rallies_on(game(), battle([inf(0, 20, 8, disr=1), near]), 0) == 4
    assert rallies_on(game(), battle([inf(0, 20, 8, disr=1), far]), 0) == 3
    assert rallies_on(game(), battle([cav(0, 20, 8, disr=1), far]), 0) == 4
    assert rallies_on(game(), battle([gun(0, 20, 8, disr=1), near]), 0) == 5
    marsh = (box("marsh", 19, 7, 20, 8),)
    assert rallies_on(game(), battle([inf(0, 20, 8, disr=1), near], pieces=marsh), 0) == 5


@pytest.mark.rule("maurice:9.rally", "maurice:9.natural", "maurice:R62")
def test_each_die_that_succeeds_removes_one_disr() -> None:
    units = [inf(0, 18, 8, disr=3), inf(1, 22.5, 8), inf(20, 20, 11, SOUTH)]
    state = battle(units, Rallying((0, 1)))
    assert len(thrown(state).sample(QuickRng(1))) == 3
    state = go(state, (1, 4, 6))
    assert state.unit(0).disr == 1
    assert not isinstance(settled(state).stack[-1], Rallying)


@pytest.mark.rule("maurice:9.rally")
def test_the_odds_of_a_rally_are_those_of_its_dice() -> None:
    state = battle([inf(0, 20, 8, disr=2), inf(20, 20, 11, SOUTH)])
    odds = rally_odds(game(), state, 0)
    assert [odds.weights[n] * 4 // odds.total for n in (0, 1, 2)] == [1, 2, 1]
