"""Moeraki-Kemu a second time, from the rulebook alone: sets of points, loops, nothing clever, nothing shared.

It is slow on purpose and knows nothing of the package: the engine is held against it, game by game. Points are
(x, y) with the centre at (0, 0), x to the right and y upwards.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import cache

Point = tuple[int, int]
LOOKS = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}

CORNERS = {(-5, -5), (-5, 5), (5, -5), (5, 5)}
HOLLOWS = {(x, y) for x in range(-5, 6) for y in range(-5, 6) if (x + y) % 2 == 0} - CORNERS
BEACHES = {(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x + y) % 2 == 1}
SEMI_BEACHES = {(x, y) for x in (-2, 0, 2) for y in (-5, 5)} | {(x, y) for x in (-5, 5) for y in (-2, 0, 2)}
FIELD = {(x, y) for x, y in HOLLOWS if abs(x) + abs(y) <= 2}
SHORES = BEACHES | SEMI_BEACHES
SIDELINES = [{at for at in HOLLOWS if at[axis] == side} for axis in (0, 1) for side in (-5, 5)]

OTHER = {"black": "white", "white": "black"}


def name(point: Point) -> str:
    return f"{'abcdefghijk'[point[0] + 5]}{point[1] + 6}"


def point(named: str) -> Point:
    return ("abcdefghijk".index(named[0]) - 5, int(named[1:]) - 6)


@cache
def around(place: Point) -> set[Point]:
    """The hollows beside a beach."""
    x, y = place
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & HOLLOWS


def walk(start: Point, look: str, board: set[Point]) -> list[Point]:
    """The points of the board that lie one after the other in a diagonal direction, the start not among them."""
    dx, dy = LOOKS[look]
    x, y = start[0] + dx, start[1] + dy
    found: list[Point] = []
    while (x, y) in board:
        found.append((x, y))
        x, y = x + dx, y + dy
    return found


class Naive:
    """One game, or a Kemu, that changes as it is played."""

    def __init__(self, variant: str, kemu: int = 1, first: str = "black") -> None:
        self.variant, self.kemu = variant, kemu
        self.placer = first
        self.ball: Point | None = None
        self.last_ball: Point | None = None
        self.results: list[str | None] = []
        self.over = False
        self.way = ""
        self.clear()

    def clear(self) -> None:
        self.stones: dict[Point, str] = {}
        self.tiles: dict[Point, str] = {}
        self.tane: dict[str, Point] = {}
        self.no_tile: set[Point] = set()
        self.due: list[tuple[str, list[Point]]] = []
        self.to_lay = OTHER[self.placer]

    def after(self, choice: str) -> Naive:
        """The game after this choice; this one stays as it is."""
        other = copy(self)
        other.stones, other.tiles, other.tane = dict(self.stones), dict(self.tiles), dict(self.tane)
        other.no_tile, other.due, other.results = set(self.no_tile), list(self.due), list(self.results)
        other.play(choice)
        return other

    # -- questions -------------------------------------------------------------------------------------------

    def turn(self) -> str:
        if self.ball is None:
            return self.placer
        return self.due[0][0] if self.due else self.to_lay

    def options(self) -> set[str]:
        """Every legal choice in the notation of records."""
        if self.over:
            return set()
        if self.ball is None:
            return {name(hollow) for hollow in FIELD if hollow != self.last_ball}
        if self.due:
            places = self.places_for_tane()
            return {"tile"} | {f"{name(place)} {look}" for place in places for look in LOOKS}
        return {name(hollow) for hollow in HOLLOWS if hollow not in self.stones and hollow != self.ball}

    def surrounded(self, beach: Point) -> bool:
        return all(hollow in self.stones or hollow == self.ball for hollow in around(beach))

    def count(self, beach: Point, colour: str) -> int:
        return sum(self.stones.get(hollow) == colour for hollow in around(beach))

    def superior(self, beach: Point) -> str | None:
        black, white = self.count(beach, "black"), self.count(beach, "white")
        return "black" if black > white else "white" if white > black else None

    def worth(self, beach: Point) -> Fraction:
        """A tile on a beach counts one; on a semi-beach one for three to none, a half for two to one."""
        if beach in BEACHES or 3 in (self.count(beach, "black"), self.count(beach, "white")):
            return Fraction(1)
        return Fraction(1, 2)

    def points(self, colour: str) -> Fraction:
        return sum((self.worth(beach) for beach, owner in self.tiles.items() if owner == colour), Fraction(0))

    def recount(self) -> dict[Point, str]:
        """The tiles that must lie when none is due, found afresh from the stones."""
        held = {beach: self.superior(beach) for beach in SHORES if self.surrounded(beach)}
        closed = self.no_tile | set(self.tane.values())
        return {beach: owner for beach, owner in held.items() if owner and beach not in closed}

    # -- choices ---------------------------------------------------------------------------------------------

    def play(self, choice: str) -> None:
        assert choice in self.options(), choice
        if self.ball is None:
            self.ball = point(choice)
            self.clear()
        elif self.due:
            self.answer_tane(choice)
        else:
            self.lay_stone(point(choice))

    def lay_stone(self, hollow: Point) -> None:
        colour = self.to_lay
        self.stones[hollow] = colour
        self.to_lay = OTHER[colour]
        way = self.early_win(colour, hollow)
        if way:
            self.end(colour, way)
            return
        if self.variant != "beginner":
            filled = [beach for beach in SHORES if hollow in around(beach) and self.surrounded(beach)]
            for owner in (colour, OTHER[colour]):
                beaches = [beach for beach in filled if self.superior(beach) == owner]
                if beaches:
                    self.due.append((owner, beaches))
        self.go_on()

    def early_win(self, colour: str, hollow: Point) -> str:
        """The way in which this stone has won, the rarest if there are several."""
        own = {place for place, owner in self.stones.items() if owner == colour}
        if any(sideline <= own for sideline in SIDELINES if hollow in sideline):
            return "ara"
        for one, other in (("ne", "sw"), ("nw", "se")):
            ends = [self.run_ends(hollow, look, own) for look in (one, other)]
            if ends in (["border", "border"], ["border", "ball"], ["ball", "border"]):
                return "awa"
        tahuna = any(around(beach) <= own for beach in BEACHES if hollow in around(beach))
        return "tahuna" if tahuna else ""

    def run_ends(self, hollow: Point, look: str, own: set[Point]) -> str:
        """Where the run of own stones that starts here ends: at the border, at the ball, or at something else."""
        for place in walk(hollow, look, HOLLOWS):
            if place == self.ball:
                return "ball"
            if place not in own:
                return "else"
        return "border"

    def places_for_tane(self) -> list[Point]:
        colour, beaches = self.due[0]
        if self.variant != "master" or colour in self.tane:
            return []
        return [beach for beach in beaches if beach not in self.no_tile and self.worth(beach) == 1]

    def answer_tane(self, choice: str) -> None:
        colour = self.due[0][0]
        if choice != "tile":
            place, look = choice.split()
            self.step_out(colour, point(place), look)
        self.lay_due()
        self.go_on()

    def step_out(self, colour: str, place: Point, look: str) -> None:
        others = set(self.tane.values())
        self.tane[colour] = place
        for beach in walk(place, look, SHORES):
            if beach in others:
                break
            if beach in self.no_tile:
                self.no_tile.remove(beach)
                owner = self.superior(beach) if self.surrounded(beach) else None
                if owner:
                    self.tiles[beach] = owner
            else:
                self.no_tile.add(beach)
                self.tiles.pop(beach, None)

    def lay_due(self) -> None:
        colour, beaches = self.due.pop(0)
        for beach in beaches:
            if beach not in self.no_tile and beach not in self.tane.values():
                self.tiles[beach] = colour

    def go_on(self) -> None:
        """Lay tiles about which there is nothing to ask; end the game when the board is full."""
        while self.due and not self.places_for_tane():
            self.lay_due()
        if self.due or len(self.stones) < len(HOLLOWS) - 1:
            return
        if self.variant == "beginner":
            self.end(None, "draw")
        else:
            black, white = self.points("black"), self.points("white")
            self.end("black" if black > white else "white" if white > black else self.placer, "marae")

    def end(self, winner: str | None, way: str) -> None:
        self.results.append(winner)
        self.way = way
        ten_draws = self.results[-10:] == [None] * 10
        if self.kemu == 1 or ten_draws or (winner and self.results.count(winner) == self.kemu):
            self.over = True
            return
        self.placer = winner or self.placer
        self.last_ball, self.ball = self.ball, None

    def winner(self) -> str | None:
        """The winner of the whole, once it is over."""
        black, white = self.results.count("black"), self.results.count("white")
        return "black" if black > white else "white" if white > black else None
