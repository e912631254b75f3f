"""2.0: the sequence of play. A Game Turn is a Maori and a British Player Turn, each of the same eight phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.events import TurnBegan
from .alliance import Alliance
from .board import BRITISH_SEAT, MAORI_SEAT
from .bush import BushPhase
from .combat import CombatPhase
from .construction import Construction
from .frame import Procedure
from .movement import Moving
from .rally import RallyPhase
from .reinforcement import Arrivals, FromBox
from .sappers import Sapping
from .stacking import Overstacked
from .supply import BritishSupply, Hunger
from .victory import final

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import Frames, State


@rule("maori_wars:2.0", "maori_wars:R7")
class TurnEnd(Procedure, frozen=True, tag="turn-end"):
    """2.0: after the Maori the British move; after both the Game Turn is over, and after the last the game."""

    seat: int

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Go on to the next Player Turn."""
        state = step.state
        if self.seat == MAORI_SEAT:
            begin(step, state.turn, BRITISH_SEAT)
            return
        step.set(bans=tuple(ban for ban in state.bans if ban[0] > state.turn))
        if state.turn >= game.scenario(state).turns:
            final(game, step)
        else:
            begin(step, state.turn + 1, MAORI_SEAT)


def phases(seat: int) -> tuple[Frames, ...]:
    """Return the phases of a Player Turn, the first on top."""
    sap: tuple[Frames, ...] = (Sapping(),) if seat == BRITISH_SEAT else ()
    supply: tuple[Frames, ...] = (Hunger(1), BritishSupply()) if seat == BRITISH_SEAT else (Hunger(2),)
    return (
        TurnEnd(seat),
        *supply,
        Construction(seat),
        BushPhase(seat),
        Overstacked(),
        CombatPhase(seat),
        Alliance(seat),
        RallyPhase(seat),
        Overstacked(),
        Moving(seat),
        *sap,
        FromBox(seat),
        Arrivals(seat),
    )


PHASES = (phases(BRITISH_SEAT), phases(MAORI_SEAT))


def begin(step: Step[State], turn: int, seat: int) -> None:
    """Begin a Player Turn."""
    step.set(turn=turn, seat=seat, stack=PHASES[seat])
    step.say(TurnBegan(turn, seat))
