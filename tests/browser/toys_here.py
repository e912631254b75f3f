"""Toy games with pictures, for what no real game shows yet on its first day: dragging, dice with odds, hidden hands."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from kemu.core.pending import Decide
from kemu.core.registry import About, games
from kemu.scene import Box, Disc, Item, Layer, Panel, Piece, Scene, Selectable, Words, Zone
from toys.ambush import AmbushGame, Play
from toys.dispatch import Attack, Combat, DispatchGame
from toys.march import HEIGHT, LONG, WIDE, WIDTH, MarchGame
from toys.volley import Fire, VolleyGame, odds


def _block(colour: str) -> tuple[Box, ...]:
    return (Box(x=-LONG / 2, y=-WIDE / 2, w=LONG, h=WIDE, fill=colour, stroke="#ffffff", width=200),)


class DrawnMarch(MarchGame):
    """Two rectangles that are dragged."""

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        return Scene(
            title=self.title,
            width=WIDTH,
            height=HEIGHT,
            base=(Box(x=0, y=0, w=WIDTH, h=HEIGHT, fill="#7c9a63"),),
            symbols={"west": _block("#0072b2"), "east": _block("#d55e00")},
            pieces=tuple(
                Piece(id=f"block-{n}", symbol=n, x=b.x, y=b.y, rotate=90 if b.across else 0, label=f"the {n} block")
                for n, b in zip(self.seats, view.state.blocks, strict=True)
            ),
            selectable=() if decide is None else (Selectable(option=0, label="Halt", notation="halt"),),
            text="Two blocks on a meadow.",
        )

    def drags(self, view: Any, decide: Decide) -> tuple[str, ...]:
        return (f"block-{self.seats[decide.seat]}",)


class DrawnVolley(VolleyGame):
    """Men and odds."""

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        men = view.state.men
        options = () if decide is None else cast("tuple[Fire, ...]", decide.options)
        return Scene(
            title=self.title,
            width=200,
            height=100,
            base=(Box(x=0, y=0, w=200, h=100, fill="#445566"),),
            panels=(
                Panel(
                    id="men",
                    title="Men",
                    kind="score",
                    items=tuple(
                        Item(id=f"men-{n}", label=n, value=str(men[i]), seat=i, source="reconstruction" if i else "")
                        for i, n in enumerate(self.seats)
                    ),
                ),
            ),
            selectable=tuple(
                Selectable(
                    option=i,
                    label=f"Fire {fire.how}",
                    notation=fire.how,
                    odds=f"{float(odds(fire.how, men[decide.seat]).mean):.1f} hits" if decide else "",
                )
                for i, fire in enumerate(options)
            ),
        )


class FloorsVolley(VolleyGame):
    """The same choices, on two floors of one tower: seen from above they lie on one spot, one a little nearer."""

    id: ClassVar[str] = "floors"
    title: ClassVar[str] = "Floors"

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        men = view.state.men
        options = () if decide is None else cast("tuple[Fire, ...]", decide.options)
        return Scene(
            title=self.title,
            width=200,
            height=100,
            base=(Box(x=0, y=0, w=200, h=100, fill="#445566"),),
            zones=tuple(
                Zone(id=f"floor-{i}", label=f"floor {i}", outline=Disc(x=100 + i / 4, y=50, r=20)) for i in range(2)
            ),
            selectable=tuple(
                Selectable(
                    option=i,
                    label=f"Fire {fire.how}",
                    target=f"floor-{i}",
                    notation=fire.how,
                    odds=f"{float(odds(fire.how, men[decide.seat]).mean):.1f} hits" if decide else "",
                )
                for i, fire in enumerate(options)
            ),
        )


class RashVolley(VolleyGame):
    """The same choices, on two pieces side by side; the second is warned of."""

    id: ClassVar[str] = "rash"
    title: ClassVar[str] = "Rash"

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        options = () if decide is None else cast("tuple[Fire, ...]", decide.options)
        return Scene(
            title=self.title,
            width=200,
            height=100,
            base=(Box(x=0, y=0, w=200, h=100, fill="#445566"),),
            symbols={"gun": (Disc(x=0, y=0, r=15, fill="#d55e00"),)},
            pieces=tuple(Piece(id=f"gun-{i}", symbol="gun", x=50 + 100 * i, y=50, label=f"gun {i}") for i in range(2)),
            selectable=tuple(
                Selectable(
                    option=i,
                    label=f"Fire {fire.how}",
                    target=f"gun-{i}",
                    notation=fire.how,
                    warns="This may burst the gun." if i else "",
                )
                for i, fire in enumerate(options)
            ),
        )


class FieldDispatch(DispatchGame):
    """Combats that are fought on a map of their own, over the posts; it is there only while one is fought."""

    id: ClassVar[str] = "field"
    title: ClassVar[str] = "Field"

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        fought = any(isinstance(frame, Combat) for frame in view.state.stack)
        field = Layer(name="fight", shapes=(Box(x=20, y=10, w=160, h=30, fill="#c9b27c"),))
        return Scene(
            title=self.title,
            width=200,
            height=100,
            base=(Box(x=0, y=0, w=200, h=100, fill="#445566"),),
            symbols={"post": (Disc(x=0, y=0, r=12, fill="#d55e00"),)},
            layers=(field,) if fought else (),
            # A post of the other seat lies across the edge of each place.
            zones=tuple(
                Zone(id=f"place-{i}", label=f"place {i}", outline=Disc(x=40 + 60 * i, y=60, r=25)) for i in range(3)
            ),
            pieces=tuple(
                Piece(id=f"post-{i}", symbol="post", x=40 + 60 * i, y=85, label=f"post {i}") for i in range(3)
            ),
            selectable=()
            if decide is None
            else tuple(
                Selectable(
                    option=n,
                    label=f"Attack post {option.post}",
                    target=f"place-{option.post}",
                    notation=str(option.post),
                )
                for n, option in enumerate(cast("tuple[Attack, ...]", decide.options))
            ),
        )


class DrawnAmbush(AmbushGame):
    """A hand of cards beside an empty board."""

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        hand = () if view.seat is None else view.state.hands[view.seat]
        options = () if decide is None else decide.options
        return Scene(
            title=self.title,
            width=200,
            height=100,
            base=(
                Box(x=0, y=0, w=200, h=100, fill="#33424a"),
                Words(x=100, y=55, text="Ambush", size=20, fill="#ffffff"),
            ),
            panels=(
                Panel(
                    id="hand",
                    title="Your hand",
                    kind="cards",
                    items=tuple(
                        Item(id=f"card-{i}", label=f"Card {card}", detail="Counts.") for i, card in enumerate(hand)
                    ),
                ),
            ),
            selectable=tuple(
                Selectable(
                    option=i,
                    label=self.label(view, option),
                    target=f"card-{hand.index(option.card)}" if isinstance(option, Play) else "",
                    notation=self.notation(option),
                    # Equal cards are offered once; each of them stands for it.
                    also=_twins(hand, option.card) if isinstance(option, Play) else (),
                )
                for i, option in enumerate(options)
            ),
        )


def _twins(hand: tuple[int, ...], card: int) -> tuple[str, ...]:
    return tuple(f"card-{i}" for i, other in enumerate(hand) if other == card and i != hand.index(card))


for _game in (DrawnMarch, DrawnVolley, FloorsVolley, RashVolley, DrawnAmbush, DispatchGame, FieldDispatch):
    # The registry's own mapping: there is no entry point for a game that only tests know.
    cast("dict[str, Any]", games())[_game.id] = About(
        _game.id, _game.title, f"{_game.title}, a toy.", _game.seats, "1", f"{_game.__module__}:{_game.__name__}"
    )
BATTLES = {
    "volley-near": "BeforeTheVolley",
    "charge-near": "BeforeTheCharge",
    "advance-near": "BeforeTheAdvance",
    "army-near": "ArmyToSetUp",
}
for _id, _name in BATTLES.items():
    cast("dict[str, Any]", games())[_id] = About(
        _id, _name, "A battle that has begun.", ("red", "blue"), "1", f"browser.battles_here:{_name}"
    )
cast("dict[str, Any]", games())["march-near"] = About(
    "march-near", "Before the march", "A stack.", ("british", "maori"), "1", "browser.marches_here:BeforeTheMarch"
)
