"""Battles of Maurice Lite that begin in the middle: before a volley, a charge and a march, and at the set-up."""

from __future__ import annotations

from typing import ClassVar

from games.maurice.positions import SOUTH, battle, box, cards, cav, gun, inf, settled
from kemu.games.maurice import Maurice, Settings, State
from kemu.games.maurice.rules.charging import Charging
from kemu.games.maurice.rules.deployment import Deploying, DeployingCinC
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.volleys import VolleyPhase

HANDS = (cards("For the King", "Thick Smoke", "Cold Steel", "Find a Way", "Ricochet", "Confusion", "Firefight"), ())


class BeforeTheVolley(Maurice):
    """Red's infantry and a gun stand before two units, one of them disrupted, one behind a wall."""

    id: ClassVar[str] = "volley-near"
    title: ClassVar[str] = "Before the volley"

    def opening(self, settings: Settings) -> State:
        """Red fires first."""
        units = [
            inf(0, 20, 12),
            gun(1, 26, 12),
            inf(20, 18.5, 15, SOUTH, disr=2),
            inf(21, 26, 15, SOUTH),
            gun(22, 22, 15.2, SOUTH),
        ]
        wall = box("wall", 24, 14.5, 28, 14.7)
        return settled(battle(units, VolleyPhase(0), pieces=(wall,), hands=HANDS))


class BeforeTheCharge(Maurice):
    """Red's cavalry is about to charge a line on its hill; another of Blue's stands by."""

    id: ClassVar[str] = "charge-near"
    title: ClassVar[str] = "Before the charge"

    def opening(self, settings: Settings) -> State:
        """The force is named and paid for."""
        units = [cav(0, 20, 10), cav(1, 22.5, 10, disr=1), inf(20, 20.5, 14, SOUTH, disr=1), inf(21, 25, 14, SOUTH)]
        hill = box("hill", 17, 13, 24, 17)
        return settled(battle(units, Charging((0, 1), (0, 1), 1), pieces=(hill,), hands=HANDS))


class BeforeTheAdvance(Maurice):
    """Three of Red's units march, far from anybody."""

    id: ClassVar[str] = "advance-near"
    title: ClassVar[str] = "Before the advance"

    def opening(self, settings: Settings) -> State:
        """The force is named and paid for."""
        units = [inf(0, 18, 10), inf(1, 22.5, 10), cav(2, 27, 10), inf(20, 22, 24, SOUTH)]
        return settled(battle(units, Marching((0, 1, 2)), hands=HANDS))


class ArmyToSetUp(Maurice):
    """Red sets up his army, then his commander."""

    id: ClassVar[str] = "army-near"
    title: ClassVar[str] = "An army to set up"

    def opening(self, settings: Settings) -> State:
        """Red is first."""
        return settled(battle([inf(20, 22, 24, SOUTH)], DeployingCinC(0), Deploying(0), hands=HANDS))
