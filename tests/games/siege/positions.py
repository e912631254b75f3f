"""Short builders for positions: inches in, a state out. The table is bare unless a test puts something on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kemu.core.events import Event
from kemu.core.frames import Frame, Step, settle
from kemu.core.pending import Decide, Pending
from kemu.games.siege import Settings, Siege, State
from kemu.games.siege.model.ground import Ground
from kemu.games.siege.model.kitfile import AreaEntry, CompoundEntry, HouseEntry, LayoutFile, LineEntry, Opening
from kemu.games.siege.model.layout import compiled
from kemu.games.siege.model.pieces import ATTACKERS, CREW, GARRISON, SQUAD, Group, Gun, Melee
from kemu.games.siege.rules.acting import Act, Order
from kemu.games.siege.rules.cards import FULL_DECK, NextCard

GAME = Siege()


def inches(*pairs: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * 1000), round(y * 1000)) for x, y in pairs)


def wall(
    a: tuple[float, float], b: tuple[float, float], kind: str = "wall", height: str = "low", step: str = ""
) -> LineEntry:
    name = f"{kind} {a} {b}"
    return LineEntry(id=name, kind=kind, height=height, points=(a, b), step=step, source="test")


def house(
    x: float, y: float, w: float, h: float, openings: Sequence[tuple[str, int, float, float]], storeys: int = 1
) -> HouseEntry:
    return HouseEntry(
        id=f"house {x} {y}",
        name=f"the house at {x:g}, {y:g}",
        outline=((x, y), (x + w, y), (x + w, y + h), (x, y + h)),
        storeys=storeys,
        roof=True,
        opening=tuple(Opening(kind=kind, storey=storey, at=(a, b)) for kind, storey, a, b in openings),
        source="test",
    )


def area(kind: str, x: float, y: float, w: float, h: float) -> AreaEntry:
    outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return AreaEntry(id=f"{kind} {x} {y}", name=f"the {kind}", kind=kind, outline=outline, source="test")


def on_table(*things: Any) -> Siege:
    """The game with a table that has only these things on it; all of it is compound."""
    file = LayoutFile(
        name="a test",
        sentence="",
        source="test",
        width=48,
        height=48,
        compound=(CompoundEntry(outline=((0, 0), (48, 0), (48, 48), (0, 48))),),
        house=tuple(t for t in things if isinstance(t, HouseEntry)),
        line=tuple(t for t in things if isinstance(t, LineEntry)),
        area=tuple(t for t in things if isinstance(t, AreaEntry)),
    )
    return GAME.on_ground(Ground(compiled("legation", file))).on_ground(Ground(compiled("boulevard", file)))


def row(x: float, y: float, number: int, dx: float = 1.0, dy: float = 0.0) -> tuple[tuple[int, int], ...]:
    return inches(*((x + i * dx, y + i * dy) for i in range(number)))


def squad(gid: int, men: tuple[tuple[int, int], ...], room: int = 0, mounted: bool = False) -> Group:
    return Group(gid, GARRISON, SQUAD, men, room, mounted, (gid - 1) % 12)


def foes(gid: int, men: tuple[tuple[int, int], ...], kind: str = "boxers", room: int = 0, gun: int = -1) -> Group:
    return Group(gid, ATTACKERS, kind, men, room, kind == "riders", -1, gun)


def crew(gid: int, gun: int, men: tuple[tuple[int, int], ...]) -> Group:
    return Group(gid, GARRISON, CREW, men, 0, False, 0, gun)


def piece(
    gid: int, x: float, y: float, face: tuple[int, int] = (0, 1), side: int = GARRISON, fired: bool = False
) -> Gun:
    return Gun(gid, side, *inches((x, y)), face, fired)


def state(
    *things: Group | Gun | Melee,
    game: Siege = GAME,
    stack: tuple[Frame, ...] = (),
    options: Settings | None = None,
    **more: Any,
) -> State:
    """A state in the middle of play; unless `stack` says otherwise the next card is due."""
    opening = game.opening(options or Settings())
    more.setdefault("deck", FULL_DECK)
    more.setdefault("next", 100)
    return replace(
        opening,
        stack=(NextCard(), *stack),
        groups=tuple(sorted((t for t in things if isinstance(t, Group)), key=lambda g: g.id)),
        guns=tuple(t for t in things if isinstance(t, Gun)),
        melees=tuple(t for t in things if isinstance(t, Melee)),
        **more,
    )


def order(position: State, gid: int, left: int = 0) -> State:
    """The same position, with an order to this group pending."""
    side = position.group(gid).side
    return replace(position, stack=(NextCard(), Act(side, left, gid, 1), Order(gid)))


def actions(position: State, side: int, left: int) -> State:
    return replace(position, stack=(NextCard(), Act(side, left)))


def play(game: Siege, position: State, *choices: Any) -> tuple[State, list[Event]]:
    """Make the choices one after another."""
    events: list[Event] = []
    for choice in choices:
        position, more = game.apply(position, choice)
        events += more
    return position, events


def options(game: Siege, position: State) -> tuple[Any, ...]:
    pending = game.pending(position)
    assert isinstance(pending, Decide), pending
    return pending.options


def refused(game: Siege, position: State, action: Any) -> str:
    """Return the clause under which an action of the seat to decide is refused; empty if it is allowed."""
    pending = game.pending(position)
    assert isinstance(pending, Decide), pending
    refusal = game.why_not(position, pending.seat, action)
    return "" if refusal is None else refusal.clause


def settled(game: Siege, position: State) -> tuple[State, list[Event], Pending]:
    """Let the frames of a position that was put together by hand run until one waits for something."""
    step = Step(position)
    pending = settle(game, step)
    return step.state, step.events, pending


OPEN = on_table()
SPARE = foes(6, row(40, 44, 3))
ROOMS = (("door", 0, 24, 20), ("window", 0, 28, 24), ("window", 1, 24, 20))


def lodge(storeys: int = 1) -> object:
    """Return a table with one house, its door in the south and a window in the east."""
    return on_table(house(20, 20, 8, 8, ROOMS if storeys > 1 else ROOMS[:2], storeys))
