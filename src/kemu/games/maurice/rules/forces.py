"""Chapters 1 and 4: which units may act together, for what, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.pending import Action, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

from ..model.actions import Activate
from ..model.effects import Allowance, Treat
from ..model.moves import Charge, Leave
from ..model.names import name
from ..model.scale import from_scene
from ..model.units import ART, BW, COLUMN, Unit
from . import charge_move, command, fire_zone, measuring
from .cards import in_force, total, waived

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State
    from .field import Field


def leave_of(game: Maurice, state: State, units: Sequence[int]) -> Leave:
    """Return what the cards in force allow a force that moves; its units are all of one kind."""
    if not state.effects or not units:
        return Leave()
    uid = units[0]
    return Leave(
        extra=total(game, state, Allowance, uid) * BW,
        retrograde_whole=waived(game, state, "retrograde_half", uid),
        no_terrain_disr=waived(game, state, "terrain_disr", uid),
        no_crossing_disr=waived(game, state, "crossing_disr", uid),
        difficult_impassable=in_force(game, state, Treat),
    )


def able(game: Maurice, state: State, uid: int) -> bool:
    """Return whether a unit could charge now, with everyone where he stands."""
    field = game.field(state)
    leave = leave_of(game, state, (uid,))
    return charge_move.able(field, uid, leave)


@rule("maurice:7.shortFirst", "maurice:7.notBoth", "maurice:4.noDouble", "maurice:R46")
def can_bombard(game: Maurice, state: State, uid: int) -> bool:
    """A gun that has not fired in this round bombards if it has a target at long range and none at short."""
    if state.unit(uid).arm != ART or state.fired >> uid & 1:
        return False
    field = game.field(state)
    return not fire_zone.short_target(field, uid) and fire_zone.any_shot(field, uid, True)


@rule("maurice:4.action", "maurice:8.half", "maurice:R52", "maurice:R63")
def serves(game: Maurice, state: State, action: str, units: Sequence[int]) -> Refusal | None:
    """Return why these units could not do the action, or None. At least half of a charging force must be able to."""
    if action == "rally" and not any(state.unit(uid).disr for uid in units):
        return Refusal("Nobody in this force has any disruption to rally from.", "maurice:9.rally")
    if action == "bombard":
        for uid in units:
            unit = state.unit(uid)
            if unit.arm != ART:
                return Refusal("Only artillery bombards.", "maurice:7.bombard")
            if state.fired >> uid & 1:
                return Refusal(f"{name(unit)} fired in the volley phase.", "maurice:7.notBoth")
        if not any(can_bombard(game, state, uid) for uid in units):
            if any(fire_zone.short_target(game.field(state), uid) for uid in units):
                return Refusal("No gun of this force has a long-range target and no near one.", "maurice:7.shortFirst")
            return Refusal("No gun of this force has a target at long range.", "maurice:7.long")
    if action == "charge":
        for uid in units:
            # A force is of one arm in one formation: what bars one of them for that bars all.
            unit = state.unit(uid)
            if (fault := charge_move.barred(unit)) is not None and (len(units) == 1 or unit.disr < 4):
                return fault
        if 2 * sum(able(game, state, uid) for uid in units) < len(units):
            alone = charge_move.plan(game.field(state), Charge(units[0]), leave_of(game, state, units))
            if len(units) == 1 and isinstance(alone, Refusal):
                return alone
            return Refusal("At least half of the force must be able to charge.", "maurice:8.half")
    return None


def eligible(state: State, action: str) -> list[Unit]:
    """Return the units that could be in a force for an action at all."""
    mine = state.side(state.active)
    if action == "bombard":
        return [unit for unit in mine if unit.arm == ART and not state.fired >> unit.id & 1]
    if action == "charge":
        return [unit for unit in mine if unit.arm != ART and unit.formation != COLUMN]
    return mine


@rule("maurice:4.noWay", "maurice:R23", "maurice:R61")
def possible(game: Maurice, state: State, action: str) -> bool:
    """Return whether the army has any way to do an action; what the hand pays for counts if none is drawn."""
    if not some_way(game, state, action):
        return False
    if action != "charge" and state.deck:
        return True
    return any(True for _ in payable(game, state, action))


@rule("maurice:4.noWay", "maurice:R23")
def some_way(game: Maurice, state: State, action: str) -> bool:
    """Return whether the army has any way to do an action, whatever it costs."""
    units = iter(eligible(state, action))
    if action == "rally":
        units = (unit for unit in units if unit.disr)
    elif action == "bombard":
        units = (unit for unit in units if can_bombard(game, state, unit.id))
    elif action == "charge":
        units = (unit for unit in units if able(game, state, unit.id))
    return next(units, None) is not None


@rule("maurice:3.several", "maurice:3.span")
def purse(game: Maurice, state: State) -> int:
    """Return how far all the cards in the active hand reach together, in steps."""
    cards = game.cat.cards
    return sum(cards[card].span for card in state.hands[state.active] if card >= 0) * BW


@rule("maurice:4.distance", "maurice:4.line", "maurice:R32", "maurice:R33")
def distance(game: Maurice, state: State, units: Sequence[int]) -> int | None:
    """The distance of a force is that of its nearest unit; None if no line reaches it."""
    field = game.field(state)
    least: int | None = None
    for away, uid in _nearest_first(field, state.active, units):
        if least is not None and away >= least:
            break
        found = _unit_distance(field, state.active, uid)
        if found is not None and (least is None or found < least):
            least = found
    return least


def _nearest_first(field: Field, side: int, units: Sequence[int]) -> list[tuple[int, int]]:
    """Return units with how far from their CinC they are at least."""
    return sorted([(command.at_least(field, side, uid), uid) for uid in units])


def _unit_distance(field: Field, side: int, uid: int) -> int | None:
    key = ("distance", uid)
    if key not in field.answers:
        field.answers[key] = command.distance(field, side, (uid,))
    return field.answers[key]


def components(game: Maurice, state: State, units: Sequence[Unit]) -> list[tuple[int, ...]]:
    """Return the largest forces that these units make among themselves."""
    field = game.field(state)
    left = dict.fromkeys([unit.id for unit in reversed(units)])
    found: list[tuple[int, ...]] = []
    while left:
        group = [left.popitem()[0]]
        for uid in group:
            linked = [other for other in measuring.links(field, uid) if other in left]
            for other in linked:
                del left[other]
            group += linked
        found.append(tuple(sorted(group)))
    return found


def plain(game: Maurice, state: State, action: str) -> list[tuple[int, ...]]:
    """Return the plainest forces, whether they can be paid for or not: whole lines, single units, and linked pairs."""
    field = game.field(state)
    key = ("plain", action, state.active, state.fired)
    known = field.answers.get(key)
    if known is not None:
        return list(known)
    units = eligible(state, action)
    wholes = components(game, state, units)
    found = dict.fromkeys(wholes)
    found.update(dict.fromkeys((unit.id,) for unit in units))
    # A unit that is too far away, or cannot do it by itself, may still act with one that is linked to it.
    for whole in wholes:
        if len(whole) > 2:
            links = ((a, b) for a in whole for b in measuring.links(field, a) if a < b and b in whole)
            found.update(dict.fromkeys(links))
    field.answers[key] = tuple(found)
    return list(found)


def affordable(game: Maurice, state: State, action: str, units: tuple[int, ...]) -> bool:
    """Return whether a force serves for an action and the active hand can pay for it."""
    field, most = game.field(state), purse(game, state)
    close = [uid for away, uid in _nearest_first(field, state.active, units) if away <= most]
    if not close or serves(game, state, action, units) is not None:
        return False
    return any((away := _unit_distance(field, state.active, uid)) is not None and away <= most for uid in close)


def payable(game: Maurice, state: State, action: str) -> Iterator[tuple[int, ...]]:
    """Yield the plainest forces that can be paid for; for a charge also the chain that reaches one who can."""
    if state.hands[state.active]:
        some = False
        for units in plain(game, state, action):
            if affordable(game, state, action, units):
                some = True
                yield units
        if not some and action == "charge":
            yield from _reaching(game, state)


@rule("maurice:R24", "maurice:8.half", "maurice:R61")
def _reaching(game: Maurice, state: State) -> Iterator[tuple[int, ...]]:
    """Yield a charging force of which only a unit that cannot charge is close enough to the commander to be paid for.

    It grows from there: by all those who can charge and are linked to it, and otherwise by one who cannot, as long as
    enough may still be found for at least half of it to charge.
    """
    field, most = game.field(state), purse(game, state)
    for whole in components(game, state, eligible(state, "charge")):
        can = frozenset(uid for uid in whole if able(game, state, uid))
        if not can:
            continue
        away = {uid: distance(game, state, (uid,)) for uid in whole}
        todo = [frozenset((uid,)) for uid, n in away.items() if n is not None and n <= most]
        seen = set(todo)
        for force in todo:
            next_to = {other for uid in force for other in measuring.links(field, uid) if other in whole} - force
            willing = next_to & can
            if 2 * len((force | willing) & can) >= len(force | willing):
                yield tuple(sorted(force | willing))
                return
            for more in [willing] if willing else [{uid} for uid in sorted(next_to)]:
                grown = force | more
                if grown not in seen and len(grown - can) <= len(can):
                    seen.add(grown)
                    todo.append(grown)


class ForceChoice(Free):
    """Any legal force: the plain ones are listed, others are named one unit after another."""

    by_hand: ClassVar[str] = "Click a unit, or drag from one unit to another to take all between; then confirm."

    def __init__(self, game: Maurice, state: State, action: str) -> None:
        self.game = game
        self.state = state
        self.action = action

    @rule("maurice:1.forces", "maurice:4.part", "maurice:4.activate", "maurice:R15", "maurice:R16")
    def check(self, action: Action) -> Refusal | None:
        """Return None if these units are a legal force that can be paid for, else why not."""
        if not isinstance(action, Activate):
            return Refusal("A force is named now.", "maurice:4.activate")
        units, state = action.units, self.state
        if not units:
            return Refusal("None of your units stands there: a force is made of them.", "maurice:1.forces")
        if any(a >= b for a, b in pairwise(units)):
            return Refusal("A force names each of its units once, in their order.", "maurice:1.forces")
        for uid in units:
            unit = state.find(uid)
            if unit is None or unit.side != state.active:
                return Refusal("A force is made of your own units on the table.", "maurice:1.forces")
        if not measuring.linked(self.game.field(state), units):
            return Refusal(self._unlinked(units), "maurice:1.forces")
        refusal = serves(self.game, state, self.action, units)
        if refusal is not None:
            return refusal
        away = distance(self.game, state, units)
        if away is None:
            return Refusal("No line of command reaches this force past the enemy.", "maurice:4.line")
        if away > purse(self.game, state):
            reach = purse(self.game, state) // BW
            return Refusal(
                f"This force is {away / BW:.1f} BW away, and all your cards reach {reach}.", "maurice:4.activate"
            )
        return None

    def _unlinked(self, units: Sequence[int]) -> str:
        """Return why these units are no force."""
        field = self.game.field(self.state)
        those = [field.units[uid] for uid in units]
        if len({unit.arm for unit in those}) > 1:
            return "A force is all infantry, all cavalry or all artillery."
        if len({unit.formation for unit in those}) > 1:
            return "The units of a force are in one formation."
        if len({measuring.in_difficult(field, uid) for uid in units}) > 1:
            return "A force stands on ground of one effect: some of these are in difficult terrain, others are not."
        return "Each unit of a force is within 2 BW of another of it."

    def reach(self) -> tuple[Reach, ...]:
        """Return nothing: a force is no place."""
        return ()

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the force that a drag from a unit to another stands for: the chain of linked units between them."""
        last = self._unit_at(x, y)
        first = _unit_id(piece) if piece else last
        if not piece and last is None:
            return Activate(())
        if first is None or self.state.find(first) is None or last is None:
            return None
        return Activate(tuple(sorted(self._chain(first, last))))

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the drafted force with a chain of units added, or, by a click on one of them, without it."""
        more = self.at(x, y, piece)
        if not isinstance(draft, Activate) or not isinstance(more, Activate):
            return more
        now = set(draft.units)
        if len(more.units) == 1 and more.units[0] in now and len(now) > 1:
            return Activate(tuple(sorted(now - set(more.units))))
        return Activate(tuple(sorted(now | set(more.units))))

    def _unit_at(self, x: float, y: float) -> int | None:
        """Return the unit nearest to a point of the scene, if it is close."""
        point = from_scene(self.game.cat.table, x, y)
        if point is None:
            return None
        px, py = point
        field = self.game.field(self.state)
        best = min(
            (
                ((body.centre[0] - px) ** 2 + (body.centre[1] - py) ** 2, uid)
                for uid, body in field.bodies.items()
                if self.state.unit(uid).side == self.state.active
            ),
            default=None,
        )
        return best[1] if best is not None and best[0] <= (3 * BW) ** 2 else None

    def _chain(self, first: int, last: int) -> list[int]:
        """Return the shortest chain of linked units from one to another; both, if there is none."""
        field = self.game.field(self.state)
        own = [unit.id for unit in self.state.side(self.state.active)]
        before: dict[int, int] = {first: first}
        queue = [first]
        for uid in queue:
            for other in own:
                if other not in before and measuring.linked(field, (uid, other)):
                    before[other] = uid
                    queue.append(other)
        if last not in before:
            return sorted({first, last})
        chain = [last]
        while chain[-1] != first:
            chain.append(before[chain[-1]])
        return chain

    def _some(self, rng: Rng) -> tuple[int, ...] | None:
        forces = plain(self.game, self.state, self.action)
        while forces:
            at = rng.below(len(forces))
            if affordable(self.game, self.state, self.action, forces[at]):
                return forces[at]
            forces[at] = forces[-1]
            forces.pop()
        return next(payable(self.game, self.state, self.action), None)

    def sample(self, rng: Rng) -> Action | None:
        """Return a part of a whole line: a unit and some that are linked to it."""
        whole = self._some(rng)
        if whole is None:
            return None
        field = self.game.field(self.state)
        part = [whole[rng.below(len(whole))]]
        for _ in range(rng.below(len(whole))):
            near = [u for u in whole if u not in part and any(measuring.linked(field, (u, v)) for v in part)]
            if not near:
                break
            part.append(near[rng.below(len(near))])
        chosen = Activate(tuple(sorted(part)))
        return chosen if self.check(chosen) is None else Activate(whole)


def _unit_id(piece: str) -> int | None:
    """Return the unit that a piece of the scene is, if it is one."""
    return int(piece[1:]) if piece[:1] == "u" and piece[1:].isdigit() else None
