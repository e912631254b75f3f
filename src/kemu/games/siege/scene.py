"""The table as a scene: the compound from above, figures as tokens, and what can be chosen."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

from kemu.core.game import View
from kemu.core.pending import Action, Decide
from kemu.scene import Choice, Disc, Item, Layer, Panel, Path, Piece, Scene, Shape, Words, Zone

from .actions import (
    Activate,
    Climb,
    FightFire,
    Fire,
    FirstEdge,
    Force,
    LeaveEdge,
    Lose,
    PullDown,
    Quarter,
    Recrew,
    Resolve,
    RollEdge,
    SetFire,
    Storm,
)
from .art.crate import crate
from .art.ground import DEFS, base, outline_path
from .art.tokens import SYMBOLS, symbol_of
from .art.works import fire_shapes, house_shapes, line_shapes
from .describe import describe, rifle_words
from .ground import Ground
from .layout import OUTSIDE, Layout
from .names import EDGES, card_name, figures, name_of
from .odds import kills, told
from .pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, MEN, SQUAD, Group
from .rules.acting import Order
from .rules.cards import CARDS
from .rules.shooting import Shot, best_shot, shots
from .rules.sight import COVER_NAMES
from .rules.troops import shooting_dice
from .rules.winning import left_in_pool
from .units import to_scene
from .words import label, notation

if TYPE_CHECKING:
    from . import Siege
    from .state import State

SIDE_COLOURS = ("#0072b2", "#d55e00")
COVER_COLOURS = ("#009e73", "#e69f00", "#cc3311")
COVER_DASHES = ("", "14 8", "4 9")


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
    return Scene(
        title=layout.name,
        width=layout.width / 20,
        height=layout.height / 20,
        defs=DEFS,
        symbols=SYMBOLS,
        base=ground.drawn["base"],
        layers=(
            _works(ground, state),
            crate(layout, state),
            _groups(game, state, layout),
            *_sight(game, state, layout, decide),
            _melees(state, layout),
            _fires(state, layout),
        ),
        zones=(*ground.drawn["zones"], *_group_zones(game, state, layout)),
        pieces=_pieces(game, state, layout),
        panels=_panels(game, state),
        choices=_choices(game, state, decide),
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


def _outline(layout: Layout, group: Group, state: State, margin: float) -> str:
    places = list(group.men)
    if group.gun >= 0:
        places.append(state.gun(group.gun).at)
    return hull(tuple(to_scene(layout, p) for p in places), margin)


def _groups(game: Siege, state: State, layout: Layout) -> Layer:
    """An outline round each group, with what is left of it; the one that acts has a bright one."""
    frame = state.stack[-1]
    active = frame.group if isinstance(frame, Order) else -1
    shapes: list[Shape] = []
    for group in state.groups:
        if not group.men:
            continue
        colour = SIDE_COLOURS[group.side]
        d = _outline(layout, group, state, 31)
        shapes.append(Path(d=d, fill=colour, opacity=0.16))
        shapes.append(Path(d=d, stroke=colour, width=2.5, opacity=0.8, dash="" if group.side == GARRISON else "9 6"))
        if group.id == active:
            ring = _outline(layout, group, state, 42)
            shapes.append(Path(d=ring, fill="#fff3a8", opacity=0.55, blur=10))
            shapes.append(Path(d=ring, stroke="#ffffff", width=14, opacity=0.95))
            shapes.append(Path(d=ring, stroke="#111111", width=6))
        shapes.append(_tally(game, state, layout, group))
    return Layer(name="groups", shapes=tuple(shapes), above=False)


def _tally(game: Siege, state: State, layout: Layout, group: Group) -> Words:
    """How many of a group are left (of seven or four for the garrison: its losses are for good), and on which floor."""
    places = [to_scene(layout, man) for man in group.men]
    x, y = sum(p[0] for p in places) / len(places), max(p[1] for p in places)
    whole = f"/{MEN + 1}" if group.kind == SQUAD else f"/{FULL_CREW}" if group.kind == CREW else ""
    text = f"{name_of(game, group)} {len(group.men)}{whole}" if whole else f"{len(group.men)}"
    room = layout.rooms[group.room]
    if room.roof or room.level:
        text += ", roof" if room.roof else f", floor {room.level + 1}"
    return Words(x=x, y=y + 56, text=text, size=25, fill="#2b2420", bold=True, halo="#f4eee1")


def _melees(state: State, layout: Layout) -> Layer:
    """Crossed swords between those who are locked together."""
    shapes: list[Shape] = []
    for melee in state.melees:
        men = tuple(to_scene(layout, man) for gid in melee.groups for man in state.group(gid).men)
        if men:
            x, y = sum(p[0] for p in men) / len(men), sum(p[1] for p in men) / len(men)
            shapes += [
                Path(d=hull(men, 44), stroke="#cc3311", width=4, dash="3 8", opacity=0.9),
                Disc(x=x, y=y, r=22, fill="#fff4e0", stroke="#cc3311", width=3, opacity=0.92),
                Path(d=f"M{x - 11:g} {y + 11:g}l22 -22m-22 0l22 22", stroke="#7a1408", width=5),
            ]
    return Layer(name="melees", shapes=tuple(shapes))


def _sight(game: Siege, state: State, layout: Layout, decide: Decide | None) -> list[Layer]:
    """When a shooter is picked: a line to each group it can shoot at, by its cover."""
    frame = state.stack[-1]
    if decide is None or not isinstance(frame, Order):
        return []
    group = state.group(frame.group)
    if state.melee_of(group.id) is not None:
        return []
    shapes: list[Shape] = []
    for shot in shots(game, state, group):
        a, b = to_scene(layout, shot.eye.at), to_scene(layout, shot.at.at)
        d = f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"
        shapes.append(Path(d=d, stroke="#ffffff", width=6, opacity=0.45))
        shapes.append(Path(d=d, stroke=COVER_COLOURS[shot.cover], width=3, dash=COVER_DASHES[shot.cover]))
        shapes.append(Disc(x=b[0], y=b[1], r=30, stroke=COVER_COLOURS[shot.cover], width=4))
        foe = state.group(shot.target)
        mean = float(kills(shooting_dice(game, state, group), shot.need, len(foe.men)).mean)
        told_ = f"{COVER_NAMES[shot.cover]}{', far' if shot.long else ''}: {mean:.1f} of {len(foe.men)}"
        shapes.append(Words(x=b[0], y=b[1] - 44, text=told_, size=30, fill="#1c1c1c", bold=True, halo="#fffaf0"))
    return [Layer(name="sight", shapes=tuple(shapes))]


def _pieces(game: Siege, state: State, layout: Layout) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for gun in state.guns:
        x, y = to_scene(layout, gun.at)
        turn = round(degrees(atan2(gun.face[0], gun.face[1])), 2)
        symbol = "machine-gun" if gun.side == GARRISON else "field-gun"
        found.append(Piece(id=f"gun{gun.id}", symbol=symbol, x=x, y=y, label="gun", rotate=turn, z=1))
    for group in state.groups:
        room = layout.rooms[group.room]
        for i, man in enumerate(group.men):
            x, y = to_scene(layout, man)
            officer = group.kind == SQUAD and not i
            who = "officer" if officer else "figure"
            symbol = symbol_of(
                group.kind, squad=group.kind == SQUAD, officer=officer, mounted=group.mounted, crew=group.kind == CREW
            )
            label_ = f"{name_of(game, group)}, {who} {i + 1} of {len(group.men)}"
            name = f"g{group.id}-{group.figures[i]}"
            found.append(Piece(id=name, symbol=symbol, x=x, y=y, label=label_, z=2 + room.level))
    return tuple(found)


def _fixed_zones(layout: Layout) -> tuple[Zone, ...]:
    """The edges, houses and obstacles."""
    found: list[Zone] = []
    width, height = layout.width / 20, layout.height / 20
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
        found.append(Zone(id=f"line{line.index}", label=f"the {line.id}", outline=Path(d=hull(ends, 14))))
    return tuple(found)


def _group_zones(game: Siege, state: State, layout: Layout) -> tuple[Zone, ...]:
    """Each group's ground."""
    found: list[Zone] = []
    for group in state.groups:
        if group.men or group.gun >= 0:
            label_ = f"{name_of(game, group)}, {figures(len(group.men))}"
            found.append(
                Zone(id=f"g{group.id}", label=label_, outline=Path(d=_outline(layout, group, state, 31)), fixed=False)
            )
    return tuple(found)


def _twins(state: State, action: Action) -> tuple[str, ...]:
    """Return what else stands for the choice of a group: its figures, and its gun."""
    if not isinstance(action, Activate | Fire | Resolve):
        return ()
    gid = action.melee if isinstance(action, Resolve) else action.target if isinstance(action, Fire) else action.group
    group = state.group(gid)
    return (*(f"g{gid}-{mark}" for mark in group.figures), *((f"gun{group.gun}",) if group.gun >= 0 else ()))


def _target(game: Siege, state: State, action: Action) -> str:
    """Return the thing that stands for an option."""
    match action:
        case Activate(gid) | Fire(gid) | Resolve(gid):
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
        case _:
            return ""


def _choices(game: Siege, state: State, decide: Decide | None) -> tuple[Choice, ...]:
    if decide is None:
        return ()
    found: list[Choice] = []
    for number, action in enumerate(decide.options):
        odds = ""
        frame = state.stack[-1]
        if isinstance(action, Fire) and isinstance(frame, Order):
            group, foe = state.group(frame.group), state.group(action.target)
            shot = best_shot(game, state, group, foe)
            if isinstance(shot, Shot):
                odds = told(kills(shooting_dice(game, state, group), shot.need, len(foe.men)))
        found.append(
            Choice(
                option=number,
                label=label(game, state, action),
                target=_target(game, state, action),
                also=_twins(state, action),
                notation=notation(action),
                odds=odds,
            )
        )
    return tuple(found)


def _panels(game: Siege, state: State) -> tuple[Panel, ...]:
    seen = "sighted" if state.sighted else "not in sight"
    cards: list[Item] = []
    if state.card >= 0:
        side = ATTACKERS if state.card >= 26 else GARRISON
        name = card_name(CARDS[state.card])
        cards.append(Item(id="card", label=name, value=f"card {state.drawn}", symbol="card", seat=side, lit=True))
    cards.append(Item(id="deck", label="Deck", value=f"{state.deck.bit_count()} cards", symbol="card"))
    cards.append(Item(id="column", label="Relief column", value=seen, symbol="column", lit=state.sighted))
    times = state.options.doubled
    spent = f"{state.spent} spent"
    left = rifle_words(state)
    whole = f"{left}/{game.cards.rifle_counters * times}" if state.rifle >= 0 and not state.options.umpire else left
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
