"""A movement phase of Maori Wars with a stack in it, of which a part marches."""

from __future__ import annotations

from typing import ClassVar

from games.maori_wars.positions import position
from kemu.games.maori_wars import MaoriWars, Settings, State


class BeforeTheMarch(MaoriWars):
    """The British have a stack of five on the plain of the Waikato, and it is their Movement Phase."""

    id: ClassVar[str] = "march-near"
    title: ClassVar[str] = "Before the march"

    def opening(self, settings: Settings) -> State:
        """They move first."""
        at = {"1722": "b-infantry-1..2 b-ranger-1 b-artillery-1 cameron", "2029": "m-warrior-1"}
        return position("Moving", at=at)
