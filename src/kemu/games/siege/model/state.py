"""The state of a siege, and how to play it."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from ..rules.acting import Act, FireClock, Order
from ..rules.cards import AfterActions, NextCard
from ..rules.facing import Facing
from ..rules.fires import Engulfed, Fled, Kindle
from ..rules.losses import AfterLosses, Lose, Morale
from ..rules.melee import Fight, MassMorale, Melees, Settle
from ..rules.occupying import MoveUp, Occupy
from ..rules.regrouping import Regroup
from ..rules.reinforcements import ComingOn, EdgeDie, Entry, JokerEdges, PickGun, PickKind
from ..rules.retreat.fall_back import FallBack
from ..rules.retreat.order import Retire
from ..rules.setup import Edges, Rearrange, SetUp, UmpireDie
from ..rules.shooting import Volley
from ..rules.winning import Finished
from .pieces import Blaze, Group, Gun, Melee, PoolGun

Switch = bool
_id = attrgetter("id")


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to play."""

    layout: Annotated[
        Literal["legation", "mission", "boulevard"],
        Meta(
            description="legation: a walled compound with two gates, for the sample armies. mission: two houses joined"
            " by breastworks in open ground. boulevard: two compounds and a street; always a double-sized battle."
        ),
    ] = "legation"
    squads: Annotated[
        Literal[4, 5, 6],
        Meta(description="How many squads hold the place (twice as many in a double-sized battle); more is easier."),
    ] = 5
    army: Annotated[
        Literal["boxers", "massed", "riders"],
        Meta(
            description="boxers: 60 Boxers, 20 muskets, 20 Tiger Men. massed: 70, 15, 15. riders: 60, 15, 10 and 15"
            " mounted men (ours, to try the rules for horses)."
        ),
    ] = "boxers"
    gun: Annotated[
        Literal["gun", "jingals"],
        Meta(description="The attackers' heavy weapon: a field gun with four crew, or four jingals, two dice each."),
    ] = "gun"
    joker: Annotated[
        Literal["choose", "die"],
        Meta(description="Where a joker's reinforcements begin: the attackers choose the edge, or a die says it."),
    ] = "choose"
    long_range: Annotated[Switch, Meta(description="From 24 inches on it takes 3 points more to kill.")] = False
    cavalry: Annotated[
        Switch,
        Meta(description="Mounted figures have two dice in melee, but cannot attack men behind hard cover."),
    ] = False
    umpire: Annotated[
        Switch,
        Meta(
            description="One to six rifle counters are missing and nobody knows how many: the garrison hears only when"
            " ammunition is low (five or fewer) and when there is none."
        ),
    ] = False
    composition: Annotated[Switch, Meta(description="On a joker a five brings better troops as well as a six.")] = False
    depleted: Annotated[
        Switch, Meta(description="While no basic attackers are in the pool, every roll brings better troops.")
    ] = False
    double: Annotated[
        Literal[False],
        Meta(description="A double-sized battle needs the double-sized table: choose the boulevard."),
    ] = False
    fires: Annotated[
        Switch, Meta(description="Attackers may set fire to houses, and the garrison may fight the fires.")
    ] = False

    @property
    def doubled(self) -> int:
        """2 in a double-sized battle, which needs the double-sized table; else 1."""
        return 2 if self.layout == "boulevard" else 1


Frames = Union[  # noqa: UP007
    UmpireDie, SetUp, Rearrange, Facing, Edges, NextCard, AfterActions, Act, Order, FireClock, Volley, Lose, Morale,
    AfterLosses, Melees, Fight, MassMorale, Settle, Regroup, Retire, FallBack, MoveUp, Occupy, EdgeDie, JokerEdges,
    Entry, PickKind, PickGun, ComingOn, Kindle, Engulfed, Fled, Finished,
]  # fmt: skip


class State(Struct, frozen=True):
    """Everything about a siege."""

    settings: Settings
    stack: tuple[Frames, ...]
    deck: int = 0
    """The cards still in the deck, one bit each."""
    card: int = -1
    """The card just drawn, or -1."""
    drawn: int = 0
    """How many cards have been drawn."""
    sighted: bool = False
    reshuffled: bool = False
    """Whether the one reshuffle after the sighting has come."""
    groups: tuple[Group, ...] = ()
    """In the order of their ids."""
    guns: tuple[Gun, ...] = ()
    melees: tuple[Melee, ...] = ()
    pool: tuple[int, ...] = ()
    """Figures of each kind off the table, in the order of the kit."""
    pool_guns: tuple[PoolGun, ...] = ()
    down: int = 0
    """Pieces pulled down and gates forced, one bit each."""
    fires: tuple[Blaze, ...] = ()
    ruins: int = 0
    rifle: int = 0
    """Rifle counters left. In a view under the umpire it is -1 for more than five, -2 for one to five."""
    spent: int = 0
    """Rifle counters spent: everybody has heard them drop."""
    low_at: int = -1
    """How many were spent when the umpire called them low, or -1."""
    shells: int = 0
    """Gun counters left."""
    next: int = 1
    """The next group's or gun's id."""
    dead: tuple[int, int] = (0, 0)
    broken: int = 0
    """How many groups of attackers have routed."""

    def place_of(self, gid: int) -> int:
        """Return where among the groups the one with this id is, or would be."""
        return bisect_left(self.groups, gid, key=_id)

    def find(self, gid: int) -> Group | None:
        """Return the group with this id, or None if it is not on the table."""
        groups = self.groups
        at = bisect_left(groups, gid, key=_id)
        return groups[at] if at < len(groups) and groups[at].id == gid else None

    def group(self, gid: int) -> Group:
        """Return the group with this id."""
        groups = self.groups
        at = bisect_left(groups, gid, key=_id)
        if at < len(groups) and groups[at].id == gid:
            return groups[at]
        raise KeyError(gid)

    def gun(self, gid: int) -> Gun:
        """Return the gun with this id."""
        for gun in self.guns:
            if gun.id == gid:
                return gun
        raise KeyError(gid)

    def count(self, side: int) -> int:
        """Return how many figures of a side are on the table."""
        return sum(len(group.men) for group in self.groups if group.side == side)

    def there(self, side: int) -> bool:
        """Return whether a side has anybody on the table."""
        return any(group.side == side and group.men for group in self.groups)

    def melee_of(self, gid: int) -> Melee | None:
        """Return the melee in which a group is locked."""
        for melee in self.melees:
            if gid in melee.groups:
                return melee
        return None
