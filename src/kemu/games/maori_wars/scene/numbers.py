"""The numbers of counters and of terrain in words, for one who looks them up."""

from __future__ import annotations

from ..model.catalogue import CLASSES, LEADER, Catalogue
from ..model.island import TERRAIN
from ..model.kitfile import Kind
from .art.counters import symbol_of

WHO = {"light": "warriors and Rangers", "foot": "others on foot", "horse": "horse", "gun": "guns"}


def numbers(cat: Catalogue) -> dict[str, str]:
    """Return what each counter can do, by its symbol, and what each terrain costs, by the labels of hexes."""
    found: dict[str, str] = {}
    for counter, kind in enumerate(cat.kind):
        told = (
            f"Movement {cat.kinds[LEADER].allowance}." if kind == LEADER else _unit(cat.kinds[kind], cat.raid[counter])
        )
        for disrupted in (False, True):
            found[symbol_of(cat, counter, disrupted)] = told
    for name in TERRAIN:
        found[f"*, {name}*"] = _terrain(cat, name)
    return found


def _unit(kind: Kind, raid: int) -> str:
    told = [f"Movement {kind.allowance}", f"strength {kind.strength}" if kind.strength else "no strength"]
    if raid:
        told.append(f"raids +{raid}")
    if kind.raid_led:
        told.append(f"raids +{kind.raid_led} with von Tempsky or Jackson")
    if kind.panic:
        told.append(f"panics on {kind.panic} or less" if kind.panic > 1 else "panics on a 1")
    return f"{', '.join(told)}."


def _terrain(cat: Catalogue, name: str) -> str:
    row = cat.terrain_rows[name]
    costs = {moves: getattr(row, moves) for moves in CLASSES if getattr(row, moves)}
    if not costs:
        return "Closed to all who go by land."
    if len(set(costs.values())) == 1:
        paid = f"{next(iter(costs.values()))} for everybody"
    else:
        paid = ", ".join(f"{cost} for {WHO[moves]}" for moves, cost in costs.items())
    stack = (
        f"{row.stack} units, {row.stack_british} if British" if row.stack != row.stack_british else f"{row.stack} units"
    )
    attack = f" Attacks into it: {row.attack:+d}." if row.attack else ""
    return f"Movement: {paid}. Room for {stack}.{attack}"
