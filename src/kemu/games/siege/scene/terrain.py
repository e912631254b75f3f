"""What obstacles and areas are called: their name, their kind, and the cover that they give."""

from __future__ import annotations

from ..model.layout import Area, Obstacle
from ..rules.sight import COVER_NAMES, HARD, HARD_LINES, OPEN, SOFT, SOFT_LINES

KINDS = {
    "wall": "wall",
    "gate": "gate",
    "prepared": "prepared barricade",
    "hasty": "hasty barricade",
    "fence": "fence",
    "hedge": "hedge",
    "carcass": "dead animal",
    "ditch": "ditch",
}


def line_words(line: Obstacle) -> str:
    """Return what a piece of a linear obstacle is called.

    >>> line_words(Obstacle(0, "garden fence", "fence", False, (0, 0), (1, 0), False, False))
    'the garden fence: fence, low, soft cover'
    """
    cover = HARD if line.kind in HARD_LINES else SOFT if line.kind in SOFT_LINES else OPEN
    told = [KINDS[line.kind], "high" if line.high else "low"]
    if cover != OPEN:
        told.append(f"{COVER_NAMES[cover]} cover")
    return f"the {line.id}: {', '.join(told)}"


def area_words(area: Area) -> str:
    """Return what trees, rocks or scrub are called."""
    return f"{area.name}: {area.kind}, {COVER_NAMES[SOFT if area.kind == 'scrub' else HARD]} cover"
