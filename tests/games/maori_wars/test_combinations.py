"""Two rules at once: evasion and a later strike, raids and the Sap, the bush and who has just come into it."""

from __future__ import annotations

import pytest

from kemu.games.maori_wars.model.actions import (
    Ambush,
    Counter,
    EnterBush,
    Everyone,
    Lurk,
    Raid,
    Roam,
    Take,
)
from kemu.games.maori_wars.model.events import Rolled

from .positions import CAT, Told, play, position

FAR = {"0707": "village maori", "0906": "settlement british"}
PLAN = 5


def modifications(told: Told) -> list[int]:
    """What was added to each die."""
    return [event.drm for event in told if isinstance(event, Rolled)]


# -- raids ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:10.0.1", "maori_wars:10.0.5", "maori_wars:3.0.11")
@pytest.mark.parametrize("late", ["enters", "comes from another territory"])
def test_a_leader_who_has_entered_or_acted_does_not_lead_a_raid_in_the_bush(late: str) -> None:
    where = "1622" if late == "enters" else "A"
    state = position("BushPhase", at={"W": "b-ranger-1 m-warrior-1", where: "von-tempsky"}, sites=FAR)
    first = (EnterBush("von-tempsky"),) if late == "enters" else (Take("von-tempsky"), Roam("von-tempsky", "W"))
    told: Told = []
    play(play(state, *first), Ambush("W"), Everyone(), 2, 3, told=told)
    assert modifications(told)[-1] == 0
    told = []
    there = position("BushPhase", at={"W": "b-ranger-1 m-warrior-1 von-tempsky"}, sites=FAR)
    play(there, Ambush("W"), Everyone(), 2, 3, told=told)
    assert modifications(told)[-1] == 2


@pytest.mark.rule("maori_wars:6.0.1", "maori_wars:R33", "maori_wars:R34")
@pytest.mark.parametrize(("sap", "added"), [("1722", 1), ("1723", 0)])
def test_maori_who_are_raided_on_the_sap_strike_back_at_plus_one(sap: str, added: int) -> None:
    at = {"W": "b-ranger-1", "1722": "m-warrior-1..2"}
    state = position("BushPhase", at=at, sites=FAR, sap=(CAT.hex_of[sap], -1))
    told: Told = []
    play(state, Raid("1722"), Lurk("b-ranger-1", "1721"), 1, Counter("1721"), 3, told=told)
    assert modifications(told) == [0, added]
