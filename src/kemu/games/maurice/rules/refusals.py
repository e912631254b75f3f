"""Why something is not possible now, in words and with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.game import View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from ..model.actions import Act, Activate, ClearSmoke, Direction, Fire, HoldFire, Play, PlayEvent, Spend, Volleys
from ..model.catalogue import MODIFIERS
from ..model.moves import Advance, Charge, Move
from ..model.names import SIDES, name
from ..model.units import ART, CAV, COLUMN, Unit
from . import charge_move, fire_zone
from .activation import NameForce
from .cards import SYMBOL_OF, Window
from .charging import Charging
from .command_choice import CommandChoice
from .forces import some_way
from .marching import Marching
from .moments import out_of_time
from .no_shot import no_shot
from .shooting import Shooting, anybody_fires

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


def explain(game: Maurice, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
    """Say why an intent is not possible: by what it is, then by what is being asked."""
    state = view.state
    found: Refusal | None = None
    if isinstance(intent, Touch):
        found = _touch(game, view, decide, intent.id)
    elif isinstance(intent, Spend) and view.seat is not None and intent.card in state.hands[view.seat]:
        found = Refusal("No card is due for its span now, or as a price.", "maurice:3.span")
    elif isinstance(intent, Volleys) and not anybody_fires(game, state):
        found = Refusal("Nobody on either side has a target at short range.", "maurice:4.volley")
    elif (late := out_of_time(state.stack[-1], intent)) is not None:
        found = late
    elif isinstance(intent, Play | PlayEvent | Spend):
        found = _card(game, view, intent.card)
    elif isinstance(intent, Act):
        found = _act(game, state, intent.action)
    elif isinstance(intent, Fire | HoldFire) and (unit := state.find(intent.unit)) is not None:
        found = _shooter(game, state, unit) or _shot(game, state, intent)
    elif isinstance(intent, Move) and (unit := state.find(intent.unit)) is not None and unit.smoke:
        found = Refusal("Guns in smoke do not move until a march has cleared it.", "maurice:6.smoke")
    elif isinstance(intent, Direction):
        found = Refusal("The order of fire has been declared, or a single unit fires.", "maurice:7.sequence")
    elif isinstance(intent, ClearSmoke):
        found = Refusal("No gun of this force has smoke to clear, or one of them has moved.", "maurice:6.clearSmoke")
    if found is None and isinstance(intent, Action) and decide.free is not None:
        found = decide.free.check(intent)
    if found is None and isinstance(intent, Move | Advance | Charge):
        found = Refusal("Nobody of the force is left who could move.", "maurice:R43")
    return found or Refusal(f"That is not possible now. {decide.prompt}", decide.clause)


def _touch(game: Maurice, view: View[State], decide: Decide, what: str) -> Refusal | None:
    state = view.state
    if what.startswith("card") and what[4:].isdigit():
        return _card(game, view, int(what[4:]))
    number = what.lstrip("uz").partition("-")[0].partition("~")[0]
    if what[:1] in ("u", "z") and number.isdigit() and (unit := state.find(int(number))) is not None:
        return _unit(game, state, decide, unit)
    if what.startswith("cinc"):
        return Refusal("A commander moves at the end of his side's round, for one card.", "maurice:6.cinc")
    return None


@rule("maurice:4.fresh", "maurice:3.oneOfEach", "maurice:3.modifier", "maurice:3.interrupt", "maurice:3.event")
def _card(game: Maurice, view: View[State], card: int) -> Refusal | None:
    """A card has its moment: by its symbol, once a round, and not if it has just been drawn."""
    state, seat = view.state, view.seat
    if seat is None or not 0 <= card < len(game.cat.cards) or card not in state.hands[seat]:
        return Refusal("That card is not in your hand.", "maurice:3.hand")
    entry = game.cat.cards[card]
    top = state.stack[-1]
    if seat == state.active and state.hands[seat].count(card) <= state.fresh.count(card):
        return Refusal(f"{entry.title} was drawn in this round: it serves for its span only.", "maurice:4.fresh")
    if isinstance(top, Window):
        symbol = SYMBOL_OF.get(top.windows[0], "tricorne")
        clause = "maurice:3.modifier" if symbol in MODIFIERS else "maurice:3.interrupt"
        if symbol not in entry.symbols:
            return Refusal(f"{entry.title} has not the symbol that is due: {symbol}.", clause)
        if symbol in MODIFIERS and state.modified[seat] >> MODIFIERS.index(symbol) & 1:
            return Refusal(f"You have played a {symbol} card in this round.", "maurice:3.oneOfEach")
        return Refusal(f"{entry.title} does not fit here: {entry.text}", clause)
    if isinstance(top, CommandChoice) and entry.event:
        return Refusal(f"{entry.title} could do nothing so: {entry.text}", "maurice:4.event")
    if "tricorne" in entry.symbols:
        return Refusal(f"{entry.title} interrupts in the enemy's round: {entry.text}", "maurice:3.interrupt")
    if entry.event:
        return Refusal(f"{entry.title} is an event: it is the command choice, or nothing.", "maurice:3.event")
    if not entry.symbols:
        return Refusal(f"{entry.title} has no symbol: it serves for its span only.", "maurice:3.span")
    symbols = ", ".join(entry.symbols)
    return Refusal(f"{entry.title} ({symbols}) has its moment elsewhere: {entry.text}", "maurice:3.modifier")


@rule("maurice:4.noWay", "maurice:R23", "maurice:R61")
def _act(game: Maurice, state: State, action: str) -> Refusal:
    """An action that the army has no way to do, or no cards for when none is drawn, is not chosen."""
    reasons = {
        "rally": "No unit of yours has any disruption.",
        "bombard": "No gun of yours that has not fired has a target at long range, and none at short.",
        "charge": "No unit of yours could charge anybody.",
        "march": "You have nothing that could march.",
    }
    if action not in reasons:
        return Refusal("The actions are march, charge, rally and bombard.", "maurice:4.action")
    if some_way(game, state, action):
        return Refusal("Your cards reach no force that could do it, and you would draw none for it.", "maurice:R61")
    return Refusal(reasons[action], "maurice:4.noWay")


def _unit(game: Maurice, state: State, decide: Decide, unit: Unit) -> Refusal | None:
    """Say what is the matter with a unit, by what is being done."""
    top = state.stack[-1]
    if isinstance(top, Shooting) and unit.side != decide.seat and (due := top.next_to_fire(game, state)) is not None:
        return no_shot(game.field(state), due, unit.id, long=top.long)
    if unit.side != decide.seat:
        return Refusal(f"{name(unit)} is {SIDES[unit.side]}'s.", decide.clause)
    if isinstance(top, NameForce) and decide.free is not None:
        return decide.free.check(Activate((unit.id,)))
    if isinstance(top, Marching):
        if unit.smoke:
            return Refusal(f"{name(unit)} has smoke: a march clears it, and then it does not move.", "maurice:6.smoke")
        if unit.id not in top.units:
            return Refusal(f"{name(unit)} has moved, or is not in the force.", "maurice:R43")
    if isinstance(top, Charging):
        if unit.id not in top.left:
            return Refusal(f"{name(unit)} has moved, or is not in the force.", "maurice:R43")
        return charge_move.barred(unit) or Refusal(f"{name(unit)} meets nobody by a charge.", "maurice:8.fullMove")
    if isinstance(top, Shooting):
        return _shooter(game, state, unit) or _shot(game, state, HoldFire(unit.id))
    return None


@rule("maurice:7.who", "maurice:7.column", "maurice:7.once")
def _shooter(game: Maurice, state: State, unit: Unit) -> Refusal | None:
    """Why a unit does not fire."""
    top = state.stack[-1]
    if not isinstance(top, Shooting):
        return None
    if unit.side != top.seat:
        return Refusal(
            f"{name(unit)} is {SIDES[unit.side]}'s: it is the other side that fires now.", "maurice:7.volley"
        )
    if unit.arm == CAV:
        return Refusal("Cavalry does not fire.", "maurice:7.who")
    if unit.formation == COLUMN:
        return Refusal("A unit in column does not fire.", "maurice:7.column")
    if state.fired >> unit.id & 1:
        return Refusal(f"{name(unit)} has fired in this round.", "maurice:7.once")
    if top.long and unit.arm != ART:
        return Refusal("Only artillery bombards.", "maurice:7.bombard")
    if top.long and fire_zone.short_target(game.field(state), unit.id):
        return Refusal(f"{name(unit)} has a target at short range.", "maurice:7.shortFirst")
    grounds = fire_zone.kept_from_firing(game.field(state), unit.id)
    if grounds is not None:
        return Refusal(f"{name(unit)} does not fire: {grounds[0]}.", grounds[1])
    if not fire_zone.any_shot(game.field(state), unit.id, top.long):
        return None
    due = top.next_to_fire(game, state)
    if due is None:
        return Refusal("First say from which side your units fire.", "maurice:7.sequence")
    if unit.id != due:
        return Refusal(f"It is not the turn of {name(unit)} in the order of fire.", "maurice:7.sequence")
    return None


def _shot(game: Maurice, state: State, intent: Fire | HoldFire) -> Refusal | None:
    """Why a unit does not fire so: at the first of those targets that some base cannot fire at."""
    top, field = state.stack[-1], game.field(state)
    if not isinstance(top, Shooting):
        return None
    if isinstance(intent, Fire):
        could = fire_zone.shots(field, intent.unit, top.long)
        for base, target in enumerate(intent.targets):
            known = base < len(could) and any(shot.target == target for shot in could[base])
            if not known and target in field.units:
                return no_shot(field, intent.unit, target, long=top.long)
    if not fire_zone.any_shot(field, intent.unit, top.long):
        return Refusal(f"{name(field.units[intent.unit])} has no target in its fire zones.", "maurice:7.zone")
    rule = "Each base fires at what comes first straight ahead; without a target there, at another within 45 degrees."
    return Refusal(rule, "maurice:7.priorities")
