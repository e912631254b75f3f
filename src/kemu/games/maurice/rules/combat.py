"""Chapter 8, combat: scores, who is disrupted or broken, and who falls back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Next
from ..model.effects import Add, Cap, Treat
from ..model.events import FellBack, Result, Score
from ..model.names import name
from ..model.units import ART, CAV, COLUMN
from . import engagement, fall_back, measuring
from .cards import Window, in_force, total, waived
from .morale import disrupt, lose

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

VALUE = 6
ARTILLERY_VALUE = 1
VULNERABLE = -6
BAD_TERRAIN = -2
ATTACKS_COVER = -2
DOUBLED = -1
"""As a result: broken at once."""


class Pair(Struct, frozen=True, array_like=True):
    """An attacker and a defender that it is engaged with, as they stood when the charge had ended."""

    attacker: int
    defender: int
    flank: bool
    cover: bool


class Line(Struct, frozen=True):
    """One entry of a combat score: what it is for, how much, and its clause."""

    why: str
    n: int
    clause: str


@rule("maurice:8.engaged", "maurice:8.flanked", "maurice:8.cover")
def pairs_of(game: Maurice, state: State, attackers: Sequence[int]) -> tuple[Pair, ...]:
    """Return who is engaged with whom after a charge."""
    found = engagement.engagements(game.field(state), attackers)
    return tuple(Pair(one.attacker, one.defender, one.flank, one.cover) for one in found)


def engaged(pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return everybody who is engaged."""
    return tuple(sorted({uid for pair in pairs for uid in (pair.attacker, pair.defender)}))


def foes(pairs: Iterable[Pair], uid: int) -> list[int]:
    """Return whom a unit is engaged with."""
    return [p.defender if p.attacker == uid else p.attacker for p in pairs if uid in (p.attacker, p.defender)]


@rule("maurice:8.score", "maurice:8.zero", "maurice:8.disr", "maurice:8.badTerrain", "maurice:8.vulnerable")
@rule("maurice:8.higher", "maurice:8.attackCover", "maurice:8.card", "maurice:R57", "maurice:R58", "maurice:5.bad")
def lines_of(game: Maurice, state: State, pairs: Sequence[Pair], uid: int) -> list[Line]:
    """The entries of a unit's combat score before its die, in the order of the chart."""
    unit = state.unit(uid)
    field = game.field(state)
    gun = unit.arm == ART
    found = [Line("artillery" if gun else "infantry or cavalry", ARTILLERY_VALUE if gun else VALUE, "maurice:8.score")]
    attacks = [pair for pair in pairs if pair.attacker == uid]
    height = measuring.level(field, uid)
    if any(measuring.level(field, p.defender) > height for p in attacks) and not waived(game, state, "height", uid):
        found.append(Line("attacks higher ground", -1, "maurice:8.higher"))
    if unit.disr:
        found.append(Line(f"{unit.disr} DISR", -unit.disr, "maurice:8.disr"))
    if measuring.bad_terrain(field, uid):
        found.append(Line("in bad terrain", BAD_TERRAIN, "maurice:8.badTerrain"))
    if any(p.cover and state.unit(p.defender).arm != CAV for p in attacks) and not waived(game, state, "cover", uid):
        found.append(Line("attacks cover", ATTACKS_COVER, "maurice:8.attackCover"))
    if unit.formation == COLUMN:
        found.append(Line("in column", VULNERABLE, "maurice:8.vulnerable"))
    elif any(pair.flank for pair in pairs if pair.defender == uid):
        found.append(Line("flanked", VULNERABLE, "maurice:8.vulnerable"))
    outnumbered = outnumbered_by(state, pairs, uid)
    if outnumbered:
        found.append(Line("outnumbered", -outnumbered, "maurice:8.outnumbered"))
    added = total(game, state, Add, uid, "combat")
    if added:
        found.append(Line("card", added, "maurice:8.card"))
    return found


@rule("maurice:8.outnumbered", "maurice:8.figOutnumbered", "maurice:R58")
def outnumbered_by(state: State, pairs: Sequence[Pair], uid: int) -> int:
    """A unit that engages more than one enemy counts those that engage only it; artillery does not count."""

    def enemies(one: int) -> list[int]:
        return [foe for foe in foes(pairs, one) if state.unit(foe).arm != ART]

    mine = enemies(uid)
    if len(mine) < 2:
        return 0
    return sum(1 for foe in mine if set(enemies(foe)) <= {uid})


@rule("maurice:8.zero")
def value_of(lines: Iterable[Line]) -> int:
    """The sum of the entries, and never less than zero."""
    return max(0, sum(line.n for line in lines))


@rule("maurice:8.passive")
def passive_result(score: int, attackers: Sequence[int]) -> int:
    """A defender that is doubled breaks; beaten it takes 2 DISR, otherwise 1.

    >>> passive_result(4, [8]), passive_result(4, [7]), passive_result(4, [4])
    (-1, 2, 1)
    """
    if any(other >= 2 * score for other in attackers):
        return DOUBLED
    return 2 if any(other > score for other in attackers) else 1


@rule("maurice:8.active")
def active_result(score: int, defenders: Sequence[int]) -> int:
    """An attacker takes 2 DISR if a defender that still stands scored as much or more, otherwise 1.

    >>> active_result(7, [7]), active_result(7, [6]), active_result(7, [])
    (2, 1, 1)
    """
    return 2 if any(other >= score for other in defenders) else 1


@rule("maurice:8.die", "maurice:8.passive", "maurice:8.active", "maurice:8.fallBack", "maurice:F.4", "maurice:R62")
@rule("maurice:8.figCombat")
class Combat(Frame, frozen=True, tag="combat"):
    """Modifying cards; then everybody's score, then passive units first, then active ones; attackers fall back."""

    attackers: tuple[int, ...]
    pairs: tuple[Pair, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    stage: int = 0

    def ask(self, game: Maurice, state: State) -> Dice | None:
        if self.stage == 2 and (uid := self._next()) is not None:
            return Dice(1, "maurice:8.die", f"The combat die of {name(state.unit(uid))}.")
        return None

    def _next(self) -> int | None:
        done = {uid for uid, _ in self.scores}
        return next((uid for uid in engaged(self.pairs) if uid not in done), None)

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        uid = self._next()
        assert uid is not None
        unit = step.state.unit(uid)
        value, die = value_of(lines_of(game, step.state, self.pairs, uid)), int(choice[0])
        step.say(Score(unit.side, name(unit), value, die))
        step.swap(replace(self, scores=(*self.scores, (uid, value + die))))

    def run(self, game: Maurice, step: Step[State]) -> None:
        state = step.state
        if self.stage == 0:
            pairs = pairs_of(game, state, [uid for uid in self.attackers if state.find(uid) is not None])
            if not pairs:
                step.pop()
                return
            step.swap(replace(self, pairs=pairs, stage=1))
        elif self.stage == 1:
            seats = (state.active, 1 - state.active)
            window = Window(("charge.before_scores",), seats, "charge", engaged(self.pairs))
            step.swap(replace(self, stage=2), window)
        elif not self._resolve(game, step):
            left = tuple(uid for uid in sorted({p.attacker for p in self.pairs}) if step.state.find(uid) is not None)
            step.swap(FallingBack(left))

    def _resolve(self, game: Maurice, step: Step[State]) -> bool:
        """Resolve passive units, then active ones. Return whether the battle is over."""
        scores = dict(self.scores)
        for uid in sorted({pair.defender for pair in self.pairs}):
            against = [scores[foe] for foe in foes(self.pairs, uid)]
            if self._suffer(game, step, uid, scores[uid], against, passive_result(scores[uid], against)):
                return True
        for uid in sorted({pair.attacker for pair in self.pairs}):
            still = [foe for foe in foes(self.pairs, uid) if step.state.find(foe) is not None]
            against = [scores[foe] for foe in still]
            if self._suffer(game, step, uid, scores[uid], against, active_result(scores[uid], against)):
                return True
        return False

    def _suffer(
        self, game: Maurice, step: Step[State], uid: int, score: int, against: Sequence[int], result: int
    ) -> bool:
        unit = step.state.unit(uid)
        passive = unit.side != step.state.active
        capped = total(game, step.state, Cap, uid)
        if result > 0 and capped:
            result = min(result, capped)
        clause = "maurice:8.passive" if passive else "maurice:8.active"
        step.say(Result(unit.side, name(unit), score, tuple(against), result, clause))
        if result == DOUBLED:
            return lose(step, uid, "in combat")
        return disrupt(step, uid, result, "in combat")


@rule("maurice:8.fallBack", "maurice:8.fallDistance", "maurice:R59", "maurice:R60")
class FallingBack(Frame, frozen=True, tag="falling-back"):
    """Attackers still in contact with the enemy fall back, in the order that their player likes."""

    units: tuple[int, ...]

    def ask(self, game: Maurice, state: State) -> Decide | None:
        left = self._left(game, state)
        if len(left) < 2:
            return None
        options: tuple[Action, ...] = tuple(Next(uid) for uid in left)
        return Decide(state.active, "Which unit falls back next?", "maurice:8.fallBack", options)

    def _left(self, game: Maurice, state: State) -> list[int]:
        field = game.field(state)
        return [
            uid
            for uid in self.units
            if uid in field.units
            and any(measuring.contact(field, uid, foe) for foe in field.foes(field.units[uid].side))
        ]

    def run(self, game: Maurice, step: Step[State]) -> None:
        left = self._left(game, step.state)
        if left:
            self._fall(game, step, left[0])
        else:
            step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Next) -> None:
        self._fall(game, step, choice.unit)

    def _fall(self, game: Maurice, step: Step[State], uid: int) -> None:
        from .cinc import displace
        from .marching import tell_disr

        state = step.state
        plan = fall_back.plan(game.field(state), uid, difficult_impassable=in_force(game, state, Treat))
        step.swap(FallingBack(tuple(other for other in self.units if other != uid)))
        unit = state.unit(uid)
        if plan.failed is None:
            step.say(FellBack(unit.side, name(unit)))
            tell_disr(step, plan.disr, terrain=plan.terrain and not plan.crossed)
        # Everybody stands, or sits on the DISR that broke him, until the breaking is told one after another.
        kept = {other.id: other for other in plan.units}
        step.set(units=tuple(kept.get(other.id, other) for other in state.units))
        for gone, why in plan.broken:
            if lose(step, gone, f"({why[0].lower()}{why[1:].rstrip('.')})"):
                return
        for side in (state.active, 1 - state.active):
            if plan.cinc_hit >> side & 1:
                displace(step, side)
