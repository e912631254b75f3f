"""What the event of a card can do: a small set of effects, of which every card's event is composed.

Each effect has its moment: `card` (the Campaign Card Phase), `recruit`, `move`, `storm` (the end of movement) or one of
the moments of a battle. `kit/cards.toml` explains them to those who type in cards.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal, Union, get_args

import msgspec
from msgspec import Meta, Struct

from kemu.core.kit import in_words

Side = Literal["owner", "enemy"]
Some = Annotated[int, Meta(ge=1, le=40)]
Fighting = Literal["leader", "warriors", "musketeers", "cannon", "pikes"]
Moment = Literal["card", "recruit", "move", "storm", "battle", "sighting", "rolled", "won", "defend"]


class _Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="effect"):
    """One effect. `die`: it happens only if a die shows one of these faces."""

    moment: ClassVar[Moment]
    die: tuple[int, ...] = ()

    def named(self) -> tuple[str, ...]:
        """Return the counters that it names."""
        return ()


class Join(_Effect, frozen=True, tag="join"):
    """Kauaʻi joins a side."""

    moment: ClassVar[Moment] = "card"
    side: Side


class GoHome(_Effect, frozen=True, tag="go-home"):
    """Warriors on the map go to their box, their owner choosing."""

    moment: ClassVar[Moment] = "card"
    side: Side
    count: Some
    away_from_leaders: bool = False


class Recall(_Effect, frozen=True, tag="recall"):
    """These counters, if on the map, go to the box."""

    moment: ClassVar[Moment] = "card"
    units: Annotated[tuple[str, ...], Meta(min_length=1)]

    def named(self) -> tuple[str, ...]:
        """Return whom it recalls."""
        return self.units


class Fleet(_Effect, frozen=True, tag="fleet"):
    """More, or fewer, fleet moves this turn."""

    moment: ClassVar[Moment] = "card"
    moves: int


class Storm(_Effect, frozen=True, tag="storm"):
    """Canoes that made a fleet move are lost, each with units that it carried."""

    moment: ClassVar[Moment] = "storm"
    canoes: Some
    units: Annotated[int, Meta(ge=0, le=40)]


class Capacity(_Effect, frozen=True, tag="capacity"):
    """A canoe carries so many units this turn."""

    moment: ClassVar[Moment] = "move"
    units: Some


class Column(_Effect, frozen=True, tag="column"):
    """These kinds fire on the elite column in one's own Battle Phase."""

    moment: ClassVar[Moment] = "battle"
    kinds: Annotated[tuple[Fighting, ...], Meta(min_length=1)]


class Muster(_Effect, frozen=True, tag="muster"):
    """These recruits may also be placed, together, in this space."""

    moment: ClassVar[Moment] = "recruit"
    units: Annotated[tuple[str, ...], Meta(min_length=1)]
    at: str

    def named(self) -> tuple[str, ...]:
        """Return whom it musters."""
        return self.units


class Sighting(_Effect, frozen=True, tag="sighting"):
    """Say if a landing is sighted; then have the advantage in the first round at sea."""

    moment: ClassVar[Moment] = "sighting"


class Advantage(_Effect, frozen=True, tag="advantage"):
    """Have the advantage of this round, after the roll, if one of `needs` fights."""

    moment: ClassVar[Moment] = "rolled"
    needs: tuple[str, ...] = ()

    def named(self) -> tuple[str, ...]:
        """Return of whom one must fight."""
        return self.needs


class NoSecondBattle(_Effect, frozen=True, tag="no-second-battle"):
    """After the first battle of a landing was won: the panicked defenders are eliminated."""

    moment: ClassVar[Moment] = "won"


class Earthworks(_Effect, frozen=True, tag="earthworks"):
    """As defender on land: no panic in the first battle."""

    moment: ClassVar[Moment] = "defend"


Effect = Union[  # noqa: UP007
    Join,
    GoHome,
    Recall,
    Fleet,
    Storm,
    Capacity,
    Column,
    Muster,
    Sighting,
    Advantage,
    NoSecondBattle,
    Earthworks,
]
KNOWN: dict[str, type[_Effect]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}
HELD = ("sighting", "rolled", "won", "defend")
"""The moments for which a card is kept: they come in battles, in either player's turn."""
HOLDABLE = (*HELD, "battle")
"""Those for which it can be: a battle bonus may be for the turn of the card, or for a later battle of one's own."""


class EffectError(ValueError):
    """What is wrong with an effect, and in which of its fields."""

    def __init__(self, message: str, field: str = "effect") -> None:
        super().__init__(message)
        self.field = field


def read_effect(raw: dict[str, Any]) -> Effect:
    """Return the effect that plain data describes, or raise an `EffectError`."""
    name = raw.get("effect")
    if name is None:
        raise EffectError("an event says its effect")
    if not isinstance(name, str) or name not in KNOWN:
        raise EffectError(f"the engine knows no effect '{name}'; it knows {', '.join(KNOWN)}")
    try:
        effect: Effect = msgspec.convert(raw, Effect)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        field = re.search(r"\$\.(\w+)", where) or re.search(r"unknown field `(\w+)`", message)
        raise EffectError(f"effect '{name}': {in_words(message)}", field[1] if field else "effect") from None
    if any(face not in range(1, 7) for face in effect.die):
        raise EffectError(f"effect '{name}': a die has the faces 1 to 6", "die")
    if effect.die and effect.moment not in ("card", "storm"):
        raise EffectError(f"effect '{name}': it does not depend on a die", "die")
    return effect
