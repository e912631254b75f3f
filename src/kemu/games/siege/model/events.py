"""What happens in a siege. Groups are told by their names, so that a log can be read without the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from kemu.core.events import Event
from kemu.core.game import Game

from .names import COVERS, EDGES, card_name, does, figures, side_of
from .pieces import ATTACKERS, GARRISON

if TYPE_CHECKING:
    from .. import Siege


def _does(game: Game[Any, Any], who: str, what: str) -> str:
    """A group and what it does; events are told only by the game they belong to."""
    return does(cast("Siege", game), who, what)


class _Sided(Event, frozen=True):
    """An event that is about one side: the class names it in `side`, or a field does (None: about both)."""

    @property
    def whose(self) -> int | None:
        return cast(Any, self).side


class Placed(Event, frozen=True, tag="placed"):
    """A squad or gun is set up."""

    under: ClassVar[str] = "siege:SU.4"
    who: str
    where: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{self.who} set up {self.where}."


class CardDrawn(_Sided, frozen=True, tag="card"):
    """A card is turned over."""

    under: ClassVar[str] = "siege:UA.1"
    card: str
    side: int
    actions: int

    def tell(self, game: Game[Any, Any]) -> str:
        if self.actions:
            number = ("", "one action", "two actions", "three actions", "four actions", "", "six actions")[self.actions]
            return f"{card_name(self.card)}: {number or self.actions} for {side_of(self.side)}."
        return f"{card_name(self.card)}."


class ColumnSighted(_Sided, frozen=True, tag="sighted"):
    """The relief column is seen or heard."""

    under: ClassVar[str] = "siege:UA.8"
    side: ClassVar[int] = GARRISON

    def tell(self, game: Game[Any, Any]) -> str:
        return "The relief column is sighted."


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """All the cards go back into the deck."""

    under: ClassVar[str] = "siege:UA.10"

    def tell(self, game: Game[Any, Any]) -> str:
        return "All 54 cards are shuffled together again."


class Stopped(Event, frozen=True, tag="stopped"):
    """A side does not use the rest of a card, or has nobody who could."""

    under: ClassVar[str] = "siege:R23"
    who: str
    left: int

    def tell(self, game: Game[Any, Any]) -> str:
        if not self.left:
            return f"{self.who} have nobody who can act."
        return f"{self.who} leave {'an action' if self.left == 1 else f'{self.left} actions'} unused."


class Stayed(Event, frozen=True, tag="stayed"):
    """A group does nothing with its action."""

    under: ClassVar[str] = "siege:R23"
    who: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_does(game, self.who, 'do nothing')}."


class Moved(Event, frozen=True, tag="moved"):
    """A group has moved."""

    who: str
    how: str
    under: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_does(game, self.who, self.how)}."


class Engaged(Event, frozen=True, tag="engaged"):
    """Groups are locked in melee."""

    under: ClassVar[str] = "siege:ME.1"
    who: str
    foes: tuple[str, ...]

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_does(game, self.who, 'are in melee')} with {', '.join(self.foes)}."


class Shot(_Sided, frozen=True, tag="shot"):
    """A group has shot."""

    under: ClassVar[str] = "siege:SH.7"
    who: str
    side: int
    target: str
    dice: tuple[int, ...]
    need: int
    cover: str
    kills: int

    def tell(self, game: Game[Any, Any]) -> str:
        thrown = " ".join(map(str, self.dice))
        kills = "nobody is hit" if not self.kills else f"{figures(self.kills)} killed"
        return (
            f"{_does(game, self.who, 'shoot')} at {self.target}, {COVERS[self.cover]}: {thrown} is {sum(self.dice)},"
            f" by {self.need} to a kill: {kills}."
        )


class CounterSpent(_Sided, frozen=True, tag="counter"):
    """An ammunition counter drops into the tin."""

    under: ClassVar[str] = "siege:AM.1"
    side: ClassVar[int] = GARRISON
    gun: bool
    spent: int

    def tell(self, game: Game[Any, Any]) -> str:
        return "A gun counter is spent." if self.gun else f"A rifle counter is spent, number {self.spent}."


class AmmunitionCall(_Sided, frozen=True, tag="ammunition"):
    """The umpire says that ammunition is low, or that there is none."""

    under: ClassVar[str] = "siege:R50"
    side: ClassVar[int] = GARRISON
    reveals: ClassVar[bool] = True
    none: bool

    def tell(self, game: Game[Any, Any]) -> str:
        return "There is no rifle ammunition left." if self.none else "Rifle ammunition is low."


class Lost(_Sided, frozen=True, tag="lost"):
    """A figure is removed."""

    under: ClassVar[str] = "siege:SH.8"
    who: str
    side: int
    number: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_does(game, self.who, 'lose')} {figures(self.number)}."


class Tested(_Sided, frozen=True, tag="morale"):
    """Attackers have tested morale."""

    under: ClassVar[str] = "siege:MO.2"
    side: ClassVar[int] = ATTACKERS
    who: str
    die: int
    losses: int
    routed: bool

    def tell(self, game: Game[Any, Any]) -> str:
        result = "they rout" if self.routed else "they stand"
        return f"Morale of {self.who}: {self.die} against {self.losses} lost: {result}."


class Rolled(Event, frozen=True, tag="melee"):
    """A melee has been rolled for."""

    under: ClassVar[str] = "siege:ME.5"
    attackers: int
    garrison: int
    killed: tuple[int, int]
    need: tuple[int, int]

    def tell(self, game: Game[Any, Any]) -> str:
        return (
            f"Melee: the attackers roll {self.attackers} by {self.need[0]}, the garrison {self.garrison} by"
            f" {self.need[1]}: the garrison loses {self.killed[0]}, the attackers lose {self.killed[1]}."
        )


class MeleeWon(Event, frozen=True, tag="won"):
    """A melee has a winner, or none."""

    matters: ClassVar[bool] = True
    winner: int | None
    under: str

    @property
    def whose(self) -> int | None:
        return self.winner

    def tell(self, game: Game[Any, Any]) -> str:
        if self.winner is None:
            return "Nobody is left in the melee."
        return f"{side_of(self.winner).capitalize()} win the melee."


class Reformed(Event, frozen=True, tag="reformed"):
    """Survivors have formed groups again."""

    under: ClassVar[str] = "siege:ME.4"
    what: str

    def tell(self, game: Game[Any, Any]) -> str:
        return self.what


class FellBack(_Sided, frozen=True, tag="fell-back"):
    """A loser has fallen back, or cannot."""

    under: ClassVar[str] = "siege:ME.10"
    who: str
    side: int
    stuck: bool = False

    def tell(self, game: Game[Any, Any]) -> str:
        if self.stuck:
            return f"{self.who} cannot fall back and stay locked."
        return f"{_does(game, self.who, 'fall back')}."


class EdgeRolled(_Sided, frozen=True, tag="edge"):
    """The die for the edge of a reinforcement."""

    under: ClassVar[str] = "siege:RE.2"
    side: ClassVar[int] = ATTACKERS
    die: int

    def tell(self, game: Game[Any, Any]) -> str:
        if self.die > 4:
            return f"Reinforcements: {self.die}, none come."
        return f"Reinforcements: {self.die}, by the {EDGES[self.die]} edge."


class ComposedGroup(_Sided, frozen=True, tag="composed"):
    """The dice for a new group."""

    under: ClassVar[str] = "siege:AF.3"
    side: ClassVar[int] = ATTACKERS
    dice: tuple[int, ...]
    better: bool
    size: int

    def tell(self, game: Game[Any, Any]) -> str:
        quality = "better troops" if self.better else "basic troops"
        return f"Average dice {self.dice[0]} and {self.dice[1]}, die {self.dice[2]}: {self.size} {quality}."


class CameOn(_Sided, frozen=True, tag="came-on"):
    """A new group stands at its edge; or nobody comes."""

    under: ClassVar[str] = "siege:RE.3"
    side: ClassVar[int] = ATTACKERS
    who: str
    number: int
    edge: int

    def tell(self, game: Game[Any, Any]) -> str:
        if not self.number:
            return f"Nobody comes on by the {EDGES[self.edge]} edge: {self.who}."
        return f"{self.who}, {figures(self.number)}, come on by the {EDGES[self.edge]} edge."


class Special(Event, frozen=True, tag="special"):
    """A special action has been carried out, or something has come of one."""

    what: str
    under: str

    def tell(self, game: Game[Any, Any]) -> str:
        return self.what


class Ended(Event, frozen=True, tag="ended"):
    """The siege is over."""

    winner: int
    reason: str
    under: str

    @property
    def whose(self) -> int | None:
        return self.winner

    def tell(self, game: Game[Any, Any]) -> str:
        return self.reason
