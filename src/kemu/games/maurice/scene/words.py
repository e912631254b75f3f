"""Actions in words: what a player can type, and what stands on a button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from kemu.core.pending import Action

from ..model import actions as a
from ..model.moves import Advance, Charge, Displace, Move, MoveCinC
from ..model.names import listed, name
from ..model.units import BW
from ..rules.legs import WHEELS

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


def notation(game: Maurice, action: Action) -> str:
    """Return the action's tag and what it names; a card is written as its title."""
    parts: list[str] = [str(action.__struct_config__.tag)]
    for field in action.__struct_fields__:
        value: Any = getattr(action, field)
        if field == "card":
            parts.append(slug(title_of(game, value)))
        elif isinstance(value, bool):
            parts.append("true" if value else "false")
        elif isinstance(value, tuple):
            parts += _listed(list(msgspec.to_builtins(value)))
        elif field == "anchor" and isinstance(action, Move):
            parts += [str(value)] if action.change else []
        elif value != "" and not (field == "unit" and value == -1):
            parts.append(str(value))
    return " ".join(parts)


def _listed(values: list[Any]) -> list[str]:
    """Return a list of plain things as one word, and a list of pairs as a word each."""
    if any(isinstance(value, list | tuple) for value in values):
        return [_flat(value) for value in values]
    return [",".join(str(value) for value in values)] if values else []


def _flat(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(str(part) for part in cast("list[Any]", value))
    return str(value)


def slug(title: str) -> str:
    """Return a title as one typed word.

    >>> slug("That's Not on the Map")
    'thats-not-on-the-map'
    """
    return "-".join(title.replace("'", "").lower().split())


def title_of(game: Maurice, card: int) -> str:
    """Return a card's title."""
    return game.cat.cards[card].title if 0 <= card < len(game.cat.cards) else "a card"


def _names(state: State, units: tuple[int, ...]) -> str:
    found = [state.find(uid) for uid in units]
    return listed([name(unit) for unit in found if unit is not None])


def label(game: Maurice, state: State, action: Action) -> str:
    """Return the action in a few words."""
    match action:
        case a.SetPiece(form=form, turn=turn):
            return f"Set up a {form.replace('-', ' ')}" + (f", turned {turn}°" if turn else "")
        case a.PickPiece(form=form):
            return form.replace("-", " ").capitalize()
        case a.EndTerrain():
            return "The terrain is done"
        case a.TakeSide(south=south):
            return "South" if south else "North"
        case a.DeployFirst(first=first):
            return "Set up first" if first else "Set up second"
        case a.Deploy(unit=unit) if state.find(unit) is not None:
            return f"Set up {name(state.unit(unit))} here"
        case a.DeployCinC():
            return "Set up the commander here"
        case a.DrawUp():
            return "Draw up the army"
        case a.Volleys(call=call):
            return "Call volleys" if call else "No volleys"
        case a.PassRound():
            return "Pass: draw three cards"
        case a.PlayEvent(card=card, unit=unit):
            on = f" on {name(state.unit(unit))}" if unit >= 0 and state.find(unit) is not None else ""
            return f"Event: {title_of(game, card)}{on}"
        case a.Act(action=act):
            draws = {"march": "draw 1", "rally": "draw 2", "bombard": "draw 2", "charge": "no draw"}
            return f"{act.capitalize()} ({draws.get(act, '')})"
        case a.Remove(out=out):
            return "Remove it from the game" if out else "Leave it to the discards"
        case a.Activate(units=units):
            return f"Activate {_names(state, units)}"
        case a.Spend(card=card):
            span = f" (span {game.cat.cards[card].span})" if 0 <= card < len(game.cat.cards) else ""
            return f"{title_of(game, card)}{span}"
        case a.Refuse():
            return "Do not pay: the activation is foiled"
        case a.Play(card=card, units=units):
            return f"Play {title_of(game, card)}" + (f" on {_names(state, units)}" if units else "")
        case a.Decline():
            return "Play no card"
        case a.Direction(left=left):
            return "From left to right" if left else "From right to left"
        case a.Fire(unit=unit, targets=targets):
            return _fire(state, unit, targets)
        case a.HoldFire():
            return "Hold fire"
        case a.ClearSmoke():
            return "Clear the smoke"
        case a.Done():
            return "Done: the others stand"
        case a.Keep(units=units):
            return f"Keep {_names(state, units)}"
        case a.Next(unit=unit) if state.find(unit) is not None:
            return f"{name(state.unit(unit))} next"
        case a.Stay():
            return "The commander stays"
        case Move(unit=unit, change=change) if state.find(unit) is not None:
            return f"{name(state.unit(unit))}: {_move(action, change)}"
        case Advance(units=units, steps=steps):
            return f"{len(units)} units ahead by {steps / 1000:.1f} BW"
        case Charge(unit=unit) if state.find(unit) is not None:
            from ..odds.words import charge_words

            odds = charge_words(game, state, action)
            return f"{name(state.unit(unit))} charges" + (f"\n{odds}" if odds else "")
        case MoveCinC():
            return "The commander goes here"
        case Displace():
            return "The commander is set down here"
        case _:
            return notation(game, action)


CHANGES = {
    "about": "about-face",
    "line": "form line",
    "column": "form column",
    "massed": "form massed",
}


def _move(action: Action, change: str) -> str:
    legs = getattr(action, "legs", ())
    head, _, way = change.partition("_")
    words = CHANGES.get(head, "") + (f" ({way.replace('_', ' ')})" if way else "")
    anchor = getattr(action, "anchor", 0)
    words += f", base {anchor + 1} stays" if anchor else ""
    if not legs:
        return words or "stand"
    back = any(str(leg[0]).startswith("back") for leg in legs)
    how = ", ".join(told for told in (_leg(str(name_), int(n)) for name_, n in legs) if told)
    return (words + ", then " if words else "") + ("retire" if back else "march") + (f": {how}" if how else "")


def _leg(leg: str, n: int) -> str:
    """Say one stretch of a move: an angle for a wheel, base widths for the rest."""
    if leg in WHEELS:
        way = leg.rpartition("_")[2]
        return f"wheel {'back ' if leg.startswith('back') else ''}{way} {round(n / 100)}°"
    return f"{n / BW:.1f} BW {leg}" if leg in ("ahead", "back") else ""


def _fire(state: State, unit: int, targets: tuple[int, ...]) -> str:
    bases: dict[int, int] = {}
    for target in targets:
        if target >= 0:
            bases[target] = bases.get(target, 0) + 1
    words = [
        f"{name(state.unit(target))}" + (f" with {n} base{'s' if n > 1 else ''}" if len(bases) > 1 else "")
        for target, n in bases.items()
        if state.find(target) is not None
    ]
    return f"Fire at {listed(words)}"
