"""March: two rectangles on a table. A decision over a continuum: any clear point in reach, along or across."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from kemu import Action, Decide, Frame, Free, Game, Over, Reach, Refusal, Rng, Step, rule

WIDTH, HEIGHT = 60_000, 40_000
PACE = 9_000
LONG, WIDE = 6_000, 3_000


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Go(Action, tag="go", frozen=True):
    """Move the rectangle's centre to a point, in thousandths, and turn it across or along."""

    x: int
    y: int
    across: bool


class Halt(Action, tag="halt", frozen=True):
    """Stay."""


class Block(Struct, frozen=True):
    x: int
    y: int
    across: bool

    def sides(self) -> tuple[int, int]:
        return (WIDE // 2, LONG // 2) if self.across else (LONG // 2, WIDE // 2)

    def overlaps(self, other: Block) -> bool:
        (w, h), (ow, oh) = self.sides(), other.sides()
        return abs(self.x - other.x) < w + ow and abs(self.y - other.y) < h + oh

    def on_table(self) -> bool:
        w, h = self.sides()
        return w <= self.x <= WIDTH - w and h <= self.y <= HEIGHT - h


@dataclass(frozen=True)
class March(Free):
    """Where a block may go: the continuum of a decision."""

    own: Block
    other: Block

    @rule("march:2")
    def check(self, action: Action) -> Refusal | None:
        """Within the pace, on the table, clear of the other block."""
        if not isinstance(action, Go):
            return Refusal("A block goes or halts.", "march:2")
        if (action.x - self.own.x) ** 2 + (action.y - self.own.y) ** 2 > PACE**2:
            return Refusal(f"That is farther than {PACE // 1000} paces.", "march:2")
        there = Block(action.x, action.y, action.across)
        if not there.on_table():
            return Refusal("The block would leave the table.", "march:2")
        if there.overlaps(self.other):
            return Refusal("The other block stands there.", "march:2")
        return None

    def reach(self) -> tuple[Reach, ...]:
        x, y = self.own.x, self.own.y
        circle = f"M{x - PACE} {y}a{PACE} {PACE} 0 1 0 {2 * PACE} 0a{PACE} {PACE} 0 1 0 {-2 * PACE} 0z"
        return (Reach(circle, "one march"),)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """A drag goes there and keeps the block as it is turned. The scene is the table itself."""
        return Go(round(x), round(y), self.own.across) if abs(x) + abs(y) < 1e9 else None

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """A march has no parts: every drag is a new answer."""
        return self.at(x, y, piece)

    def sample(self, rng: Rng) -> Action | None:
        for _ in range(60):
            dx = rng.below(2 * PACE + 1) - PACE
            span = isqrt(PACE**2 - dx**2)
            go = Go(self.own.x + dx, self.own.y + rng.below(2 * span + 1) - span, bool(rng.below(2)))
            if self.check(go) is None:
                return go
        return None


@rule("march:1")
class Turn(Frame, frozen=True, tag="turn"):
    """1: the seats march in turn; who stands wholly in the other's last quarter has won."""

    seat: int
    left: int

    def ask(self, game: Any, state: State) -> Decide | Over:
        for seat, block in enumerate(state.blocks):
            w, _ = block.sides()
            if block.x - w >= WIDTH * 3 // 4 if seat == 0 else block.x + w <= WIDTH // 4:
                return Over(seat, "broke through", "march:1", tuple(float(seat == s) for s in (0, 1)))
        if not self.left:
            return Over(None, "night", "march:1", (0.0, 0.0))
        free = March(state.blocks[self.seat], state.blocks[1 - self.seat])
        return Decide(self.seat, "March, or halt.", "march:2", (Halt(),), free)

    def answer(self, game: Any, step: Step[State], choice: Go | Halt) -> None:
        if isinstance(choice, Go):
            blocks = list(step.state.blocks)
            blocks[self.seat] = Block(choice.x, choice.y, choice.across)
            step.set(blocks=tuple(blocks))
        step.swap(Turn(1 - self.seat, self.left - 1))


class State(Struct, frozen=True):
    stack: tuple[Turn, ...]
    blocks: tuple[Block, Block]


class MarchGame(Game[State, Settings]):
    """Two rectangles, and all the ground between them."""

    id: ClassVar[str] = "march"
    title: ClassVar[str] = "March"
    seats: ClassVar[tuple[str, ...]] = ("west", "east")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Go | Halt
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return 60

    def opening(self, settings: Settings) -> State:
        middle = HEIGHT // 2
        return State((Turn(0, 60),), (Block(5_000, middle, True), Block(WIDTH - 5_000, middle, True)))
