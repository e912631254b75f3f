"""What opponents know of Maori Wars: what a person would count, and which answers are worth a thought."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from kemu.core.mind import Mind
from kemu.core.pending import Action, Decide

from ..model.actions import Burn, Embark, Everyone, Join, Load
from ..rules.movement import Going
from ..rules.setup_changes import Changing
from .features import features

if TYPE_CHECKING:
    from kemu.core.game import View


class MaoriMind(Mind[Any]):
    """The mind of Maori Wars."""

    steps: ClassVar[int] = 12
    """With 25 Club used little more than half of a turn's time."""

    def features(self, state: Any) -> Mapping[str, float]:
        """What a person would count, as the lead of the British."""
        return features(self.game, state, self.weights.numbers)

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        """No Canoe is burned, a set-up is left to the game, a shipment is sent, and marches lead somewhere."""
        options = decide.options
        if isinstance(view.state.stack[-1], Going):
            # A stack goes together or counter by counter: parts of it are for people.
            options = tuple(option for option in options if not isinstance(option, Join))
        if isinstance(view.state.stack[-1], Changing):
            return options[:1]
        if decide.clause == "maori_wars:14.0.2":
            return (Everyone(),)
        shipped = tuple(option for option in options if isinstance(option, Embark | Load))
        if shipped and (isinstance(shipped[-1], Embark) or decide.clause == "maori_wars:14.0.4"):
            # A shipment goes first, and full: there is only one, and it does in a turn what is a march of three.
            return shipped[-1:]
        most = int(self.weights.numbers["marches"])
        if len(options) > most:
            from .marches import worth_going

            return worth_going(self.game, view.state, decide.seat, options, most)
        kept = tuple(option for option in options if not isinstance(option, Burn))
        return kept or options

    def turn(self, state: Any) -> Hashable:
        """A Player Turn."""
        return state.turn, state.seat
