"""Changes to the table that many rules make (R2): a group placed, moved, thinned, routed, taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.parts.tabletop.points import Point, within

from ..model.events import Engaged, Special
from ..model.ground import TOUCH
from ..model.layout import OUTSIDE
from ..model.names import name_of
from ..model.pieces import ATTACKERS, CREW, GARRISON, Group, Melee, PoolGun, without
from .melee_front import front_in_contact

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

changed: Any = replace


def put(step: Step[State], group: Group) -> None:
    """Put a group on the table, in place of the one with the same id if there is one."""
    groups, at = step.state.groups, step.state.place_of(group.id)
    after = at + 1 if at < len(groups) and groups[at].id == group.id else at
    step.set(groups=(*groups[:at], group, *groups[after:]))


def new_id(step: Step[State]) -> int:
    """Return an id that nothing on the table has had."""
    number = step.state.next
    step.set(next=number + 1)
    return number


def drop(step: Step[State], gid: int) -> None:
    """Take a group off the table and out of its melee."""
    step.set(groups=tuple([g for g in step.state.groups if g.id != gid]))
    leave_melee(step, gid)


def leave_melee(step: Step[State], gid: int) -> None:
    """Take a group out of its melee; a melee with one side left is over."""
    state = step.state
    if state.melee_of(gid) is None:
        return
    melees: list[Melee] = []
    for melee in state.melees:
        if gid in melee.groups:
            melee = changed(melee, groups=tuple(g for g in melee.groups if g != gid))
        melees.append(melee)
    step.set(melees=tuple(melees))


def tidy_melees(step: Step[State]) -> None:
    """Drop the melees that have no figures on one side."""
    state = step.state
    if not state.melees:
        return
    sides = {group.id: group.side for group in state.groups if group.men}
    step.set(melees=tuple(m for m in state.melees if {sides[g] for g in m.groups if g in sides} == {0, 1}))


def drop_gun(step: Step[State], gun: int) -> None:
    """Take a gun off the table."""
    step.set(guns=tuple(g for g in step.state.guns if g.id != gun))
    for group in step.state.groups:
        if group.gun == gun:
            put(step, changed(group, gun=-1))


def remove_figure(step: Step[State], gid: int, figure: int) -> None:
    """A figure is dead. A group without figures goes; a crew of the garrison stays, for its gun can be manned again."""
    state = step.state
    groups, at = state.groups, state.place_of(gid)
    group = groups[at]
    after = without(group, figure)
    stays = (after,) if after.men or group.kind == CREW else ()
    own, theirs = state.dead
    dead = (own + 1, theirs) if group.side == GARRISON else (own, theirs + 1)
    step.set(dead=dead, groups=groups[:at] + stays + groups[at + 1 :])
    if not after.men:
        leave_melee(step, gid)


@rule("siege:MO.3", "siege:MV.13", "siege:R43", "siege:R44", "siege:R46")
def to_pool(game: Siege, step: Step[State], gid: int, *, melee: bool = False) -> None:
    """Attackers leave the table for the pool. A gun goes with its crew, unless they rout in melee: then it is lost."""
    state = step.state
    group = state.group(gid)
    drop(step, gid)
    if game.kinds[group.kind].gun:
        if group.gun >= 0:
            fired = state.gun(group.gun).fired
            drop_gun(step, group.gun)
            if melee:
                step.say(Special("The attackers' gun is destroyed.", "siege:R44"))
            else:
                step.set(pool_guns=(*step.state.pool_guns, PoolGun(len(group.men), fired)))
        return
    pool = list(step.state.pool)
    pool[game.kind_index[group.kind]] += len(group.men)
    step.set(pool=tuple(pool))


def shift(step: Step[State], group: Group, men: tuple[Point, ...], room: int) -> None:
    """Move a group's figures."""
    put(step, changed(group, men=men, room=room))


@rule("siege:ME.1", "siege:ME.3", "siege:R28", "siege:R29")
def engage(
    game: Siege,
    step: Step[State],
    gid: int,
    foes: tuple[int, ...],
    friends: tuple[int, ...] = (),
    *,
    stairs: bool = False,
) -> None:
    """Lock a group in melee with those it has met. Melees that share a group are one; the holder is who was there."""
    state = step.state
    side = state.group(gid).side
    joined = {gid, *foes}
    touched = [m for m in state.melees if joined.intersection(m.groups) or set(friends).intersection(m.groups)]
    holders = {m.holder for m in touched} or {1 - side}
    members = joined.union(*(m.groups for m in touched)) if touched else joined
    holder = holders.pop() if len(holders) == 1 else GARRISON
    up = stairs or any(m.stairs for m in touched)
    kept = [m for m in state.melees if m not in touched]
    melee = Melee(tuple(sorted(members)), holder, up)
    if any(m.front for m in touched) and not front_in_contact(game, step.state, melee):
        # Nobody new is in contact: what there was is what there is.
        melee = changed(melee, front=max((m.front for m in touched if m.holder == holder), default=0))
    step.set(melees=(*kept, melee))
    names = tuple(name_of(game, g) for g in step.state.groups if g.id in members and g.side != side)
    step.say(Engaged(name_of(game, step.state.group(gid)), names))


@rule("siege:FG.4", "siege:R44")
def overrun_guns(game: Siege, step: Step[State]) -> None:
    """An attackers' gun without crew is destroyed when an enemy touches it."""
    state = step.state
    ground = game.ground(state)
    for gun in state.guns:
        if gun.side != ATTACKERS or any(group.men for group in state.groups if group.gun == gun.id):
            continue
        for group in state.groups:
            if (
                group.side == GARRISON
                and group.room == OUTSIDE
                and any(within(m, gun.at, TOUCH) and not ground.blocked(m, gun.at, state.down) for m in group.men)
            ):
                drop_gun(step, gun.id)
                step.say(Special(f"{name_of(game, group)} destroy the attackers' gun.", "siege:FG.4"))
                break
