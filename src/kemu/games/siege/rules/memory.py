"""What was worked out last: most questions about a state are asked several times, by check, act and scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kemu.core.pending import Action
    from kemu.core.refusal import Refusal
    from kemu.parts.tabletop.points import Point

    from ..model.actions import Move
    from ..model.field import Field
    from ..model.ground import Ground
    from ..model.pieces import Group, Gun
    from ..model.state import Settings, State
    from .movement import Plan
    from .retreat.fall_back import FallBack
    from .retreat.one_way import Retreat
    from .retreat.several_ways import Flight
    from .shooting import Sighting
    from .sight import Eye

    Kept = tuple[Group, Group, Gun | None, Gun | None, Ground, int, tuple[Eye, Eye] | None, Field | None]


class Sightings:
    """What groups see of each other, by their ids: figures and ground only, nothing that is hidden from anybody."""

    def __init__(self) -> None:
        self.views: dict[tuple[int, int], Sighting] = {}
        self.lines: dict[tuple[int, int], Kept] = {}
        """A line of sight as it was found last, with all that it depends on, and where no friend was in its way."""


class Memory:
    """The last answers of one game object. They name states, so a player is not handed them."""

    def __init__(self, sightings: Sightings | None = None) -> None:
        self.sightings = sightings or Sightings()
        self.field: tuple[State, Field] | None = None
        self.place: tuple[Field, Action, tuple[Any, ...], tuple[Point, ...] | Refusal] | None = None
        self.retreat: tuple[State, dict[FallBack, Retreat | Flight]] | None = None
        self.plan: tuple[Field, Group, Move, tuple[int, Settings], Plan | Refusal] | None = None
