"""The numbers of units in words, for one who looks them up."""

from __future__ import annotations

from ..model.units import ART, BW
from ..rules.combat import ARTILLERY_VALUE, VALUE
from ..rules.movement import ALLOWANCE
from .art.tokens import ARM_LETTERS


def numbers() -> dict[str, str]:
    """Return how far each unit moves, what it is worth in combat and what breaks it, by its symbol."""
    found: dict[str, str] = {}
    for (arm, formation), far in ALLOWANCE.items():
        value, breaks = (ARTILLERY_VALUE, "second") if arm == ART else (VALUE, "fifth")
        told = f"Moves {far // BW} base widths, {value} in combat, broken by the {breaks} disruption."
        for side in (0, 1):
            found[f"{ARM_LETTERS[arm]}{formation}-{side}"] = told
    return found
