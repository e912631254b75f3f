"""The state of a game of Maori Wars: where the counters and Structures are, and what has been done in the phase."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from ..rules.advance import Advancing
from ..rules.alliance import Alliance, Talks, Visiting
from ..rules.attack import Attacking
from ..rules.boats import DrivenOff
from ..rules.bombardment import Bombarding, Shelling
from ..rules.bush import BushPhase, Emerging
from ..rules.charge import Charging
from ..rules.chit_fights import ChitFight
from ..rules.chit_places import Burning, Founding, MoreShells, Parleying, SapNow
from ..rules.chit_units import Drafting, Dropping, InPeril, Joining, Retiring, Steadying
from ..rules.chits import Dispatch, Drawing
from ..rules.combat import CombatPhase, Declaring, SingleCombat
from ..rules.construction import Construction
from ..rules.counter_attack import CounterAttacking
from ..rules.evasion import Evading
from ..rules.frame import Finished
from ..rules.movement import Going, Moving
from ..rules.panic import Panic
from ..rules.raids import Ambushing, RaidFight, Raiding
from ..rules.rally import RallyPhase
from ..rules.reinforcement import Arrivals, FromBox
from ..rules.results import AllDisrupted, OneDisrupted, OneLost
from ..rules.retreat import GiveWay
from ..rules.sappers import Sapping
from ..rules.sequence import TurnEnd
from ..rules.setup import FirstTurn, SettingUp
from ..rules.setup_changes import Changing
from ..rules.shipment import Shipping
from ..rules.stacking import Overstacked
from ..rules.supply import BritishSupply, Hunger
from ..rules.transport import Sailing

WARS = {
    "heke": "Hōne Heke’s Challenge, 1845–46: 4 turns",
    "hutt": "The Hutt and Wanganui, 1846–48: 5 turns",
    "taranaki": "First Taranaki War, 1860–61: 6 turns",
    "waikato": "Invasion of the Waikato, 1863–64: 6 turns",
    "tauranga": "Tauranga, 1864: 3 turns",
    "hauhau": "The Hauhau on the East Cape, 1865: 4 turns",
    "titokowaru": "Tītokowaru’s War, 1868–69: 5 turns",
    "tekooti": "Te Kooti, 1868–72: 8 turns",
    "campaign": "The campaign: all eight, one after the other",
}
"""What the form calls the scenarios."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is set up with."""

    scenario: Annotated[
        Literal["heke", "hutt", "taranaki", "waikato", "tauranga", "hauhau", "titokowaru", "tekooti", "campaign"],
        Meta(
            description="Which war is fought: Hōne Heke's is the first; or all of them, one after the other.",
            extra={"labels": WARS},
        ),
    ] = "heke"


Frames = Union[  # noqa: UP007
    FirstTurn,
    SettingUp,
    Changing,
    Arrivals,
    FromBox,
    Sapping,
    Moving,
    Going,
    Sailing,
    Shipping,
    DrivenOff,
    Overstacked,
    RallyPhase,
    Alliance,
    Talks,
    Visiting,
    CombatPhase,
    Declaring,
    SingleCombat,
    Evading,
    GiveWay,
    Drawing,
    Dispatch,
    Dropping,
    Steadying,
    Drafting,
    Joining,
    Retiring,
    MoreShells,
    Parleying,
    Founding,
    Burning,
    InPeril,
    SapNow,
    ChitFight,
    Bombarding,
    Shelling,
    Charging,
    CounterAttacking,
    Attacking,
    Advancing,
    OneDisrupted,
    AllDisrupted,
    OneLost,
    Panic,
    BushPhase,
    Emerging,
    Raiding,
    RaidFight,
    Ambushing,
    Construction,
    Hunger,
    BritishSupply,
    TurnEnd,
    Finished,
]

Site = tuple[int, int, int, int]
"""A Structure: its hex, what it is, whose it is, and whether it is Disrupted."""


class State(Struct, frozen=True, kw_only=True):
    """Everything about a game. Nothing is hidden: the cup is a set of chits, and which comes next is not settled."""

    settings: Settings
    stack: tuple[Frames, ...]
    where: tuple[int, ...]
    """By counter: its hex; or BOX, AWAY (off the map), GONE (out of the game), DUE (still to come); or the bush of a
    territory, BUSH - t."""
    sites: tuple[Site, ...] = ()
    """The Structures, by hex."""
    disrupted: int = 0
    """The Disrupted counters, as bits."""
    war: int = -1
    """In a campaign: which of its wars is fought."""
    score: tuple[int, int] = (0, 0)
    """In a campaign: what the British and the Maori have scored."""
    fallen: tuple[int, ...] = ()
    """In a campaign: leaders who died in earlier wars."""
    turn: int = 1
    seat: int = 1
    """Whose Player Turn it is: 0 the British, 1 the Maori."""
    vp: int = 0
    """By how much the British lead."""
    taken: tuple[int, ...] = ()
    """Towns that the Maori have scored, and no British unit has entered since (R4)."""
    cup: tuple[int, ...] = ()
    """The chits in the cup."""
    aside: tuple[int, ...] = ()
    """Those put aside that will return."""
    sap: tuple[int, ...] = ()
    """Where the Sap Marker lies and the Pa it digs towards, -1 when it has done its work; empty: not placed."""
    bans: tuple[tuple[int, int], ...] = ()
    """Until the end of this turn no British enter this territory from another one."""
    forts: int = 0
    """Forts that have been built."""
    landed: tuple[tuple[int, int], ...] = ()
    """Who has landed this turn by the scenario's instructions, and what it cost; -1: they move no more."""
    spent: int = 0
    """Who has attacked in this phase, as bits."""
    evaded: int = 0
    """Who has evaded in this phase, as bits."""
    fired: int = 0
    """Guns that have fired in this phase, as bits."""
    shelled: tuple[int, ...] = ()
    """Hexes bombarded in this phase."""
    aims: tuple[tuple[int, int], ...] = ()
    """From which hex which hex has been attacked in this phase."""
    queue: tuple[tuple[int, int, int, int], ...] = ()
    """Combats that chits have caused and that wait: chit, effect, the hex where it was drawn, and, as bits, who was in
    the combat there."""
    peace: bool = False
    """No more attacks are declared in this phase."""
    ended: tuple[int, str, str] | None = None
    """Who has won (-1: a draw), how, and the clause."""
