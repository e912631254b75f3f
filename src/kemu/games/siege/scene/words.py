"""Actions in words: what a player can type, and what stands on a button."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from kemu.core.pending import Action

from ..model.actions import (
    Activate,
    Again,
    Choose,
    ChooseGun,
    Climb,
    Combine,
    ComeOn,
    Dissolve,
    Everyone,
    FightFire,
    Fire,
    FireMelee,
    FirstEdge,
    Force,
    LeaveEdge,
    Lose,
    Mount,
    Move,
    Next,
    Place,
    PlaceGun,
    PullDown,
    Quarter,
    Ready,
    Recrew,
    Rejoin,
    Resolve,
    RollEdge,
    SetFire,
    Stay,
    Stop,
    Storm,
    Take,
    Turn,
    Withdraw,
)
from ..model.names import COVERS, EDGES, figures, name_of
from ..model.pieces import SQUAD, Group
from ..odds.exact import kills
from ..rules.acting import Order
from ..rules.facing import Facing, compass
from ..rules.occupying import Occupy
from ..rules.shooting import KILLS, Shot, best_shot, melee_shot
from ..rules.sight import COVER_NAMES, OPEN
from ..rules.troops import shooting_dice
from .places import move_words, place_words, room_name, room_words

if TYPE_CHECKING:
    from kemu.parts.odds import Odds

    from .. import Siege
    from ..model.state import State


def notation(action: Action) -> str:
    """Return the action as it can be typed: its name and its numbers."""
    parts = [str(action.__struct_config__.tag)]
    values = list(msgspec.structs.astuple(action))
    defaults = [field.default for field in msgspec.structs.fields(action)]
    while values and values[-1] == defaults[len(values) - 1]:
        # What is left to its default at the end need not be typed.
        values.pop()
    for value in values:
        if isinstance(value, tuple):
            parts += [f"{x},{y}" for x, y in cast(tuple[tuple[int, int], ...], value)]
        else:
            parts.append(str(int(value)) if isinstance(value, bool) else str(value))
    return " ".join(parts)


def _find(state: State, gid: int) -> Group | None:
    return next((group for group in state.groups if group.id == gid), None)


def _called(game: Siege, state: State, gid: int) -> str:
    group = _find(state, gid)
    return name_of(game, group) if group is not None else f"group {gid}"


def shot_label(game: Siege, state: State, target: int) -> str:
    """Return a shot in words: at whom, and in what cover; its odds stand beside it."""
    frame = state.stack[-1]
    foe = _find(state, target)
    if not isinstance(frame, Order) or foe is None:
        return f"Fire at group {target}"
    group = state.group(frame.group)
    shot = best_shot(game, state, group, foe)
    if not isinstance(shot, Shot):
        return f"Fire at {name_of(game, foe)}"
    far = ", long range" if shot.long else ""
    where = COVERS[COVER_NAMES[shot.cover]]
    return f"Fire at {name_of(game, foe)} ({figures(len(foe.men))} {where}{far})"


def melee_label(game: Siege, state: State) -> str:
    """Return a shot into one's own melee in words: at how many, and in what cover; its odds stand beside it."""
    found = melee_odds(game, state)
    if found is None:
        return "Fire at the enemies of this melee"
    need, men, _ = found
    where = COVERS["hard" if need > KILLS[OPEN] else "open"]
    return f"Fire at the enemies of this melee ({figures(men)} {where})"


def melee_odds(game: Siege, state: State) -> tuple[int, int, Odds] | None:
    """Return for a shot into one's own melee what it takes to kill, at how many it goes, and how many it kills."""
    frame = state.stack[-1]
    if not isinstance(frame, Order):
        return None
    group = state.group(frame.group)
    melee, need = state.melee_of(group.id), melee_shot(game, state, group)
    if melee is None or need is None:
        return None
    men = sum(len(foe.men) for gid in melee.groups if (foe := state.group(gid)).side != group.side)
    return need, men, kills(shooting_dice(game, state, group), need, men)


def label(game: Siege, state: State, action: Action) -> str:
    """Return the action as a few words on a button."""
    layout = game.ground(state).layout

    def line(index: int) -> str:
        return layout.lines[index].id if 0 <= index < len(layout.lines) else f"line {index}"

    def house(index: int) -> str:
        return layout.houses[index].name if 0 <= index < len(layout.houses) else f"house {index}"

    def edge(index: int) -> str:
        return EDGES[index] if 1 <= index <= 4 else str(index)

    match action:
        case Place() | PlaceGun():
            return f"Set up {place_words(game, state, (action.x, action.y), getattr(action, 'room', 0))}"
        case Quarter(room):
            return f"Set up {room_words(layout, room)}"
        case Mount():
            return "Mount this squad"
        case Everyone():
            return "Set up the rest for me"
        case Ready():
            return "Begin the siege"
        case Again(gid):
            return f"Set up {_called(game, state, gid)} somewhere else"
        case ChooseGun(number):
            return gun_words(state, number)
        case RollEdge(index):
            return f"Roll for the {edge(index)} edge"
        case LeaveEdge(index):
            return f"Leave the {edge(index)} edge"
        case FirstEdge(index):
            return f"Begin in the {edge(index)}"
        case Choose(kind):
            return f"Take {game.kinds[kind].name}" if kind in game.kinds else f"Take {kind}"
        case ComeOn(at):
            return f"Come on at {at / 1000:.1f} inches"
        case Activate(gid) | Next(gid):
            group = _find(state, gid)
            number = "" if group is None else f" ({len(group.men)})"
            return f"{_called(game, state, gid)}{number}"
        case Stop():
            return "Stop here"
        case Stay():
            return _stay(state)
        case Move():
            return move_words(game, state, action)
        case Storm(room):
            return f"Go for the enemy on {room_name(layout, room)}"
        case Climb(room):
            return f"Go to {room_name(layout, room)}"
        case Turn():
            return f"Turn the gun to the {compass((action.fx, action.fy))}"
        case Fire(target):
            return shot_label(game, state, target)
        case FireMelee():
            return melee_label(game, state)
        case Force(index):
            return f"Force the {line(index)}"
        case PullDown(index):
            return f"Pull down the {line(index)}"
        case SetFire(index):
            return f"Set fire to {house(index)}"
        case FightFire(index, take):
            return f"Fight the fire in {house(index)}: {'a matchstick away' if take == 'stick' else 'smoke back'}"
        case Recrew(squad, figure):
            return f"Send {_figure(game, state, squad, figure)} to the gun"
        case Rejoin(figure, squad):
            return f"Send crewman {figure + 1} to {_called(game, state, squad)}"
        case Combine(other, keep):
            return f"Combine with {_called(game, state, other)} under the officer of {_called(game, state, keep)}"
        case Withdraw():
            return "Withdraw into the pool"
        case Lose(gid, figure):
            return f"Lose {_figure(game, state, gid, figure)}"
        case Resolve(gid):
            return f"Resolve the melee of {_called(game, state, gid)}"
        case Take(men):
            return f"An officer and {men} {'man' if men == 1 else 'men'}"
        case Dissolve():
            return "Break the squad up"
        case _:
            return notation(action)


def _stay(state: State) -> str:
    """Return what it means to leave things as they are."""
    match state.stack[-1]:
        case Facing(gun):
            face = next((compass(g.face) for g in state.guns if g.id == gun), "")
            return f"Keep it facing {face}" if face else "Keep it"
        case Occupy():
            return "Stay here"
        case _:
            return "Do nothing"


def gun_words(state: State, number: int) -> str:
    """Return a gun of the pool in words."""
    if not 0 <= number < len(state.pool_guns):
        return f"gun {number}"
    gun = state.pool_guns[number]
    return f"The gun with a crew of {gun.crew}{', which has fired and stays where it is put' if gun.fired else ''}"


def _figure(game: Siege, state: State, gid: int, figure: int) -> str:
    """Return one figure in words, with where it stands."""
    group = _find(state, gid)
    if group is None or not 0 <= figure < len(group.men):
        return f"figure {figure} of group {gid}"
    rank = "the officer" if group.kind == SQUAD and not figure else f"figure {figure + 1}"
    if group.kind == SQUAD and figure:
        rank = f"man {figure}"
    x, y = group.men[figure]
    return f"{rank} of {name_of(game, group)} ({x / 1000:.1f}, {y / 1000:.1f})"
