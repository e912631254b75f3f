"""The numbers of counters and spaces in words, for one who looks them up."""

from __future__ import annotations

from ..model.catalogue import Catalogue
from ..model.events import SIDES
from .art.counters import symbol_of


def numbers(cat: Catalogue) -> dict[str, str]:
    """Return the strength of each counter by its symbol, and what each space counts for by its id."""
    found: dict[str, str] = {}
    for counter in cat.counters:
        dice = f"{counter.strength} dice" if counter.strength != 1 else "1 die"
        told = f"Strength {counter.strength}: {dice} in battle" if counter.strength else "No strength of its own"
        told += ", on the elite column" if counter.elite else ""
        for ally in (-1, 0, 1):
            symbol = symbol_of(counter, ally)
            found[symbol] = f"{told}."
            found[f"{symbol}-back"] = f"{told}, but panicked."
    for at, space in enumerate(cat.spaces):
        counts = [
            f"{SIDES[seat]} ({need} of {len(spaces)})"
            for seat in (0, 1)
            for need, spaces in cat.wins[seat]
            if at in spaces
        ]
        if counts:
            found[space.id] = f"Counts towards occupation for {' and '.join(counts)}."
    return found
