"""What the text of a card can do: a small set of effects, of which every card is composed.

`kit/cards.toml` explains them to whoever types in cards. A card has uses; a use has a window, says whom it is about and
has effects. They end with the half of the volleys, the action or the round in whose window the card was played.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta, Struct

Roll = Literal["to_hit", "to_disrupt", "combat", "rally"]
Waived = Literal["terrain_disr", "crossing_disr", "retrograde_half", "cover", "height", "bad_terrain", "near"]
Window = Literal[
    "volley.invoked",
    "volley.before_fire",
    "force.paid",
    "march.before_moves",
    "charge.before_moves",
    "charge.before_scores",
    "bombard.before_fire",
    "rally.before_dice",
    "command",
]
Role = Literal["engaged", "attacking", "shooting", "target", "force", "table"]
"""In combat; attacking in it; about to shoot; in reach of those about to shoot; of the active force; anywhere."""
Who = Literal["active", "passive", "either", "shooter", "target"]
"""Who may play it; `shooter` and `target`: the side that is about to fire, and the other."""
Some = Annotated[int, Meta(ge=1, le=20)]


class Whom(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom a use is about: every unit that fits (`count` 0), or up to `count` that its player names."""

    side: Literal["own", "enemy"]
    arm: tuple[Literal["INF", "CAV", "ART"], ...] = ("INF", "CAV", "ART")
    role: Role
    count: Annotated[int, Meta(ge=0, le=5)] = 0
    formation: tuple[Literal["line", "column", "massed", "artillery"], ...] = ("line", "column", "massed", "artillery")


class _Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """One effect."""


class Add(_Effect, frozen=True, tag="add"):
    """So much is added to each die or score; natural ones and sixes keep their meaning."""

    roll: Roll
    n: int


class Dice(_Effect, frozen=True, tag="dice"):
    """How many dice more."""

    roll: Literal["to_hit"]
    n: Some


class Reroll(_Effect, frozen=True, tag="reroll"):
    """Every failed die is rolled once more, and the second result stands."""

    roll: Literal["to_hit", "rally"]


class Cap(_Effect, frozen=True, tag="cap"):
    """A combat gives at most so many DISR; who is doubled still breaks."""

    n: Some


class Waive(_Effect, frozen=True, tag="waive"):
    """These rules do not apply."""

    rules: Annotated[tuple[Waived, ...], Meta(min_length=1)]


class Allowance(_Effect, frozen=True, tag="allowance"):
    """How many BW more, forward."""

    n: Some


class Forbid(_Effect, frozen=True, tag="forbid"):
    """May not fire."""

    act: Literal["fire"]


class Treat(_Effect, frozen=True, tag="treat"):
    """For movement, one sort of terrain counts as another."""

    terrain: Literal["difficult"]
    like: Literal["impassable"]


class Toll(_Effect, frozen=True, tag="toll"):
    """The active player discards so many cards of his choice, or his activation is foiled."""

    cards: Some


class Drop(_Effect, frozen=True, tag="drop"):
    """The unit named leaves the active force; if nothing is left, the activation is foiled."""


class Swap(_Effect, frozen=True, tag="swap"):
    """The other side fires first."""


class Cancel(_Effect, frozen=True, tag="cancel"):
    """There is no volley phase."""


class Recover(_Effect, frozen=True, tag="recover"):
    """How many DISR are removed."""

    n: Some


class Morale(_Effect, frozen=True, tag="morale"):
    """Army morale changes; `even`: by so much instead if a die shows an even number. Never above its start."""

    side: Literal["own", "enemy"]
    n: int
    even: int = 0


class Take(_Effect, frozen=True, tag="take"):
    """A card at random from the enemy's hand."""


class Place(_Effect, frozen=True, tag="place"):
    """A piece of terrain of the kit's palette appears, clear of every base by so many BW and of other areas."""

    piece: str
    clear: Annotated[int, Meta(ge=0, le=10)]


Effect = Union[  # noqa: UP007
    Add, Dice, Reroll, Cap, Waive, Allowance, Forbid, Treat, Toll, Drop, Swap, Cancel, Recover, Morale, Take, Place,
]  # fmt: skip
KNOWN: dict[str, type[_Effect]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}
INTERRUPTS = ("volley.invoked", "force.paid", "charge.before_moves")
"""Windows in which the passive player may interrupt."""

_FIRE: tuple[Window, ...] = ("volley.before_fire", "bombard.before_fire")
_FORCE: tuple[Window, ...] = ("force.paid", "charge.before_moves")
WORKS_IN: dict[str, tuple[Window, ...]] = {
    "to_hit": _FIRE,
    "to_disrupt": _FIRE,
    "combat": ("charge.before_scores",),
    "rally": ("rally.before_dice",),
    "cap": ("charge.before_scores",),
    "terrain_disr": ("march.before_moves",),
    "crossing_disr": ("march.before_moves",),
    "retrograde_half": ("march.before_moves",),
    "allowance": ("march.before_moves",),
    "cover": ("charge.before_scores",),
    "height": ("charge.before_scores",),
    "bad_terrain": ("rally.before_dice",),
    "near": ("rally.before_dice",),
    "forbid": ("volley.before_fire",),
    "treat": _FORCE,
    "toll": _FORCE,
    "drop": _FORCE,
    "swap": ("volley.invoked",),
    "cancel": ("volley.invoked",),
    "recover": ("command",),
    "morale": ("command",),
    "take": ("command",),
    "place": ("command",),
}
"""In which windows a roll, a rule or an effect can be what a card is about."""
ABOUT_UNITS = (Add, Dice, Reroll, Cap, Waive, Allowance, Forbid, Drop, Recover)


def misplaced(effect: Effect, window: Window, whom: Whom | None) -> str | None:
    """Return why an effect could do nothing in a use, or None."""
    verb = str(effect.__struct_config__.tag)
    topics = (effect.roll,) if isinstance(effect, Add | Dice | Reroll) else ()
    topics = effect.rules if isinstance(effect, Waive) else topics or (verb,)
    for topic in topics:
        if window not in WORKS_IN[topic]:
            return f"{topic} means nothing in {window}; it does in {', '.join(WORKS_IN[topic])}"
    if isinstance(effect, ABOUT_UNITS) and whom is None:
        return f"{verb} needs to be told whom it is about"
    if isinstance(effect, Drop | Recover) and whom is not None and not whom.count:
        return f"{verb} is about units that are named: give a count"
    return None


def read_effect(raw: dict[str, Any]) -> Effect:
    """Return the effect that plain data describes; a `ValueError` says what is wrong with it."""
    name = raw.get("verb")
    if not isinstance(name, str) or name not in KNOWN:
        raise ValueError(f"the engine knows no effect '{name}'; it knows {', '.join(KNOWN)}")
    try:
        return msgspec.convert(raw, Effect)
    except msgspec.ValidationError as error:
        raise ValueError(f"effect '{name}': {error}") from None
