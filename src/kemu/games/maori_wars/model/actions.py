"""What a player can do in Maori Wars. Counters are named by their ids, hexes by labels, territories by codes."""

from __future__ import annotations

from kemu.core.pending import Action


class Done(Action, tag="done", frozen=True):
    """End what goes on: a phase, or the choosing of units."""


class Place(Action, tag="place", frozen=True):
    """Put a counter on the map: at set-up, or as a reinforcement."""

    unit: str
    to: str


class Raise(Action, tag="raise", frozen=True):
    """Put a Structure on the map at set-up."""

    what: str
    to: str


class Receive(Action, tag="receive", frozen=True):
    """Bring this unit in from the Reinforcement Box."""

    unit: str


class Take(Action, tag="take", frozen=True):
    """Move this counter next; or, while a set-up is changed, set it up anew."""

    unit: str


class TakeStack(Action, tag="stack", frozen=True):
    """Move everything that can still walk out of this hex, together."""

    at: str


class Carry(Action, tag="carry", frozen=True):
    """Move this unit with a Canoe on its shoulders."""

    unit: str
    canoe: str


class Go(Action, tag="go", frozen=True):
    """Move there by a cheapest path."""

    to: str


class OneHex(Action, tag="step", frozen=True):
    """Move one hex, and then choose again: where it matters by which way one goes."""

    to: str


class Stop(Action, tag="stop", frozen=True):
    """Stay here."""


class Load(Action, tag="load", frozen=True):
    """Take this counter on board."""

    unit: str


class Burn(Action, tag="burn", frozen=True):
    """Destroy one's own Canoe."""

    canoe: str


class Embark(Action, tag="embark", frozen=True):
    """Send the scenario's shipment now."""


class Ship(Action, tag="ship", frozen=True):
    """Let the shipment go to this coastal hex."""

    to: str


class Sap(Action, tag="sap", frozen=True):
    """Place the Sap Marker on this unit, against that Pa."""

    unit: str
    to: str


class Shift(Action, tag="shift", frozen=True):
    """Move a unit out of an over-stacked hex."""

    unit: str
    to: str


class Support(Action, tag="support", frozen=True):
    """Let this leader help that Disrupted unit to rally."""

    leader: str
    unit: str


class Negotiate(Action, tag="negotiate", frozen=True):
    """Let this leader negotiate with the Neutrals of that hex."""

    leader: str
    to: str


class Visit(Action, tag="visit", frozen=True):
    """Move the leader who negotiated to a friendly unit."""

    to: str


class Attack(Action, tag="attack", frozen=True):
    """Declare a single combat against this hex."""

    to: str


class Intimidate(Action, tag="intimidate", frozen=True):
    """Bombard Neutrals into an alliance."""

    gun: str
    to: str


class Join(Action, tag="join", frozen=True):
    """Let this unit take part."""

    unit: str


class Everyone(Action, tag="everyone", frozen=True):
    """Let all who may take part do so, and begin."""


class Arrange(Action, tag="arrange", frozen=True):
    """Set up all that is left of one's own, and change it then."""


class Uproot(Action, tag="uproot", frozen=True):
    """Set up the Structure of this hex anew."""

    at: str


class Begin(Action, tag="begin", frozen=True):
    """Begin with those chosen."""


class Evade(Action, tag="evade", frozen=True):
    """Let this unit try to evade."""

    unit: str


class Stand(Action, tag="stand", frozen=True):
    """Do not."""


class Retreat(Action, tag="retreat", frozen=True):
    """This unit goes there."""

    unit: str
    to: str


class Withdraw(Action, tag="withdraw", frozen=True):
    """All that must go, and their leaders, go there together."""

    to: str


class Hold(Action, tag="hold", frozen=True):
    """This unit stays in its Fort or Pa."""

    unit: str


class Follow(Action, tag="follow", frozen=True):
    """This leader goes with the unit."""

    leader: str


class Bombard(Action, tag="bombard", frozen=True):
    """Fire this gun at units, Pa, Village or Canoe."""

    gun: str
    what: str


class Charge(Action, tag="charge", frozen=True):
    """Let this Cavalry charge."""

    unit: str


class Counter(Action, tag="counter", frozen=True):
    """Counter-attack against this hex."""

    to: str


class Absorb(Action, tag="absorb", frozen=True):
    """Let the Fort or Pa try to take the hit."""


class Lose(Action, tag="lose", frozen=True):
    """This unit takes the hit, or is removed."""

    unit: str


class Disrupt(Action, tag="disrupt", frozen=True):
    """This unit becomes Disrupted."""

    unit: str


class Advance(Action, tag="advance", frozen=True):
    """This counter advances."""

    unit: str


class EnterBush(Action, tag="bush", frozen=True):
    """Leave the map for the bush of the same territory."""

    unit: str


class Roam(Action, tag="roam", frozen=True):
    """Move in the bush to an adjacent territory."""

    unit: str
    to: str


class Emerge(Action, tag="emerge", frozen=True):
    """Leave the bush for this hex."""

    unit: str
    to: str


class Raid(Action, tag="raid", frozen=True):
    """Raid the enemy in this hex, from the bush."""

    to: str


class Ambush(Action, tag="ambush", frozen=True):
    """Look for enemies in the bush of this territory, to raid them."""

    to: str


class Strike(Action, tag="strike", frozen=True):
    """Raid this unit, which has been found in the bush."""

    unit: str


class Lurk(Action, tag="lurk", frozen=True):
    """This raider goes to that hex, from which it raids."""

    unit: str
    to: str


class Build(Action, tag="build", frozen=True):
    """Build this Structure here, or upgrade what stands here to it."""

    what: str
    to: str


class Repair(Action, tag="repair", frozen=True):
    """Remove the Disrupted Marker from the Structure here."""

    to: str


class Starve(Action, tag="starve", frozen=True):
    """This unit suffers the attrition."""

    unit: str


class Choose(Action, tag="choose", frozen=True):
    """Answer a dispatch: this counter, or this hex."""

    what: str


AnyAction = (
    Done
    | Place
    | Raise
    | Receive
    | Take
    | TakeStack
    | Carry
    | Go
    | OneHex
    | Stop
    | Load
    | Burn
    | Embark
    | Ship
    | Sap
    | Shift
    | Support
    | Negotiate
    | Visit
    | Attack
    | Intimidate
    | Join
    | Everyone
    | Arrange
    | Uproot
    | Begin
    | Evade
    | Stand
    | Retreat
    | Withdraw
    | Hold
    | Follow
    | Bombard
    | Charge
    | Counter
    | Absorb
    | Lose
    | Disrupt
    | Advance
    | EnterBush
    | Roam
    | Emerge
    | Raid
    | Ambush
    | Strike
    | Lurk
    | Build
    | Repair
    | Starve
    | Choose
)
