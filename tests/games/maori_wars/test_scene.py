"""The picture: every option can be picked, no counter covers a name, and the words say who does what where."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.maori_wars import MaoriWars, Settings, State
from kemu.games.maori_wars.model import actions as act
from kemu.games.maori_wars.model import catalogue as model
from kemu.games.maori_wars.rules.board import AWAY
from kemu.games.maori_wars.rules.movement import Going
from kemu.games.maori_wars.scene.art.ground import HEIGHT, UNIT, WIDTH, middle
from kemu.games.maori_wars.scene.drawing import focus
from kemu.games.maori_wars.scene.panels import in_bush
from kemu.games.maori_wars.scene.stacks import fitted, piles
from kemu.games.maori_wars.scene.words import label
from kemu.scene import Scene
from kemu.scene.bounds import bounds_of, symbol_bounds
from kemu.scene.svg import render_svg

from .positions import GAME, MAORI, play, position

ALL = ["heke", "hutt", "taranaki", "waikato", "tauranga", "hauhau", "titokowaru", "tekooti"]

SITES = {"0707": "village maori", "0906": "settlement british"}


@cache
def game() -> MaoriWars:
    return MaoriWars()


@cache
def moments(scenario: str, seed: int = 4, every: int = 23, most: int = 30) -> tuple[State, ...]:
    """Return positions in which a seat decides, from one game at random."""
    rng, found = QuickRng(seed), list[State]()
    state = game().start(game().parse_settings({"scenario": scenario}))
    ply = 0
    while not isinstance(pending := game().pending(state), Over) and len(found) < most:
        if isinstance(pending, Decide) and ply % every == 0:
            found.append(state)
        ply += 1
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = game().apply(state, choice)
    return tuple(found)


def drawn(state: State) -> tuple[Scene, Decide]:
    decide = game().pending(state)
    assert isinstance(decide, Decide)
    return game().scene(game().view(state, decide.seat), decide), decide


@pytest.mark.parametrize("scenario", ALL)
def test_every_option_can_be_picked_and_every_target_is_there(scenario: str) -> None:
    for state in moments(scenario, most=12, every=61):
        scene, decide = drawn(state)
        assert [choice.option for choice in scene.selectable] == list(range(len(decide.options)))
        things = {piece.id for piece in scene.pieces} | {zone.id for zone in scene.zones}
        things |= {item.id for panel in scene.panels for item in panel.items}
        for choice in scene.selectable:
            assert choice.label
            assert not choice.target or choice.target in things, choice
            assert set(choice.also) <= things, choice


def test_what_names_a_hex_is_picked_by_its_hex_and_what_names_a_counter_by_the_counter() -> None:
    for state in moments("waikato"):
        scene, decide = drawn(state)
        for choice, action in zip(scene.selectable, decide.options, strict=True):
            if isinstance(action, act.Go | act.Raise | act.Attack):
                assert choice.target == action.to
            elif isinstance(action, act.Take | act.Join | act.Lose):
                assert choice.target == action.unit


def test_equal_counters_stand_for_the_one_that_is_offered() -> None:
    for state in moments("heke", every=5):
        scene, decide = drawn(state)
        for choice, action in zip(scene.selectable, decide.options, strict=True):
            if isinstance(action, act.Take):
                unit = game().cat.index[action.unit]
                for other in choice.also:
                    if other.startswith(in_bush("")):
                        continue
                    twin = game().cat.index[other]
                    assert state.where[twin] == state.where[unit]
                    assert game().cat.kind[twin] == game().cat.kind[unit]


def test_who_is_in_the_bush_is_listed_beside_the_map_and_picked_there_too() -> None:
    state = position("BushPhase", MAORI, at={"W": "m-warrior-1..2 rewi", "1722": "m-warrior-3"}, sites=SITES)
    scene, decide = drawn(state)
    panel = next(panel for panel in scene.panels if panel.title == "In the bush")
    assert [(item.label, item.value, item.detail) for item in panel.items] == [
        ("Maori Warrior", "×2", "Waikato"),
        ("Rewi Maniapoto", "", "Waikato"),
    ]
    acting = [
        choice
        for choice, action in zip(scene.selectable, decide.options, strict=True)
        if isinstance(action, act.Take) and action.unit in ("m-warrior-1", "rewi")
    ]
    assert [choice.also[-1] for choice in acting] == ["in-bush-m-warrior-1", "in-bush-rewi"]


def test_when_the_first_of_two_equals_has_acted_their_item_in_the_bush_stands_for_the_second() -> None:
    state = position("BushPhase", MAORI, at={"W": "m-warrior-1..2"}, sites=SITES)
    state = play(state, act.Take("m-warrior-1"), act.Stop())
    scene, decide = drawn(state)
    listed = {item.id for panel in scene.panels for item in panel.items}
    for choice, action in zip(scene.selectable, decide.options, strict=True):
        if isinstance(action, act.Take):
            assert action.unit == "m-warrior-2"
            assert choice.also[-1] == "in-bush-m-warrior-1"
            assert choice.also[-1] in listed


@pytest.mark.parametrize("scenario", ["heke", "waikato", "hauhau"])
def test_no_counter_and_no_structure_covers_the_name_of_its_place(scenario: str) -> None:
    cat = game().cat
    for state in moments(scenario, most=8, every=97):
        scene, _ = drawn(state)
        for piece in scene.pieces:
            h = cat.hex_of.get(piece.area)
            if h is None or not cat.name[h] or piece.id == "sap":
                continue
            box = symbol_bounds(piece.symbol, scene.symbols)
            _, y = middle(cat, h)
            assert piece.y + piece.scale * box.y2 <= y + 0.47 * UNIT, piece


def test_names_lie_over_the_counters_and_beside_one_another() -> None:
    scene, _ = drawn(moments("heke")[0])
    names = next(layer for layer in scene.layers if layer.name == "names")
    assert names.above
    boxes = [bounds_of(shape, {}) for shape in names.shapes]
    assert len(boxes) > 60
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            apart = a.x2 <= b.x1 + 8 or b.x2 <= a.x1 + 8 or a.y2 <= b.y1 + 4 or b.y2 <= a.y1 + 4
            assert apart, (names.shapes[i], a, b)


def test_names_have_their_macrons() -> None:
    scene, _ = drawn(moments("heke")[0])
    words = {getattr(shape, "text", "") for layer in scene.layers for shape in layer.shapes}
    assert {"Ōhaeawai", "Kororāreka", "Taupō", "Ōpōtiki", "Ōrākau"} <= words


@pytest.mark.parametrize("n", range(1, 13))
def test_piles_share_a_hex_without_covering_one_another(n: int) -> None:
    size, columns = fitted(n, (0.8, 0.42))
    assert columns * size <= 0.8 + 1e-9
    assert -(-n // columns) * size <= 0.42 + 1e-9


def test_a_disrupted_unit_lies_in_a_pile_of_its_own_and_looks_it() -> None:
    state = moments("heke")[-1]
    cat = game().cat
    here = next(
        [i for i, at in enumerate(state.where) if at == h] for h in state.where if state.where.count(h) > 1 and h >= 0
    )
    unit = next(i for i in here if cat.kind[i] != model.LEADER)
    hurt = replace(state, disrupted=1 << unit)
    assert [unit] in piles(cat, hurt, here)
    scene, _ = drawn(hurt)
    piece = next(piece for piece in scene.pieces if piece.id == cat.counters[unit].id)
    assert piece.symbol.endswith("-disrupted")
    assert "Disrupted" in piece.label


def test_everything_lies_in_the_picture() -> None:
    for state in moments("tekooti", most=6, every=151):
        scene, _ = drawn(state)
        assert all(0 < piece.x < WIDTH and 0 < piece.y < HEIGHT for piece in scene.pieces)


@pytest.mark.parametrize("scenario", ALL)
def test_a_small_screen_is_shown_the_scenarios_part_of_the_island(scenario: str) -> None:
    cat = game().cat
    part = focus(cat, scenario)
    x, y, w, h = part.x, part.y, part.w, part.h
    assert 0 <= x < x + w <= WIDTH
    assert 0 <= y < y + h <= HEIGHT
    for entry in cat.scenarios[scenario].entries:
        for hex_ in entry.hexes:
            px, py = middle(cat, hex_)
            assert x <= px <= x + w
            assert y <= py <= y + h


def test_a_march_shows_what_each_hex_costs() -> None:
    for state in moments("waikato", every=3, most=200):
        scene, decide = drawn(state)
        going = [action for action in decide.options if isinstance(action, act.Go)]
        if going and type(state.stack[-1]).__name__ == "Going":
            layer = next(layer for layer in scene.layers if layer.name == "costs")
            assert len(layer.shapes) == 2 * len(going)
            going_on = state.stack[-1]
            assert isinstance(going_on, Going)
            found = going_on.reach(game(), state)
            cost = found[game().cat.hex_of[going[0].to]][0]
            assert scene.selectable[decide.options.index(going[0])].label.endswith(f": {cost} mp")
            return
    pytest.fail("nobody marched")


def test_every_action_has_words() -> None:
    state = moments("heke")[-1]
    samples: dict[type, act.Action] = {}
    fill = {"unit": "b-infantry-1", "leader": "hulme", "gun": "b-artillery-1", "canoe": "m-canoe-1", "to": "1417"}
    fill |= {"at": "1417", "what": "fort"}
    for kind in act.AnyAction.__args__:
        samples[kind] = kind(**{field: fill[field] for field in kind.__struct_fields__})
    for action in samples.values():
        said = label(game(), state, action)
        assert said[0].isupper(), action
        assert "<" not in said


def test_the_picture_in_words_names_every_hex_with_somebody_in_it() -> None:
    state = moments("heke")[-1]
    scene, _ = drawn(state)
    for h in {at for at in state.where if at >= 0} | {site[0] for site in state.sites}:
        assert game().cat.where(h) in scene.text


def test_the_cup_shows_what_is_in_it_and_what_was_drawn() -> None:
    state = moments("heke")[-1]
    cup = tuple(n for n in (*state.cup, *state.aside) if n not in (7, 26))
    scene, _ = drawn(replace(state, cup=cup, aside=(7, 26)))
    items = {item.id: item for panel in scene.panels if panel.id == "cup" for item in panel.items}
    assert items["cup"].value == str(len(cup))
    assert items["chit-7"].label == "Ambush in the fern"
    assert "Ambush in the fern" not in items["cup"].more


def test_the_picture_can_be_drawn() -> None:
    scene, _ = drawn(moments("heke")[-1])
    assert render_svg(scene, legal=True).startswith("<svg")


def test_the_settings_are_those_of_the_kit() -> None:
    assert Settings().scenario in game().cat.scenarios


@pytest.mark.rule("maori_wars:13.0")
def test_the_panel_of_supply_says_who_is_out_of_it_and_how_many_are_fed() -> None:
    cat = game().cat
    where = [AWAY] * len(cat.counters)
    far, near = cat.place["ruatahuna"], cat.place["auckland"]
    where[cat.index["b-infantry-1"]], where[cat.index["b-infantry-2"]] = far, near
    for n in range(1, 5):
        where[cat.index[f"m-warrior-{n}"]] = cat.place["taupo"]
    village = (cat.place["taupo"], model.VILLAGE, model.MAORI, 0)
    state = replace(moments("heke")[-1], where=tuple(where), sites=(village,), disrupted=0)
    scene = game().scene(game().view(state, None))
    items = {item.id: item for panel in scene.panels if panel.id == "supply" for item in panel.items}
    assert items["unsupplied"].value == "1"
    assert "Ruatāhuna" in items["unsupplied"].detail
    assert items[f"fed-{model.MAORI}"].value == "4/3"
    assert items[f"fed-{model.MAORI}"].lit


def test_supply_marches_and_territories_are_shown_on_demand_only() -> None:
    scene, _ = drawn(moments("heke")[2])
    buttons = {layer.button: layer for layer in scene.layers if layer.button}
    assert list(buttons) == ["British supply", "Marches of the British", "Marches of the Māori", "Territories"]
    svg = render_svg(scene)
    assert all(f'layer-{layer.name}"' not in svg for layer in buttons.values())
    assert 'layer-area"' in svg


def test_a_picture_from_near_shows_the_scenarios_part_alone() -> None:
    scene, _ = drawn(moments("heke")[2])
    assert scene.look is not None
    near = render_svg(scene, near=True)
    assert f'viewBox="{scene.look.x:.2f}'.rstrip("0").rstrip(".") in near
    assert "part-panels" not in near
    assert "part-panels" in render_svg(scene)


def test_who_is_asked_about_the_bush_sees_the_raiders_map() -> None:
    sizes: dict[bool, set[float]] = {True: set(), False: set()}
    for state in moments("heke", every=1, most=160):
        scene, decide = drawn(state)
        assert scene.look is not None
        raiders = [
            action
            for action in decide.options
            if isinstance(action, act.Take) and type(state.stack[-1]).__name__ == "BushPhase"
        ]
        if raiders and not any(isinstance(action, act.Raid) for action in decide.options):
            sizes[True].add(scene.look.w)
        elif any(isinstance(action, act.Go | act.Emerge) for action in decide.options):
            sizes[False].add(scene.look.w)
    assert sizes[True] == {WIDTH}
    assert max(sizes[False]) < WIDTH / 2


@pytest.mark.rule("maori_wars:R35", "maori_wars:3.0.11")
def test_only_those_who_add_something_to_a_raid_are_said_to() -> None:
    told = GAME.numbers()
    assert "raids +1" in told["maori-warrior"]
    assert "raids" not in told["queenite-warrior"] + told["neutral-warrior"]
    assert "raids +2 with von Tempsky or Jackson" in told["british-ranger"]
