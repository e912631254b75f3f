"""Static facts: the cards, the kinds of terrain, the palette and the ready battles, as the kit has them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit
from kemu.parts.tabletop.convex import Outline, anticlockwise, intrudes
from kemu.parts.tabletop.oriented import TURN, ahead
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.segments import meets, on

from .bases import TOUCH, body_of, square_at
from .effects import INTERRUPTS, Effect, Who, Whom, misplaced, read_effect
from .kitfile import ArmyEntry, BattleEntry, BattlesFile, CardsFile, PlacedEntry, Symbol, TerrainFile
from .units import ARMS, BW, DRAWN_UP, FORMATIONS, Piece, Table, TerrainKind, Unit

BATTLES = ("open", "ridge", "broken")
"""The ready battles: `Settings.battle` names them."""
MODIFIERS = ("swords", "musket", "bugle", "cannon", "flag")


class CardUse(Struct, frozen=True):
    """One use of a card's text, ready to be played."""

    window: str
    who: Who
    effects: tuple[Effect, ...]
    whom: Whom | None
    actions: tuple[str, ...]


class Card(Struct, frozen=True):
    """One title of the deck."""

    title: str
    copies: int
    span: int
    symbols: tuple[Symbol, ...]
    text: str
    source: str
    remove: bool
    uses: tuple[CardUse, ...]

    @property
    def event(self) -> bool:
        """Whether it can be the command choice."""
        return "event" in self.symbols


class Form(Struct, frozen=True):
    """A piece of the palette: its outline round its middle, in steps."""

    id: str
    kind: int
    points: tuple[tuple[int, int], ...]
    crest: tuple[tuple[int, int], ...]


class Battle(Struct, frozen=True):
    """A ready battle: terrain, and two armies of twenty units drawn up."""

    id: str
    title: str
    text: str
    pieces: tuple[Piece, ...]
    armies: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    cincs: tuple[tuple[int, int], tuple[int, int]]


class Catalogue:
    """What never changes in a game."""

    @rule("maurice:3.modifier", "maurice:5.terrain", "maurice:R07")
    def __init__(self, kit: Kit) -> None:
        """Read the kit; what cannot be played is an error that names its place."""
        self.kit = kit
        self._read_cards()
        self._read_terrain()
        self._read_battles()

    def _read_cards(self) -> None:
        kit, file = self.kit, self.kit.read("cards.toml", CardsFile)
        self.hand, self.limit = file.hand, file.limit
        cards: list[Card] = []
        for i, entry in enumerate(file.card):
            if any(other.title == entry.title for other in cards):
                raise kit.error("cards.toml", ("card", i, "title"), f"'{entry.title}' stands there twice")
            uses: list[CardUse] = []
            for j, use in enumerate(entry.use):
                try:
                    effects = tuple(read_effect(raw) for raw in use.effects)
                except ValueError as error:
                    raise kit.error("cards.toml", ("card", i, "use", j, "effects"), str(error)) from None
                for k, effect in enumerate(effects):
                    wrong = misplaced(effect, use.window, use.whom)
                    if wrong is not None:
                        raise kit.error("cards.toml", ("card", i, "use", j, "effects", k), wrong)
                uses.append(CardUse(use.window, use.who, effects, use.whom, use.actions))
                needed = _symbol_of(use.window, entry.symbols)
                if needed is not None:
                    where = ("card", i, "use", j, "window")
                    raise kit.error("cards.toml", where, f"a use in {use.window} needs the symbol {needed}")
            cards.append(
                Card(
                    entry.title, entry.copies, entry.span, entry.symbols, entry.text, entry.source, entry.remove,
                    tuple(uses),
                )
            )  # fmt: skip
        self.cards = tuple(cards)
        self.reshuffle = len(cards)
        """What the card Reshuffle is called in a deck."""
        self.full = tuple(index for index, card in enumerate(cards) for _ in range(card.copies))
        self.in_window: dict[str, tuple[int, ...]] = {}
        """Which cards have a use in which window."""
        for index, card in enumerate(cards):
            for use in card.uses:
                if index not in self.in_window.get(use.window, ()):
                    self.in_window[use.window] = (*self.in_window.get(use.window, ()), index)
        if len(self.full) < 4 * self.hand:
            raise kit.error("cards.toml", ("card",), f"{len(self.full)} cards are too few for two hands of {self.hand}")

    def _read_terrain(self) -> None:
        kit, file = self.kit, self.kit.read("terrain.toml", TerrainFile)
        kinds = tuple(
            TerrainKind(
                id=k.id, title=k.title, linear=k.linear, difficult=k.difficult, cover=k.cover,
                obstruction=k.obstruction, water=k.water, impassable=k.impassable, woods=k.woods, bridge=k.bridge,
                level=k.level,
            )
            for k in file.kind
        )  # fmt: skip
        self.table = Table(file.width * BW, file.height * BW, kinds)
        names = {kind.id: index for index, kind in enumerate(kinds)}
        for i, kind in enumerate(kinds):
            if names[kind.id] != i:
                raise kit.error("terrain.toml", ("kind", i, "id"), f"the kind '{kind.id}' stands there twice")
        self.palette: dict[str, Form] = {}
        for i, entry in enumerate(file.palette):
            if entry.id in self.palette:
                raise kit.error("terrain.toml", ("palette", i, "id"), f"the piece '{entry.id}' stands there twice")
            if entry.kind not in names:
                raise kit.error("terrain.toml", ("palette", i, "kind"), f"there is no kind of terrain '{entry.kind}'")
            points = tuple(_steps(spot) for spot in entry.points)
            wide, high = (max(p[a] for p in points) - min(p[a] for p in points) for a in (0, 1))
            if wide > 8 * BW or high > (8 if kinds[names[entry.kind]].linear else 6) * BW:
                raise kit.error("terrain.toml", ("palette", i, "points"), "larger than 8 by 6 BW")
            if not kinds[names[entry.kind]].linear and len(points) < 3:
                raise kit.error("terrain.toml", ("palette", i, "points"), "an area has three corners or more")
            if not kinds[names[entry.kind]].linear:
                if not _simple(points):
                    raise kit.error("terrain.toml", ("palette", i, "points"), "the outline crosses or touches itself")
                points = tuple(anticlockwise(points))
            self.palette[entry.id] = Form(
                entry.id, names[entry.kind], points, tuple(_steps(spot) for spot in entry.crest)
            )
        for i, card in enumerate(self.cards):
            for use in card.uses:
                for effect in use.effects:
                    named = getattr(effect, "piece", None)
                    if named is not None and named not in self.palette:
                        raise kit.error("cards.toml", ("card", i), f"the palette has no piece '{named}'")

    def _read_battles(self) -> None:
        kit, file = self.kit, self.kit.read("battles.toml", BattlesFile)
        self.muster = tuple(ARMS.index(arm) for arm in file.muster)
        self.battles: dict[str, Battle] = {}
        for i, entry in enumerate(file.battle):
            if entry.id not in BATTLES or entry.id in self.battles:
                raise kit.error("battles.toml", ("battle", i, "id"), f"the battles are {', '.join(BATTLES)}, each once")
            pieces = tuple(self._placed(i, j, placed) for j, placed in enumerate(entry.terrain))
            armies = tuple(_army(army, side) for side, army in enumerate((entry.red, entry.blue)))
            self._check_armies(i, entry, armies)
            self.battles[entry.id] = Battle(
                entry.id, entry.title, entry.text, pieces, (armies[0], armies[1]),
                (_steps(entry.red.cinc), _steps(entry.blue.cinc)),
            )  # fmt: skip

        missing = [name for name in BATTLES if name not in self.battles]
        if missing:
            raise kit.error("battles.toml", ("battle",), f"the battle '{missing[0]}' is missing")

    def _placed(self, battle: int, number: int, placed: PlacedEntry) -> Piece:
        """Return a piece of a ready battle: of the palette, and wholly on the table."""
        where = ("battle", battle, "terrain", number)
        if placed.piece not in self.palette:
            raise self.kit.error("battles.toml", (*where, "piece"), f"the palette has no piece '{placed.piece}'")
        piece = self.piece(placed.piece, *_steps(placed.at), placed.turn)
        if not self._holds(piece.points):
            raise self.kit.error("battles.toml", (*where, "at"), "the piece does not lie wholly on the table")
        return piece

    def _holds(self, points: tuple[tuple[int, int], ...]) -> bool:
        return all(0 <= x <= self.table.width and 0 <= y <= self.table.height for x, y in points)

    @rule("maurice:1.formations", "maurice:R18")
    def _check_armies(self, battle: int, entry: BattleEntry, armies: Sequence[tuple[Unit, ...]]) -> None:
        """Every unit stands in a formation of its arm, on the table and on nobody else; so do the commanders."""
        stood: list[Outline] = []
        for army, name, units in zip((entry.red, entry.blue), ("red", "blue"), armies, strict=True):
            for number, unit in enumerate(units):
                where = ("battle", battle, name, "units", number)
                if unit.formation not in DRAWN_UP[unit.arm]:
                    forms = " or ".join(FORMATIONS[form] for form in DRAWN_UP[unit.arm])
                    raise self.kit.error("battles.toml", where, f"{ARMS[unit.arm]} is drawn up in {forms}")
                corners = body_of(unit, (BW, BW)).corners
                if not self._holds(corners):
                    raise self.kit.error("battles.toml", where, "this unit does not stand wholly on the table")
                if any(intrudes(corners, other, TOUCH) for other in stood):
                    raise self.kit.error("battles.toml", where, "another unit stands there")
                stood.append(corners)
            if not self._holds(square_at(_steps(army.cinc))):
                where = ("battle", battle, name, "cinc")
                raise self.kit.error("battles.toml", where, "the commander does not stand wholly on the table")

    @rule("maurice:R01")
    def piece(self, form: str, x: int, y: int, turn: int) -> Piece:
        """Return a piece of the palette with its middle there, turned clockwise by so many degrees."""
        shape = self.palette[form]
        facing = turn * 100 % TURN

        def placed(points: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
            return tuple(ahead((x, y), facing, north, east) for east, north in points)

        return Piece(shape.kind, placed(shape.points), placed(shape.crest))

    def form_of(self, piece: Piece) -> tuple[str, Point, float]:
        """Return which piece of the palette this is, where its middle lies, and by how many degrees it is turned."""
        (ax, ay), (bx, by) = piece.points[:2]
        for form in self.palette.values():
            if form.kind == piece.kind and len(form.points) == len(piece.points):
                (cx, cy), (dx, dy) = form.points[:2]
                turn = round(degrees(atan2(bx - ax, by - ay) - atan2(dx - cx, dy - cy))) % 360
                x, y = ahead((ax, ay), turn * 100, -cy, -cx)
                placed = self.piece(form.id, x, y, turn).points
                if all(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 9 for p, q in zip(placed, piece.points, strict=True)):
                    return form.id, (x, y), turn
        raise KeyError(piece)


def _symbol_of(window: str, symbols: tuple[str, ...]) -> str | None:
    """Return the symbol that a use in this window needs and the card does not have, or None."""
    needed = {
        "volley.before_fire": "musket",
        "march.before_moves": "bugle",
        "charge.before_scores": "swords",
        "bombard.before_fire": "cannon",
        "rally.before_dice": "flag",
        "command": "event",
    }.get(window, "tricorne")
    assert needed != "tricorne" or window in INTERRUPTS
    return None if needed in symbols else needed


def _simple(points: tuple[tuple[int, int], ...]) -> bool:
    """Return whether an outline meets itself nowhere but at the corners of sides that follow one another."""
    sides = list(pairwise((*points, points[0])))
    n = len(sides)
    for i, (a, b) in enumerate(sides):
        c = sides[(i + 1) % n][1]
        if a == b or on(c, a, b) or on(a, b, c):
            return False
        if any(meets(a, b, *sides[j]) for j in range(i + 2, n) if (j + 1) % n != i):
            return False
    return True


def _steps(spot: tuple[float, float]) -> tuple[int, int]:
    return round(spot[0] * BW), round(spot[1] * BW)


def _army(army: ArmyEntry, side: int) -> tuple[Unit, ...]:
    """Return an army drawn up; ids are given when the size is known."""
    return tuple(
        Unit(i, side, ARMS.index(arm), *_steps((x, y)), facing % 360 * 100, FORMATIONS.index(formation))
        for i, (arm, formation, x, y, facing) in enumerate(army.units)
    )
