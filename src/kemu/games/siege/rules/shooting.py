"""Shooting (SH, AM, OR): a die a figure, added up; points to a kill by cover. And the ammunition it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.refusal import Refusal
from kemu.parts.dice import Dice
from kemu.parts.tabletop.points import Point, square

from ..model.actions import Fire
from ..model.events import AmmunitionCall, CounterSpent
from ..model.events import Shot as ShotTold
from ..model.layout import EYE, OUTSIDE
from ..model.names import name_of
from ..model.pieces import ATTACKERS, CREW, GARRISON, SQUAD, Group, Gun
from .changes import changed
from .losses import AfterLosses, Lose, Morale
from .melee import after_shot
from .melee_front import front
from .offers import Offer, legal
from .sight import COVER_NAMES, HARD, OPEN, Eye, eyes, friends_clear, group_cover, in_view, terrain_clear
from .troops import armed, serving, shooting_dice

if TYPE_CHECKING:
    from .. import Siege
    from ..model.field import Field
    from ..model.ground import Ground
    from ..model.state import State

KILLS = (6, 9, 12)
"""Points to a kill in the open, in soft cover, in hard cover."""
LONG_RANGE = 24_000
LONG_MORE = 3
LOW = 5
SIGHTINGS = 2000
"""The most that are kept."""


class Shot(Struct, frozen=True):
    """A shot that can be taken: the line that is best for the shooter, and what it takes to kill."""

    target: int
    need: int
    cover: int
    long: bool
    eye: Eye
    at: Eye


@rule("siege:SH.4", "siege:R21")
def _shooters(state: State, group: Group) -> Sequence[Point]:
    """Return who looks: the officer, the gun, or any member of a group of attackers."""
    if group.gun >= 0:
        return (state.gun(group.gun).at,)
    return group.men[:1] if group.kind == SQUAD else group.men


@rule("siege:SH.4", "siege:R21")
def _marks(state: State, target: Group) -> Sequence[Point]:
    """Return whom one must see: any attacker; a squad's officer; a crew's gun, if they are with it."""
    if target.kind == CREW and serving(state, target):
        return (state.gun(target.gun).at,)
    return target.men[:1] if target.kind == SQUAD else target.men


def _eyes(ground: Ground, men: Sequence[Point], room: int) -> list[Eye]:
    """Return where some men of one room have their eyes, each place once."""
    if room == OUTSIDE:
        return [Eye(man, EYE) for man in men]
    found: dict[Eye, None] = {}
    for man in men:
        found.update(dict.fromkeys(eyes(ground, man, room)))
    return list(found)


def shooter_eyes(field: Field, state: State, group: Group) -> list[Eye]:
    """Return where the line begins."""
    return _eyes(field.ground, _shooters(state, group), OUTSIDE if group.gun >= 0 else group.room)


def target_eyes(field: Field, state: State, target: Group) -> list[Eye]:
    """Return where the line may end."""
    served = target.kind == CREW and serving(state, target)
    return _eyes(field.ground, _marks(state, target), OUTSIDE if served else target.room)


@rule("siege:SH.2", "siege:R21")
def in_arc(face: Point, gun: Point, at: Point) -> bool:
    """Return whether a place is within 45 degrees of a gun's facing, on either side; exactly 45 is within."""
    dx, dy = at[0] - gun[0], at[1] - gun[1]
    ahead = face[0] * dx + face[1] * dy
    aside = face[0] * dy - face[1] * dx
    return abs(aside) <= ahead and ahead > 0


@rule("siege:AM.1", "siege:AM.2", "siege:SH.1")
def may_shoot(game: Siege, state: State, group: Group) -> Refusal | None:
    """Return why a group cannot shoot at anybody, or None."""
    if not group.men or not armed(game, group):
        return Refusal("This group has no firearms.", "siege:R45")
    if group.kind == SQUAD and not state.rifle:
        return Refusal("There is no rifle ammunition left.", "siege:AM.1")
    if group.kind == CREW and not state.shells:
        return Refusal("There is no ammunition left for the gun.", "siege:AM.2")
    if not shooting_dice(game, state, group):
        return Refusal("Nobody serves the gun.", "siege:R40")
    return None


class Sighting:
    """What a group can see of a target, friends apart. Kept until one of the two changes, or something falls.

    Each of the shooter's eyes is worked out when it is asked for: which places of the target it sees, in what cover.
    """

    __slots__ = ("_ats", "_cover", "eyes", "field", "gun", "of", "target")

    def __init__(self, field: Field, state: State, group: Group, target: Group, guns: tuple[Gun | None, ...]) -> None:
        self.field = field
        self.of = (group, target, field.down, *guns)
        self.target = target
        self.gun = guns[0]
        self.eyes = shooter_eyes(field, state, group)
        self._ats = target_eyes(field, state, target)
        self._cover: dict[int, int] = {}

    def seen(self, number: int) -> Iterator[Eye]:
        """Yield the places of the target that an eye sees, in the gun's arc if the shooter is one."""
        ground, down, gun, eye = self.field.ground, self.field.down, self.gun, self.eyes[number]
        for at in self._ats:
            if (gun is None or in_arc(gun.face, gun.at, at.at)) and terrain_clear(ground, down, eye, at):
                yield at

    def in_arc(self) -> bool:
        """Return whether any of the target is in the gun's arc."""
        return self.gun is None or any(in_arc(self.gun.face, self.gun.at, at.at) for at in self._ats)

    def cover(self, number: int) -> int:
        """Return the target's cover from an eye."""
        found = self._cover.get(number)
        if found is None:
            found = self._cover[number] = group_cover(self.field, self.eyes[number], self.target)
        return found


def sighting(game: Siege, state: State, group: Group, target: Group) -> Sighting:
    """Return what a group can see of a target."""
    field = game.field(state)
    guns = (field.guns.get(group.gun), field.guns.get(target.gun))
    kept = game.memory.sightings.views.get((group.id, target.id))
    if kept is not None and kept.field.ground is field.ground:
        shooter, seen, down, gun, theirs = kept.of
        if shooter is group and seen is target and down == field.down and gun is guns[0] and theirs is guns[1]:
            return kept
    if len(game.memory.sightings.views) > SIGHTINGS:
        game.memory.sightings.views.clear()
    made = game.memory.sightings.views[group.id, target.id] = Sighting(field, state, group, target, guns)
    return made


@rule("siege:SH.1", "siege:SH.2", "siege:SH.3", "siege:SH.4", "siege:OR.1", "siege:R21", "siege:R31")
def best_shot(game: Siege, state: State, group: Group, target: Group) -> Shot | Refusal:
    """Return the best line on a target outside any melee, or why there is none."""
    if target.side == group.side or not target.men:
        return Refusal("That is not an enemy.", "siege:SH.1")
    field = game.field(state)
    if group.id in field.locked:
        return Refusal("A group in melee shoots only at the enemies of its own melee.", "siege:R31")
    if target.id in field.locked:
        return Refusal("Nobody outside a melee may shoot into it.", "siege:ME.2")
    return _best_line(game, state, group, target) or _unseen(game, state, group, target)


def _need_and_cover(game: Siege, state: State, group: Group, target: Group) -> tuple[int, int]:
    """Return what it takes to kill with the best line on a target that can be shot at, and the target's cover.

    From a single place, and at any distance, all lines are worth the same: then the one that was found will do.
    """
    field, kept = game.field(state), game.memory.sightings.lines.get((group.id, target.id))
    if (
        kept is not None
        and kept[0] is group
        and kept[1] is target
        and kept[7] is field
        and not state.settings.long_range
    ):
        view = sighting(game, state, group, target)
        if len(view.eyes) == 1:
            cover = view.cover(0)
            return KILLS[cover], cover
    shot = best_shot(game, state, group, target)
    assert isinstance(shot, Shot)
    return shot.need, shot.cover


def _best_line(game: Siege, state: State, group: Group, target: Group) -> Shot | None:
    """Return the best line on a target, or None."""
    field, long_range = game.field(state), state.settings.long_range
    view = sighting(game, state, group, target)
    best: Shot | None = None
    for number, eye in enumerate(view.eyes):
        for at in view.seen(number):
            if not friends_clear(field, group, eye, at):
                continue
            cover = view.cover(number)
            far = long_range and square(eye.at, at.at) >= LONG_RANGE * LONG_RANGE
            need = KILLS[cover] + (LONG_MORE if far else 0)
            if best is None or need < best.need:
                best = Shot(target.id, need, cover, far, eye, at)
            if not long_range:
                break
        if best is not None and best.need == KILLS[OPEN]:
            break
    return best


def _unseen(game: Siege, state: State, group: Group, target: Group) -> Refusal:
    """Return why there is no line on a target."""
    view = sighting(game, state, group, target)
    why = "it cannot be seen"
    if any(True for number in range(len(view.eyes)) for _ in view.seen(number)):
        why = "friends are in the way"
    elif not view.in_arc():
        why = "it is outside the gun's arc"
    return Refusal(f"{name_of(game, target)} cannot be shot at: {why}.", "siege:SH.3")


def marks(game: Siege, state: State, group: Group) -> list[Offer]:
    """Return the enemy groups that a group might shoot at; whether it has any line at all on one is asked later."""
    if may_shoot(game, state, group) is not None:
        return []
    field = game.field(state)
    locked = field.locked
    if group.id in locked:
        return []
    asked = partial(_any_line, game, field, state, group)
    return [(_fire, body[4], asked) for gid, body in field.sides[1 - group.side].items() if gid not in locked]


def _fire(target: Group) -> Fire:
    return Fire(target.id)


def targets(game: Siege, state: State, group: Group) -> list[int]:
    """Return the enemy groups that a group outside melee can shoot at: those on which it has any line at all."""
    return [fire.target for fire in legal(marks(game, state, group)) if isinstance(fire, Fire)]


def _any_line(game: Siege, field: Field, state: State, group: Group, target: Group) -> bool:
    """Return whether a group has a line on a target, good or bad: nothing is worked out after the first.

    That line, or that the ground leaves none, is kept until one of the two changes.
    """
    ground, down = field.ground, field.down
    gun, theirs = field.guns.get(group.gun), field.guns.get(target.gun)
    kept = game.memory.sightings.lines.get((group.id, target.id))
    if (
        kept is not None
        and kept[0] is group
        and kept[1] is target
        and kept[2] is gun
        and kept[3] is theirs
        and kept[4] is ground
        and kept[5] == down
    ):
        line = kept[6]
        if line is None:
            return False
        if kept[7] is field:
            return True
        if friends_clear(field, group, *line):
            game.memory.sightings.lines[group.id, target.id] = (group, target, gun, theirs, ground, down, line, field)
            return True
    if len(game.memory.sightings.lines) > SIGHTINGS:
        game.memory.sightings.lines.clear()
    line, clear = None, False
    for line in _lines(field, state, group, target, gun):
        if friends_clear(field, group, *line):
            clear = True
            break
    game.memory.sightings.lines[group.id, target.id] = (
        group,
        target,
        gun,
        theirs,
        ground,
        down,
        line,
        field if clear else None,
    )
    return clear


def _lines(field: Field, state: State, group: Group, target: Group, gun: Gun | None) -> Iterator[tuple[Eye, Eye]]:
    """Yield the lines that the ground leaves open between a group and a target, friends apart, one after the other."""
    ground, down = field.ground, field.down
    here, there = _shooters(state, group), _marks(state, target)
    here_out, there_out = group.room == OUTSIDE or group.gun >= 0, target.room == OUTSIDE
    if gun is not None and there_out:
        there = [at for at in there if in_arc(gun.face, gun.at, at)]
        if not there:
            return
    if there_out and (not here_out or len(here) == 1):
        for eye in _eyes(ground, here, OUTSIDE if here_out else group.room):
            for at in in_view(ground, down, eye, there):
                yield eye, Eye(at, EYE)
    elif here_out and (not there_out or len(there) == 1):
        for at in _eyes(ground, there, target.room):
            if gun is None or in_arc(gun.face, gun.at, at.at):
                for eye in in_view(ground, down, at, here):
                    yield Eye(eye, EYE), at
    else:
        for eye in shooter_eyes(field, state, group):
            for at in target_eyes(field, state, target):
                if terrain_clear(ground, down, eye, at):
                    yield eye, at


def shots(game: Siege, state: State, group: Group) -> list[Shot]:
    """Return every shot that a group outside melee can take, with what it takes to kill."""
    found = [best_shot(game, state, group, state.group(target)) for target in targets(game, state, group)]
    return [shot for shot in found if isinstance(shot, Shot)]


@rule("siege:ME.2", "siege:R31", "siege:R32")
def melee_shot(game: Siege, state: State, group: Group) -> int | None:
    """Return what it takes to kill when a group in melee shoots at the enemies of that melee; None if it cannot."""
    melee = state.melee_of(group.id)
    if melee is None or may_shoot(game, state, group) is not None:
        return None
    if group.gun >= 0:
        gun = state.gun(group.gun)
        foes = [man for gid in melee.groups if (foe := state.group(gid)).side != group.side for man in foe.men]
        if not any(in_arc(gun.face, gun.at, man) for man in foes):
            return None
    sheltered = melee.holder != group.side and front(game, state, melee) > KILLS[OPEN]
    return KILLS[HARD] if sheltered else KILLS[OPEN]


@rule("siege:AM.1", "siege:AM.2", "siege:R50")
def spend(game: Siege, step: Step[State], group: Group) -> None:
    """When a squad fires a rifle counter goes, whatever its size; when the garrison's gun fires, a gun counter."""
    state = step.state
    if group.side == ATTACKERS:
        return
    if group.kind == CREW:
        step.set(shells=state.shells - 1)
        step.say(CounterSpent(True, 0))
        return
    left = state.rifle - 1
    step.set(rifle=left, spent=state.spent + 1)
    step.say(CounterSpent(False, state.spent + 1))
    if state.settings.umpire:
        if state.low_at < 0 and left <= LOW:
            step.set(low_at=state.spent + 1)
            step.say(AmmunitionCall(False))
        if not left:
            step.say(AmmunitionCall(True))


def open_fire(game: Siege, step: Step[State], group: Group, target: int) -> None:
    """Take a shot at a group, or (target -1) at the enemies of the group's own melee."""
    state = step.state
    dice = shooting_dice(game, state, group)
    if target >= 0:
        need, cover = _need_and_cover(game, state, group, state.group(target))
        volley = Volley(group.id, (target,), dice, need, cover)
    else:
        melee, need = state.melee_of(group.id), melee_shot(game, state, group)
        assert melee is not None
        assert need is not None
        foes = tuple(gid for gid in melee.groups if state.group(gid).side != group.side)
        volley = Volley(group.id, foes, dice, need, HARD if need > KILLS[OPEN] else OPEN, True)
    spend(game, step, group)
    if group.gun >= 0:
        guns = tuple(changed(gun, fired=True) if gun.id == group.gun else gun for gun in step.state.guns)
        step.set(guns=guns)
    step.push(volley)


@rule("siege:SH.5", "siege:SH.6", "siege:SH.7", "siege:SH.10", "siege:SH.11", "siege:OR.1")
class Volley(Frame, frozen=True, tag="volley"):
    """Roll a die for every figure that fires, add them up, and count the kills."""

    group: int
    targets: tuple[int, ...]
    dice: int
    need: int
    cover: int
    melee: bool = False

    def ask(self, game: Siege, state: State) -> Dice:
        return Dice(self.dice, "siege:SH.5", f"{self.dice} dice: a kill for every {self.need} points.")

    def answer(self, game: Siege, step: Step[State], choice: tuple[int, ...]) -> None:
        state = step.state
        present = sum([len(state.group(gid).men) for gid in self.targets])
        kills = min(sum(choice) // self.need, present)
        first = state.group(self.targets[0])
        shooter, target = state.group(self.group), name_of(game, first)
        if len(self.targets) > 1:
            target = "the enemies of the melee"
        who, cover = name_of(game, shooter), COVER_NAMES[self.cover]
        step.say(ShotTold(who, shooter.side, target, tuple(choice), self.need, cover, kills))
        if not kills:
            step.pop()
            return
        melee = state.melee_of(self.group) if self.melee else None
        if melee is not None:
            step.swap(*after_shot(game, state, melee, first.side, kills))
            return
        frames: list[Frame] = [AfterLosses()]
        if first.side != GARRISON:
            frames.append(Morale(self.targets, kills))
        step.swap(*frames, Lose(first.side, self.targets, kills))
