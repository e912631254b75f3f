"""What happens in a game of Maori Wars, and how the log tells it."""

from __future__ import annotations

from typing import Any, ClassVar

from kemu.core.events import Event

SIDES = ("the British", "the Maori")


def names(game: Any, units: tuple[str, ...]) -> str:
    """Return counters as words: 2 Infantry, Hulme and Artillery."""
    cat = game.cat
    counted: dict[str, list[int]] = {}
    for unit in units:
        index = cat.index[unit]
        counted.setdefault(cat.counters[index].name, []).append(index)
    words = [
        name if len(alike) == 1 else f"{len(alike)} {cat.kind_name(cat.kind[alike[0]], cat.side[alike[0]], many=True)}"
        for name, alike in counted.items()
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class _Told(Event, frozen=True):
    """An event that carries its clause."""

    under: str


class TurnBegan(Event, frozen=True, tag="turn"):
    """A Player Turn begins."""

    turn: int
    seat: int
    under: ClassVar[str] = "maori_wars:2.0"

    @property
    def whose(self) -> int | None:
        return self.seat

    def tell(self, game: Any) -> str:
        return f"Turn {self.turn}: {SIDES[self.seat]} move."


class Stood(_Told, frozen=True, tag="stood"):
    """A counter is put on the map, into the bush or into the Box."""

    unit: str
    at: str
    seat: int

    @property
    def whose(self) -> int | None:
        return self.seat

    def tell(self, game: Any) -> str:
        return f"{names(game, (self.unit,))} comes to {game.place(self.at)}."


class StructureStood(_Told, frozen=True, tag="structure"):
    """A Structure is put on the map, or replaces another."""

    what: str
    at: str
    seat: int
    """Whose it is; -1: the Neutrals'."""

    def tell(self, game: Any) -> str:
        return f"There is a {self.what.capitalize()} at {game.place(self.at)}."


class StructureLost(_Told, frozen=True, tag="lost"):
    """A Structure is eliminated, or goes down a step."""

    matters: ClassVar[bool] = True
    what: str
    at: str
    left: str

    def tell(self, game: Any) -> str:
        after = f"; a {self.left.capitalize()} is left" if self.left else ""
        return f"The {self.what.capitalize()} at {game.place(self.at)} is lost{after}."


class TownTaken(Event, frozen=True, tag="town"):
    """The Maori take a Town, or the British take it back."""

    matters: ClassVar[bool] = True
    at: str
    seat: int
    under: ClassVar[str] = "maori_wars:R4"

    def tell(self, game: Any) -> str:
        side = SIDES[self.seat]
        return f"{side[0].upper()}{side[1:]} take {game.place(self.at)}."


class Scored(_Told, frozen=True, tag="scored"):
    """A side gains Victory Points."""

    seat: int
    points: int
    total: int
    """The lead of the British now."""

    @property
    def whose(self) -> int | None:
        return self.seat

    def tell(self, game: Any) -> str:
        gain = "A Victory Point" if self.points == 1 else f"{self.points} Victory Points"
        lead = "level" if not self.total else f"{abs(self.total)} ahead for {SIDES[self.total < 0]}"
        return f"{gain} for {SIDES[self.seat]}: {lead}."


class Moved(_Told, frozen=True, tag="moved"):
    """Counters go from one place to another."""

    units: tuple[str, ...]
    start: str
    to: str
    how: str
    """moves, lands, retreats, evades, advances, is moved, is carried"""

    def tell(self, game: Any) -> str:
        return f"{names(game, self.units)}: {self.how}, {game.place(self.start)} to {game.place(self.to)}."


class Eliminated(_Told, frozen=True, tag="eliminated"):
    """A counter is taken off the map."""

    matters: ClassVar[bool] = True
    unit: str
    at: str

    def tell(self, game: Any) -> str:
        return f"{names(game, (self.unit,))} at {game.place(self.at)}: eliminated."


class CanoeLost(_Told, frozen=True, tag="canoe"):
    """A Canoe is captured, destroyed or burned."""

    canoe: str
    at: str
    how: str

    def tell(self, game: Any) -> str:
        return f"A Canoe at {game.place(self.at)} is {self.how}."


class Rolled(_Told, frozen=True, tag="rolled"):
    """A die is rolled and read."""

    seat: int
    what: str
    die: int
    drm: int
    result: str

    @property
    def whose(self) -> int | None:
        return self.seat if self.seat >= 0 else None

    def tell(self, game: Any) -> str:
        drm = f" {'+' if self.drm > 0 else '−'} {abs(self.drm)}" if self.drm else ""
        return f"{self.what[0].upper()}{self.what[1:]}: {self.die}{drm}: {self.result}."


class Disrupted(_Told, frozen=True, tag="disrupted"):
    """A unit, or the Structure of a hex (`unit` is empty then), is Disrupted."""

    unit: str
    at: str

    def tell(self, game: Any) -> str:
        who = names(game, (self.unit,)) if self.unit else "the Structure"
        return f"{who[0].upper()}{who[1:]} at {game.place(self.at)}: Disrupted."


class Rallied(_Told, frozen=True, tag="rallied"):
    """A Disrupted Marker is removed."""

    unit: str
    at: str

    def tell(self, game: Any) -> str:
        who = names(game, (self.unit,)) if self.unit else "the Structure"
        return f"{who[0].upper()}{who[1:]} at {game.place(self.at)}: no longer Disrupted."


class Allied(_Told, frozen=True, tag="allied"):
    """Neutrals take a side."""

    matters: ClassVar[bool] = True
    at: str
    seat: int

    def tell(self, game: Any) -> str:
        return f"The Neutrals at {game.place(self.at)} join {SIDES[self.seat]}."


class CombatDeclared(_Told, frozen=True, tag="combat"):
    """A single combat, or a raid, is declared."""

    seat: int
    at: str
    units: tuple[str, ...]
    raid: bool = False

    @property
    def whose(self) -> int | None:
        return self.seat

    def tell(self, game: Any) -> str:
        who = names(game, self.units) if self.units else "Guns alone"
        return f"{who}: {'raid' if self.raid else 'attack'} on {game.place(self.at)}."


class ChitDrawn(Event, frozen=True, tag="chit"):
    """A Battle Dispatch is drawn."""

    matters: ClassVar[bool] = True
    chit: int
    played: bool
    under: ClassVar[str] = "maori_wars:9.0.3"

    def tell(self, game: Any) -> str:
        chit = game.cat.chits[self.chit - 1]
        if self.played or chit.plain:
            return f"Dispatch {self.chit}, {chit.title}. {chit.text}"
        return f"Dispatch {self.chit}, {chit.title}: it cannot be carried out, so all goes according to plan."


class CupFilled(Event, frozen=True, tag="cup"):
    """The chits that return go back into the cup."""

    number: int
    under: ClassVar[str] = "maori_wars:R28"

    def tell(self, game: Any) -> str:
        return f"The cup is empty: {self.number} chits go back into it."


class SapPlaced(Event, frozen=True, tag="sap"):
    """The Sap Marker is placed."""

    at: str
    to: str
    under: ClassVar[str] = "maori_wars:6.0.1"

    def tell(self, game: Any) -> str:
        return f"Sappers dig from {game.place(self.at)} towards the Pa at {game.place(self.to)}."


class Noted(_Told, frozen=True, tag="noted"):
    """Something else that is worth a line."""

    text: str

    def tell(self, game: Any) -> str:
        return self.text


class GameEnded(_Told, frozen=True, tag="ended"):
    """The game is over."""

    matters: ClassVar[bool] = True
    winner: int
    """A seat, or -1: a draw."""
    reason: str

    def tell(self, game: Any) -> str:
        return ending(self.winner, self.reason)


def ending(winner: int, reason: str) -> str:
    """Return how it ended, in a sentence."""
    if winner < 0:
        return "The war ends undecided: a draw."
    side = SIDES[winner]
    return f"{side[0].upper()}{side[1:]} win: {reason}."
