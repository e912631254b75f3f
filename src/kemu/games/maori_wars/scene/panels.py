"""What lies beside the map: the score and the turns, the Boxes, what is still to come, and the cup of chits."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.scene import Item, Panel

from ..model.catalogue import BRITISH, MAORI, PA, QUEENITE, SEAT_OF_SIDE, SIDE_NAMES, STRUCTURES
from ..rules.board import friendly_sites, units_in_play
from ..rules.reinforcement import FED
from ..rules.supply import supplied
from .art.counters import symbol_of
from .describe import ahead, counted_sites, level, phase
from .stacks import piles

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Scenario
    from ..model.state import State

OURS = "reconstruction"
BOX, BUSH = -1, -10


def panels(game: MaoriWars, state: State, named: Set[str] = frozenset()) -> tuple[Panel, ...]:
    """Return all of them; `named` are the counters that the pending options name."""
    scenario = game.scenario(state)
    return (
        _score(game, state),
        _turns(scenario, state),
        _supply(game, state),
        *_bush(game, state),
        *(_box(game, state, seat, named) for seat in (0, 1)),
        _cup(game, state),
        _coming(game, state, scenario),
        _instructions(scenario),
        _charts(game),
        _history(scenario),
        _sources(scenario),
    )


def _score(game: MaoriWars, state: State) -> Panel:
    """The Victory Points, and how many Structures each side has left."""
    cat = game.cat
    lead = ahead(state)
    items: list[Item] = [
        Item(
            id="vp",
            label="Victory Points",
            value=str(abs(state.vp)),
            detail=f"{level(game, state)} {cat.vp['decisive']} win at once.",
            seat=lead if state.vp else None,
        )
    ]
    for side in (BRITISH, QUEENITE, MAORI):
        sites = counted_sites(state, side)
        told = ", ".join(
            f"{n} {STRUCTURES[kind].capitalize()}{'s' if n > 1 and kind != PA else ''}" for kind, n in sites
        )
        fields = sum(1 for i, at in enumerate(state.where) if at >= 0 and cat.side[i] == side and _fights(game, i))
        hidden = sum(1 for i, at in enumerate(state.where) if at <= BUSH and cat.side[i] == side and _fights(game, i))
        units = f"{fields} unit{'s' if fields != 1 else ''}" + (f", {hidden} in the bush" if hidden else "")
        told = "; ".join(part for part in (units, told or "no Structures") if part)
        items.append(
            Item(
                id=f"side-{side}",
                label=SIDE_NAMES[side],
                value=str(fields + hidden),
                detail=told,
                seat=SEAT_OF_SIDE[side],
                lit=SEAT_OF_SIDE[side] == state.seat,
            )
        )
    return Panel(id="score", title="Victory", kind="score", items=tuple(items))


def _fights(game: MaoriWars, counter: int) -> bool:
    return game.cat.kinds[game.cat.kind[counter]].combat


def _supply(game: MaoriWars, state: State) -> Panel:
    """Who is fed and who is in supply, as the next Attrition Phase would find it (13.0)."""
    cat = game.cat
    items: list[Item] = []
    for side in (MAORI, QUEENITE):
        units, fed = len(units_in_play(game, state, side)), FED * len(friendly_sites(state, side))
        items.append(
            Item(
                id=f"fed-{side}",
                label=f"{SIDE_NAMES[side]} units fed",
                value=f"{units}/{fed}",
                detail="One too many goes home in the Attrition Phase." if units > fed else "",
                seat=SEAT_OF_SIDE[side],
                lit=units > fed,
            )
        )
    lines = supplied(game, state)
    out = [
        i
        for i, at in enumerate(state.where)
        if at >= 0 and at not in lines and cat.side[i] == BRITISH and cat.kinds[cat.kind[i]].occupies
    ]
    places = sorted({state.where[i] for i in out})
    items.append(
        Item(
            id="unsupplied",
            label="British out of supply",
            value=str(len(out)),
            detail=", ".join(cat.where(h) for h in places),
            seat=0,
            lit=bool(out),
        )
    )
    return Panel(id="supply", title="Food and supply", kind="text", items=tuple(items))


def _turns(scenario: Scenario, state: State) -> Panel:
    items = [
        Item(
            id=f"turn-{turn}",
            label=str(turn),
            detail=f"Turn {turn}" + (f": {phase(state)}" if turn == state.turn else ""),
            lit=turn == state.turn,
        )
        for turn in range(1, scenario.turns + 1)
    ]
    return Panel(id="turns", title="Game Turn", kind="track", items=tuple(items))


def _items(game: MaoriWars, state: State, here: Sequence[int]) -> tuple[Item, ...]:
    """Return equal counters once, with their number; the first stands for all."""
    cat = game.cat
    return tuple(
        Item(
            id=cat.counters[group[0]].id,
            label=cat.counters[group[0]].name,
            value=f"×{len(group)}" if len(group) > 1 else "",
            symbol=symbol_of(cat, group[0], bool(state.disrupted >> group[0] & 1)),
            seat=cat.seat_of[group[0]] if cat.seat_of[group[0]] >= 0 else None,
        )
        for group in piles(cat, state, here)
    )


def _box(game: MaoriWars, state: State, seat: int, named: Set[str]) -> Panel:
    """A Reinforcement Box, and those who are to be placed now."""
    cat = game.cat
    here = [
        i
        for i, at in enumerate(state.where)
        if cat.seat_of[i] == seat and (at == BOX or (at < BOX and at > BUSH and cat.counters[i].id in named))
    ]
    title = f"Reinforcement Box of the {('British', 'Maori')[seat]}"
    return Panel(id=f"box-{seat}", title=title, kind="tray", items=_items(game, state, here))


def _bush(game: MaoriWars, state: State) -> tuple[Panel, ...]:
    """Who is in the bush, by territory: its map may be out of sight."""
    cat = game.cat
    items = tuple(
        replace(item, id=in_bush(item.id), detail=cat.territory_names[t])
        for t in range(len(cat.territories))
        for item in _items(game, state, [unit for unit, at in enumerate(state.where) if at == BUSH - t])
    )
    return (Panel(id="bush", title="In the bush", kind="tray", items=items),) if items else ()


def in_bush(counter: str) -> str:
    """Return the id of the item that stands for a counter in the bush."""
    return f"in-bush-{counter}"


def _cup(game: MaoriWars, state: State) -> Panel:
    """The cup: how many chits are in it and which, what was drawn, and what never comes back."""
    cat = game.cat
    scenario = game.scenario(state)
    left, out = set(state.cup), set(state.aside)
    gone = [chit for chit in cat.chits if chit.number not in left | out | scenario.out]
    drawn = [cat.chits[number - 1] for number in state.aside]

    def told(numbers: Sequence[int]) -> tuple[str, ...]:
        titles: dict[str, int] = {}
        for number in numbers:
            titles[cat.chits[number - 1].title] = titles.get(cat.chits[number - 1].title, 0) + 1
        return tuple(f"{title} ×{n}" if n > 1 else title for title, n in titles.items())

    items = [
        Item(
            id="cup",
            label="In the cup",
            value=str(len(state.cup)),
            detail="Nobody knows which comes next.",
            more=told(state.cup),
            source=OURS,
        )
    ]
    items += [
        Item(id=f"chit-{chit.number}", label=chit.title, value=str(chit.number), detail=chit.text)
        for chit in reversed(drawn)
    ]
    items += [
        Item(id=f"chit-{chit.number}", label=chit.title, value=f"{chit.number} ✱", detail=f"{chit.text} Out for good.")
        for chit in gone
    ]
    return Panel(id="cup", title="Battle Dispatches", kind="cards", items=tuple(items))


def _coming(game: MaoriWars, state: State, scenario: Scenario) -> Panel:
    """The automatic reinforcements of the turns to come."""
    cat = game.cat
    items: list[Item] = []
    for i, arrival in enumerate(scenario.arrivals):
        if arrival.turn < state.turn:
            continue
        units = [
            f"{n} {cat.kind_name(kind, arrival.side, many=True)}" if n > 1 else cat.kind_name(kind, arrival.side)
            for kind, n in arrival.units
        ]
        units += [cat.counters[leader].name for leader in arrival.leaders]
        place = {
            "any": "at any Structure",
            "land": "on the coast of " + " or ".join(cat.territory_names[t] for t in arrival.territories),
        }.get(arrival.where, f"at {arrival.words}")
        items.append(
            Item(
                id=f"arrival-{i}",
                label=f"Turn {arrival.turn}: {SIDE_NAMES[arrival.side]}",
                detail=f"{', '.join(units)}, {place}",
                seat=SEAT_OF_SIDE[arrival.side],
            )
        )
    return Panel(id="coming", title="Reinforcements to come", kind="text", items=tuple(items))


def _instructions(scenario: Scenario) -> Panel:
    """The scenario's special instructions, told from its data."""
    lines: list[tuple[str, str]] = []
    if scenario.forts >= 0:
        n = scenario.forts
        lines.append(("Forts", f"The British may build {n or 'no'} Fort{'s' if n != 1 else ''}."))
    if scenario.no_bush:
        lines.append(("Bush", "Militia may not enter the bush."))
    if scenario.sap_from:
        lines.append(("Sap", f"The Sap Marker may be used from turn {scenario.sap_from}."))
    if scenario.box > 1:
        lines.append(("Box", f"Each side may bring in {scenario.box} units a turn from its Box."))
    if scenario.shipment:
        ship = scenario.shipment
        text = f"On turn {ship.turn} the Artillery and up to {ship.units} units may be shipped to one coastal hex."
        lines.append(("Shipment", text))
    if scenario.tied:
        lines.append(("Garrison", "Infantry stays where it is tied to: its Fort or its Town."))
    for stake in scenario.leader_vp:
        side = ("British", "Maori")[stake.seat]
        when = "if he is eliminated" if stake.when == "eliminated" else "if he is still in play at the end"
        lines.append(("Leader", f"{stake.points} Victory Points to the {side} {when}."))
    if not scenario.settlements_win:
        lines.append(("Settlements", "Eliminating all Settlements does not win."))
    if scenario.river_limits:
        lines.append(("River", "Only so many Gunboats may be on the river at first."))
    items = tuple(Item(id=f"special-{i}", label=label, detail=text) for i, (label, text) in enumerate(lines))
    return Panel(id="special", title="Special instructions", kind="text", items=items)


def _history(scenario: Scenario) -> Panel:
    history = scenario.history
    items = (
        Item(
            id="history",
            label=f"{scenario.title}, {scenario.years.replace('-', '–')}",
            detail=scenario.blurb,
            more=(history.text, history.after),
        ),
    )
    return Panel(id="history", title="What happened", kind="text", items=items)


COLUMN_NAMES = ("Lesser force", "Equal force", "Greater force")
MEANS = "R retreat, D one unit Disrupted, A all Disrupted, E one unit lost, X one lost and the rest Disrupted."


def _charts(game: MaoriWars) -> Panel:
    """The Combat Results Table, roll by roll."""
    items = [
        Item(
            id=f"crt-{column}",
            label=name,
            detail=" · ".join(f"{roll} {result.replace('-', '–')}" for roll, result in enumerate(game.cat.crt[column])),
            source=OURS,
        )
        for column, name in enumerate(COLUMN_NAMES)
    ]
    items.append(Item(id="crt-key", label="0 and less, 7 and more", detail=MEANS))
    return Panel(id="crt", title="Combat Results", kind="text", items=tuple(items))


def _sources(scenario: Scenario) -> Panel:
    """What was not seen in print: once for all, on each counter it would be noise."""
    said = {
        "rulebook": "The set-up of the Neutrals and the special instructions are the rulebook's; the rest is ours.",
        "report": "Some of the set-up is told in a published report; the rest is ours.",
        "reconstruction": "All of it is ours.",
    }
    items = (
        Item(id="ours-map", label="The map", detail="Terrain, rivers, territories and hexes.", source=OURS),
        Item(id="ours-charts", label="The charts", detail="All tables, and what each kind can do.", source=OURS),
        Item(id="ours-chits", label="The chits", detail="All but According to Plan and Reinforcements.", source=OURS),
        Item(id="ours-scenario", label=f"Scenario {scenario.number}", detail=said[scenario.source], source=OURS),
    )
    return Panel(id="sources", title="Not seen in print", kind="text", items=items)
