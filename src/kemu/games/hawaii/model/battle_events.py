"""What happens in the battles of Hawaii, 1795, and how the log tells it."""

from __future__ import annotations

from typing import Any, ClassVar

from kemu.core.events import Event

from .events import SIDES, OfSeat, in_words, side_does

RESULT = ("no effect", "panic", "elimination")


class BattleBegan(Event, frozen=True, tag="battle"):
    """A battle, or a stage of one, begins. `stage` 0 is at sea, 1 the first battle ashore, 2 the second."""

    at: str
    attacker: int
    stage: int

    @property
    def clause(self) -> str:
        return ("hawaii:11.8", "hawaii:11.1", "hawaii:11.4")[self.stage]

    @property
    def whose(self) -> int | None:
        return self.attacker

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        what = ("Sea battle off", "Battle of", "Second battle of")[self.stage]
        return f"{what} {where}: {side_does(self.attacker, 'attack').replace('The', 'the', 1)}."


class Unopposed(Event, frozen=True, tag="unopposed"):
    """A landing finds nobody to fight."""

    matters: ClassVar[bool] = True
    at: str
    attacker: int
    under: ClassVar[str] = "hawaii:R25"

    @property
    def whose(self) -> int | None:
        return self.attacker

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        return f"Nobody fights for {where}: {side_does(self.attacker, 'hold').replace('The', 'the', 1)} it."


class FleetLaunched(OfSeat, frozen=True, tag="launched"):
    """A war fleet puts to sea, or does not."""

    seat: int
    units: tuple[str, ...]
    under: ClassVar[str] = "hawaii:11.7"

    def tell(self, game: Any) -> str:
        if not self.units:
            return f"{side_does(self.seat, 'launch')} no fleet."
        return f"{side_does(self.seat, 'launch')} a war fleet: {in_words(game.cat, self.units)}."


class FleetSighted(OfSeat, frozen=True, tag="sighted"):
    """A card's owner has said whether a landing is sighted."""

    seat: int
    at: str
    yes: bool
    under: ClassVar[str] = "hawaii:8.2"

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        return f"{side_does(self.seat, 'say')}: the landing on {where} is {'sighted' if self.yes else 'not sighted'}."


class AdvantageRolled(Event, frozen=True, tag="advantage"):
    """Who has the battlefield advantage of a round; no dice where a card gives it."""

    first: int
    dice: tuple[int, ...]
    plus: int
    under: ClassVar[str] = "hawaii:11.1"

    @property
    def whose(self) -> int | None:
        return self.first

    def tell(self, game: Any) -> str:
        if not self.dice:
            return f"{side_does(self.first, 'have') if self.first else 'Kamehameha has'} the advantage by a card."
        rolled = [f"{die}{' + 1' if self.plus == seat else ''}" for seat, die in enumerate(self.dice)]
        has = "has" if self.first == 0 else "have"
        return f"Battlefield advantage, {rolled[0]} to {rolled[1]}: {SIDES[self.first]} {has} it."


class Fired(Event, frozen=True, tag="fired"):
    """One die of a unit; `lost` says why a result had no effect."""

    unit: str
    die: int
    result: int
    lost: str = ""

    @property
    def clause(self) -> str:
        return {"wall": "hawaii:13.0", "elite": "hawaii:12.0", "pikes": "hawaii:14.1"}.get(self.lost, "hawaii:11.2")

    def tell(self, game: Any) -> str:
        why = {
            "wall": ", ignored behind the wall",
            "elite": ", but elites do not panic",
            "pikes": ", held by the pikes",
        }
        rolls = "roll" if game.cat.many(self.unit) else "rolls"
        return f"{game.cat.name(self.unit)} {rolls} {self.die}: {RESULT[self.result]}{why.get(self.lost, '')}."


class UnitHit(Event, frozen=True, tag="hit"):
    """A unit takes a result."""

    unit: str
    eliminated: bool
    under: ClassVar[str] = "hawaii:11.3"

    def tell(self, game: Any) -> str:
        return f"{game.cat.name(self.unit)}: {'eliminated' if self.eliminated else 'panicked'}."


class FightWon(Event, frozen=True, tag="won"):
    """A battle, or a stage of one, is decided."""

    matters: ClassVar[bool] = True
    winner: int
    at: str
    stage: int
    under: ClassVar[str] = "hawaii:11.1"

    @property
    def whose(self) -> int | None:
        return self.winner

    def tell(self, game: Any) -> str:
        what = ("sea battle", "battle", "second battle")[self.stage]
        return f"{side_does(self.winner, 'win')} the {what}."


class Withdrew(Event, frozen=True, tag="withdrew"):
    """Counters retreat, return, or leave; to nowhere means that they are eliminated or lost."""

    units: tuple[str, ...]
    to: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        cat = game.cat
        units = sum(1 << cat.index[unit] for unit in self.units)
        side = next((SIDES[seat] for seat in (0, 1) if units & cat.sides[seat]), "Kauaʻi")
        if not self.to:
            lost = "eliminated" if units & ~cat.canoes else "lost"
            return f"{side}: no way out for {in_words(cat, self.units)}, {lost}."
        return f"{side}: {in_words(cat, self.units)} to {cat.spaces[cat.space[self.to]].name}."
