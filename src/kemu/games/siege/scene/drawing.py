"""The table as a scene: the compound from above, figures as tokens, and what can be chosen."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.game import View
from kemu.core.pending import Action, Decide
from kemu.scene import Disc, Item, Layer, Panel, Path, Piece, Scene, Selectable, Shape, Words, Zone

from ..model.actions import (
    Activate,
    Again,
    Climb,
    FightFire,
    Fire,
    FireMelee,
    FirstEdge,
    Force,
    LeaveEdge,
    Lose,
    Next,
    PullDown,
    Quarter,
    Recrew,
    Resolve,
    RollEdge,
    SetFire,
    Storm,
    Turn,
)
from ..model.ground import Ground
from ..model.layout import OUTSIDE, Layout
from ..model.names import EDGES, card_name, figures, name_of
from ..model.pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, MEN, SQUAD, Group, Gun
from ..odds.exact import kills, told
from ..rules.acting import Order
from ..rules.cards import CARDS
from ..rules.facing import COMPASS, Facing, compass
from ..rules.shooting import Shot, best_shot, shots
from ..rules.sight import COVER_NAMES
from ..rules.troops import shooting_dice
from ..rules.winning import left_in_pool
from .art.crate import crate
from .art.fan import Fan
from .art.ground import DEFS, base, outline_path
from .art.labels import Labels, around
from .art.tokens import SYMBOLS, symbol_of
from .art.works import fire_shapes, house_shapes, line_shapes
from .describe import describe, rifle_words
from .terrain import area_words, line_words
from .units import UNIT, to_scene
from .words import label, melee_odds, notation

if TYPE_CHECKING:
    from kemu.parts.tabletop.points import Point

    from .. import Siege
    from ..model.state import State

SIDE_COLOURS = ("#0072b2", "#d55e00")
COVER_COLOURS = ("#009e73", "#e69f00", "#cc3311")
COVER_DASHES = ("", "14 8", "4 9")
HANDLES = 150
"""How far from a gun the handles lie by which it is turned."""
TALLY, HOUSE, HINT = 52, 44, 56
"""The size of letters: of what is left of a group, of a house's name, of what a shot promises. A whole table is some
730 pixels wide on a small screen, less than a third of the scene's units."""


@lru_cache(maxsize=4096)
def hull(points: tuple[tuple[float, float], ...], margin: float) -> str:
    """Return an outline round some points, as an SVG path."""
    ring = [(x + margin * cos(i * pi / 8), y + margin * sin(i * pi / 8)) for x, y in points for i in range(16)]
    ring.sort()
    parts: list[list[tuple[float, float]]] = []
    for order in (ring, ring[::-1]):
        side: list[tuple[float, float]] = []
        for p in order:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        parts.append(side[:-1])
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in parts[0] + parts[1]) + "z"


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def scene(game: Siege, view: View[State], decide: Decide | None) -> Scene:
    """Return the picture of a view."""
    state = view.state
    ground = game.ground(state)
    layout = ground.layout
    if "zones" not in ground.drawn:
        # Several threads may draw at once: what is looked for is set last.
        ground.drawn["base"] = base(layout)
        ground.drawn["zones"] = _fixed_zones(layout)
    fan = Fan(layout, state.groups)
    handles = _handle_places(state, layout, decide)
    taken = [around(fan.men(g), 25) for g in state.groups if g.men] + [around([at], 26) for at in handles.values()]
    labels = Labels(layout.width / UNIT, layout.height / UNIT, taken)
    tallies = Layer(name="tallies", shapes=_tallies(game, state, fan, labels))
    return Scene(
        title=layout.name,
        width=layout.width / UNIT,
        height=layout.height / UNIT,
        defs=DEFS,
        symbols=SYMBOLS,
        base=ground.drawn["base"],
        layers=(
            _works(ground, state),
            crate(layout, state, game.cards),
            _groups(state, fan),
            _upper(state, fan),
            *_sight(game, state, fan, labels, decide),
            _melees(state, fan),
            _fires(state, layout),
            tallies,
            Layer(name="handles", shapes=_arrows(state, layout, decide)),
        ),
        zones=(*ground.drawn["zones"], *_group_zones(game, state, fan), *_handles(handles)),
        pieces=_pieces(game, state, fan),
        panels=_panels(game, state),
        selectable=_choices(game, state, decide),
        text=describe(game, state),
    )


def _works(ground: Ground, state: State) -> Layer:
    """Walls and houses as they stand; a roof is lifted when somebody is inside. The last picture is kept."""
    layout = ground.layout
    inside = {layout.rooms[group.room].house for group in state.groups if group.room != OUTSIDE and group.men}
    key = (state.down, state.ruins, state.fires, inside)
    kept = ground.drawn.get("works")
    if kept is not None and kept[0] == key:
        return kept[1]
    shapes: list[Shape] = []
    for house in layout.houses:
        burning = any(blaze.house == house.index for blaze in state.fires)
        shapes += house_shapes(layout, house, house.index in inside, bool(state.ruins >> house.index & 1), burning)
    for line in layout.lines:
        shapes += line_shapes(layout, line, bool(state.down >> line.index & 1))
    layer = Layer(name="works", shapes=tuple(shapes), above=False)
    ground.drawn["works"] = (key, layer)
    return layer


def _fires(state: State, layout: Layout) -> Layer:
    """Flames and smoke, over those who are in the house."""
    shapes = [shape for blaze in state.fires for shape in fire_shapes(layout, layout.houses[blaze.house], blaze)]
    return Layer(name="fires", shapes=tuple(shapes))


def _outline(fan: Fan, group: Group, state: State, margin: float) -> str:
    places = fan.men(group)
    if group.gun >= 0:
        places = (*places, to_scene(fan.layout, state.gun(group.gun).at))
    return hull(places, margin)


@rule("siege:DF.5")
def _groups(state: State, fan: Fan) -> Layer:
    """An outline round each group; the one that acts has a bright one."""
    frame = state.stack[-1]
    active = frame.group if isinstance(frame, Order) else -1
    shapes: list[Shape] = []
    reached = 0
    for group in sorted(state.groups, key=fan.rank):
        if not group.men:
            continue
        if fan.rank(group) > reached:
            # Everybody of the floors below is drawn: now the next floors, on which the others stand.
            reached += 1
            for plate in fan.plates(reached):
                shapes.append(Path(d=plate, fill="#efe3c6", opacity=0.4))
                shapes.append(Path(d=plate, stroke="#5a4632", width=4, opacity=0.75))
        colour = SIDE_COLOURS[group.side]
        d = _outline(fan, group, state, 31)
        shapes.append(Path(d=d, fill=colour, opacity=0.16))
        shapes.append(Path(d=d, stroke=colour, width=2.5, opacity=0.8, dash="" if group.side == GARRISON else "9 6"))
        if group.id == active:
            ring = _outline(fan, group, state, 42)
            shapes.append(Path(d=ring, fill="#fff3a8", opacity=0.55, blur=10))
            shapes.append(Path(d=ring, stroke="#ffffff", width=14, opacity=0.95))
            shapes.append(Path(d=ring, stroke="#111111", width=6))
    return Layer(name="groups", shapes=tuple(shapes), above=False)


def _upper(state: State, fan: Fan) -> Layer:
    """The outlines of those who are drawn over the floor below them, over its figures too: who belongs to whom."""
    shapes: list[Shape] = []
    for group in sorted(state.groups, key=fan.rank):
        if group.men and fan.rank(group):
            d = _outline(fan, group, state, 29)
            shapes.append(Path(d=d, stroke="#fffaf0", width=7, opacity=0.9))
            shapes.append(Path(d=d, stroke=SIDE_COLOURS[group.side], width=4))
    return Layer(name="floors", shapes=tuple(shapes))


def _tallies(game: Siege, state: State, fan: Fan, labels: Labels) -> tuple[Words, ...]:
    """What is left of each group. Where several floors of a house are held they are listed below it, from the top.

    The name of a house that somebody is in stands beside it, where nobody is drawn.
    """
    houses: dict[int, list[Group]] = {}
    alone: list[Group] = []
    for group in state.groups:
        if group.men:
            house = fan.layout.rooms[group.room].house
            (houses.setdefault(house, []) if fan.shared(group) else alone).append(group)
    found: list[Words] = []
    for groups in houses.values():
        groups.sort(key=lambda group: (-fan.rank(group), group.id))
        men = [man for group in groups for man in fan.men(group)]
        found += labels.beside([_tally(game, fan, group) for group in groups], around(men, 34), TALLY)
    for group in alone:
        found += labels.beside([_tally(game, fan, group)], around(fan.men(group), 33), TALLY)
    for house in (fan.layout.houses[index] for index in fan.floors):
        if not state.ruins >> house.index & 1 and not any(blaze.house == house.index for blaze in state.fires):
            box = around([to_scene(fan.layout, p) for p in house.outline], 10)
            found += labels.beside([house.name.removeprefix("the ")], box, HOUSE, above=True, ink="#7a5c38")
    return tuple(found)


def _tally(game: Siege, fan: Fan, group: Group) -> str:
    """How many of a group are left (of seven or four for the garrison: its losses are for good), and on which floor."""
    whole = f"/{MEN + 1}" if group.kind == SQUAD else f"/{FULL_CREW}" if group.kind == CREW else ""
    text = f"{len(group.men)}{whole}"
    if whole:
        text = f"{name_of(game, group)} {text}"
    elif fan.shared(group):
        text = f"{name_of(game, group)} ({text})"
    floor = fan.floor(group)
    return f"{text} · {floor}" if floor else text


def _melees(state: State, fan: Fan) -> Layer:
    """Crossed swords between those who are locked together."""
    shapes: list[Shape] = []
    for melee in state.melees:
        men = tuple(man for gid in melee.groups for man in fan.men(state.group(gid)))
        if men:
            x, y = sum(p[0] for p in men) / len(men), sum(p[1] for p in men) / len(men)
            shapes += [
                Path(d=hull(men, 44), stroke="#cc3311", width=4, dash="3 8", opacity=0.9),
                Disc(x=x, y=y, r=22, fill="#fff4e0", stroke="#cc3311", width=3, opacity=0.92),
                Path(d=f"M{x - 11:g} {y + 11:g}l22 -22m-22 0l22 22", stroke="#7a1408", width=5),
            ]
    return Layer(name="melees", shapes=tuple(shapes))


def _sight(game: Siege, state: State, fan: Fan, labels: Labels, decide: Decide | None) -> list[Layer]:
    """When a shooter is picked: a line to each group it can shoot at, by its cover."""
    frame = state.stack[-1]
    if decide is None or not isinstance(frame, Order):
        return []
    group = state.group(frame.group)
    if state.melee_of(group.id) is not None:
        return []
    shapes: list[Shape] = []
    for shot in shots(game, state, group):
        foe = state.group(shot.target)
        a, b = fan.place(group, shot.eye.at), fan.place(foe, shot.at.at)
        d = f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"
        shapes.append(Path(d=d, stroke="#ffffff", width=6, opacity=0.45))
        shapes.append(Path(d=d, stroke=COVER_COLOURS[shot.cover], width=3, dash=COVER_DASHES[shot.cover]))
        shapes.append(Disc(x=b[0], y=b[1], r=30, stroke=COVER_COLOURS[shot.cover], width=4))
        mean = float(kills(shooting_dice(game, state, group), shot.need, len(foe.men)).mean)
        told_ = f"{COVER_NAMES[shot.cover]}{', far' if shot.long else ''}: {mean:.1f} of {len(foe.men)}"
        shapes += labels.beside([told_], around([b], 32), HINT, above=True)
    return [Layer(name="sight", shapes=tuple(shapes))]


def _pieces(game: Siege, state: State, fan: Fan) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for gun in state.guns:
        x, y = to_scene(fan.layout, gun.at)
        turn = round(degrees(atan2(gun.face[0], gun.face[1])), 2)
        symbol = "machine-gun" if gun.side == GARRISON else "field-gun"
        found.append(Piece(id=f"gun{gun.id}", symbol=symbol, x=x, y=y, label="gun", rotate=turn, z=1))
    for group in state.groups:
        room = fan.layout.rooms[group.room]
        for i, (x, y) in enumerate(fan.men(group)):
            officer = group.kind == SQUAD and not i
            who = "officer" if officer else "figure"
            symbol = symbol_of(
                group.kind, squad=group.kind == SQUAD, officer=officer, mounted=group.mounted, crew=group.kind == CREW
            )
            label_ = f"{name_of(game, group)}, {who} {i + 1} of {len(group.men)}"
            name = f"g{group.id}-{group.figures[i]}"
            found.append(Piece(id=name, symbol=symbol, x=x, y=y, label=label_, z=2 + room.level))
    return tuple(found)


def _gun_to_face(state: State, decide: Decide | None) -> Gun | None:
    """Return the gun whose owner says which way it faces."""
    frame = state.stack[-1]
    if decide is None or not isinstance(frame, Facing):
        return None
    return next((gun for gun in state.guns if gun.id == frame.gun), None)


def _handle(layout: Layout, gun: Gun, way: Point) -> tuple[float, float]:
    """Return the middle of the handle for one direction: round the gun, clear of its crew."""
    (x, y), far = to_scene(layout, gun.at), HANDLES / hypot(*way)
    return x + way[0] * far, y - way[1] * far


def _handle_places(state: State, layout: Layout, decide: Decide | None) -> dict[str, tuple[float, float]]:
    """Return where the eight handles lie round a gun that is to be faced, by their names; else none."""
    gun = _gun_to_face(state, decide)
    return {} if gun is None else {name: _handle(layout, gun, way) for name, way in COMPASS.items()}


def _handles(places: dict[str, tuple[float, float]]) -> tuple[Zone, ...]:
    """The handles as places to be chosen."""
    return tuple(
        Zone(id=f"face-{name}", label=f"face {name}", outline=Path(d=hull((at,), 24)), fixed=False)
        for name, at in places.items()
    )


def _arrows(state: State, layout: Layout, decide: Decide | None) -> tuple[Shape, ...]:
    """An arrow in each of these places; the way in which the gun faces now is bold."""
    gun = _gun_to_face(state, decide)
    if gun is None:
        return ()
    found: list[Shape] = []
    for name, (dx, dy) in COMPASS.items():
        x, y = _handle(layout, gun, (dx, dy))
        u, v = dx / hypot(dx, dy), -dy / hypot(dx, dy)
        tip = f"{x + 15 * u:.1f} {y + 15 * v:.1f}"
        left, right = (f"{x - 11 * u - side * v:.1f} {y - 11 * v + side * u:.1f}" for side in (11, -11))
        d = f"M{tip}L{left}L{right}z"
        now = name == compass(gun.face)
        found.append(Disc(x=x, y=y, r=24, fill="#fff4e0", stroke="#111111", width=4 if now else 2, opacity=0.92))
        found.append(Path(d=d, fill="#111111" if now else "#5a4632"))
    return tuple(found)


def _fixed_zones(layout: Layout) -> tuple[Zone, ...]:
    """The edges, houses and obstacles, and the cover round about."""
    found = [
        Zone(id=f"area{area.index}", label=area_words(area), outline=Path(d=outline_path(layout, area.outline)))
        for area in layout.areas
    ]
    width, height = layout.width / UNIT, layout.height / UNIT
    strips = (
        f"M0 0H{width:g}V100H0z",
        f"M{width - 100:g} 0H{width:g}V{height:g}H{width - 100:g}z",
        f"M0 {height - 100:g}H{width:g}V{height:g}H0z",
        f"M0 0H100V{height:g}H0z",
    )
    for number, d in enumerate(strips, 1):
        found.append(Zone(id=f"edge{number}", label=f"the {EDGES[number]} edge", outline=Path(d=d)))
    found += [
        Zone(id=f"house{house.index}", label=house.name, outline=Path(d=outline_path(layout, house.outline)))
        for house in layout.houses
    ]
    for line in layout.lines:
        ends = (to_scene(layout, line.a), to_scene(layout, line.b))
        found.append(Zone(id=f"line{line.index}", label=line_words(line), outline=Path(d=hull(ends, 14))))
    return tuple(found)


def _group_zones(game: Siege, state: State, fan: Fan) -> tuple[Zone, ...]:
    """Each group's ground; an upper floor's over a lower one's, as the figures are."""
    found: list[Zone] = []
    for group in sorted(state.groups, key=fan.rank):
        if group.men or group.gun >= 0:
            melee = ", in melee" if state.melee_of(group.id) is not None else ""
            label_ = f"{name_of(game, group)}, {figures(len(group.men))}{melee}"
            outline = Path(d=_outline(fan, group, state, 31))
            found.append(Zone(id=f"g{group.id}", label=label_, outline=outline, fixed=False))
    return tuple(found)


def _twins(state: State, action: Action) -> tuple[str, ...]:
    """Return what else stands for the choice of a group: its figures, and its gun."""
    if not isinstance(action, Activate | Again | Fire | Next | Resolve):
        return ()
    gid = action.melee if isinstance(action, Resolve) else action.target if isinstance(action, Fire) else action.group
    group = state.group(gid)
    return (*(f"g{gid}-{mark}" for mark in group.figures), *((f"gun{group.gun}",) if group.gun >= 0 else ()))


def _target(game: Siege, state: State, action: Action) -> str:
    """Return the thing that stands for an option."""
    match action:
        case Activate(gid) | Again(gid) | Fire(gid) | Next(gid) | Resolve(gid):
            return f"g{gid}"
        case Lose(gid, figure) | Recrew(gid, figure):
            return f"g{gid}-{state.group(gid).figures[figure]}"
        case Quarter(room) | Climb(room) | Storm(room):
            return f"house{game.ground(state).layout.rooms[room].house}"
        case Force(line) | PullDown(line):
            return f"line{line}"
        case SetFire(house) | FightFire(house, _):
            return f"house{house}"
        case RollEdge(edge) | LeaveEdge(edge) | FirstEdge(edge):
            return f"edge{edge}"
        case Turn(fx, fy) if isinstance(state.stack[-1], Facing):
            return f"face-{compass((fx, fy))}"
        case _:
            return ""


def _choices(game: Siege, state: State, decide: Decide | None) -> tuple[Selectable, ...]:
    if decide is None:
        return ()
    found: list[Selectable] = []
    for number, action in enumerate(decide.options):
        odds = ""
        frame = state.stack[-1]
        if isinstance(action, Fire) and isinstance(frame, Order):
            group, foe = state.group(frame.group), state.group(action.target)
            shot = best_shot(game, state, group, foe)
            if isinstance(shot, Shot):
                odds = told(kills(shooting_dice(game, state, group), shot.need, len(foe.men)))
        elif isinstance(action, FireMelee) and (found_odds := melee_odds(game, state)) is not None:
            odds = told(found_odds[2])
        found.append(
            Selectable(
                option=number,
                label=label(game, state, action),
                target=_target(game, state, action),
                also=_twins(state, action),
                notation=notation(action),
                odds=odds,
                picks=isinstance(action, Activate | Again),
            )
        )
    return tuple(found)


@rule("siege:DF.4")
def _panels(game: Siege, state: State) -> tuple[Panel, ...]:
    """Cards and the column's marker, ammunition, the pool, and how many are left of each side."""
    seen = "sighted" if state.sighted else "not in sight"
    cards: list[Item] = []
    if state.card >= 0:
        side = ATTACKERS if state.card >= 26 else GARRISON
        name = card_name(CARDS[state.card])
        cards.append(Item(id="card", label=name, value=f"card {state.drawn}", symbol="card", seat=side, lit=True))
    deck = f"{state.deck.bit_count()} cards" if state.deck or state.drawn else "not shuffled yet"
    cards.append(Item(id="deck", label="Deck", value=deck, symbol="card"))
    cards.append(Item(id="column", label="Relief column", value=seen, symbol="column", lit=state.sighted))
    times = state.settings.doubled
    spent = f"{state.spent} spent"
    left = rifle_words(state)
    whole = f"{left}/{game.cards.rifle_counters * times}" if state.rifle >= 0 and not state.settings.umpire else left
    ammunition = (
        Item(id="rifle", label="Rifles", value=whole, detail=spent, symbol="counter", seat=GARRISON),
        Item(
            id="shells",
            label="Gun",
            value=f"{state.shells}/{game.cards.gun_counters * times}",
            symbol="shell",
            seat=GARRISON,
        ),
    )
    pool = [
        Item(id=f"pool-{kind.id}", label=kind.name, value=str(number), symbol=kind.id, seat=ATTACKERS)
        for kind, number in zip(game.armies.kind, state.pool, strict=True)
        if number or kind.basic
    ]
    pool += [
        Item(id=f"pool-gun-{i}", label="field gun", value=f"crew {gun.crew}", symbol="field-gun", seat=ATTACKERS)
        for i, gun in enumerate(state.pool_guns)
    ]
    forces = (
        Item(id="garrison", label="Garrison", value=str(state.count(GARRISON)), detail=f"{state.dead[0]} dead", seat=0),
        Item(
            id="attackers",
            label="Attackers",
            value=str(state.count(ATTACKERS)),
            detail=f"{state.dead[1]} dead, {left_in_pool(state)} in pool",
            seat=1,
        ),
    )
    return (
        Panel(id="forces", title="Figures on the table", kind="score", items=forces),
        Panel(id="cards", title="Cards", kind="cards", items=tuple(cards)),
        Panel(id="ammunition", title="Ammunition", kind="tray", items=ammunition),
        Panel(id="pool", title="The attackers' pool", kind="tray", items=tuple(pool)),
    )
