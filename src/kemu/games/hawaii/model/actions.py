"""What a player can do in Hawaii, 1795. Counters, spaces and cards are named by their ids in the kit."""

from __future__ import annotations

from kemu.core.pending import Action


class Place(Action, tag="place", frozen=True):
    """Put a counter on the map: at set-up, or as a recruit."""

    unit: str
    at: str


class Walk(Action, tag="walk", frozen=True):
    """Go to the island's other space."""

    unit: str


class Sail(Action, tag="sail", frozen=True):
    """Begin a fleet move with this canoe."""

    canoe: str


class Load(Action, tag="load", frozen=True):
    """Take this unit on board. The first one also says where the canoe picks up."""

    unit: str


class Land(Action, tag="land", frozen=True):
    """Sail there and put everybody ashore."""

    at: str


class Done(Action, tag="done", frozen=True):
    """Move nothing more."""


class Attack(Action, tag="attack", frozen=True):
    """Resolve the battle of this space next."""

    at: str


class Launch(Action, tag="launch", frozen=True):
    """Add this counter to the war fleet."""

    unit: str


class PutToSea(Action, tag="sea", frozen=True):
    """The war fleet is complete: meet the landing at sea."""


class Wait(Action, tag="wait", frozen=True):
    """Launch no war fleet: wait for them ashore."""


class Fire(Action, tag="fire", frozen=True):
    """Let this unit fire next."""

    unit: str


class Lose(Action, tag="lose", frozen=True):
    """Give the result to this unit."""

    unit: str


class Retreat(Action, tag="retreat", frozen=True):
    """Retreat to this space."""

    at: str


class Wreck(Action, tag="wreck", frozen=True):
    """Lose this canoe."""

    canoe: str


class Drown(Action, tag="drown", frozen=True):
    """Lose this unit with its canoe."""

    unit: str


class SendHome(Action, tag="home", frozen=True):
    """Send this unit to the Recruit Box."""

    unit: str


class Use(Action, tag="use", frozen=True):
    """Let the event of this card happen."""

    card: str


class Decline(Action, tag="decline", frozen=True):
    """Leave the event of this card alone."""

    card: str


class Sighted(Action, tag="sighted", frozen=True):
    """Say whether the landing fleet is sighted."""

    yes: bool


class Hold(Action, tag="hold", frozen=True):
    """Keep the card for its event."""

    card: str


class Discard(Action, tag="discard", frozen=True):
    """Do not keep the card."""

    card: str


AnyAction = (
    Place
    | Walk
    | Sail
    | Load
    | Land
    | Done
    | Attack
    | Launch
    | PutToSea
    | Wait
    | Fire
    | Lose
    | Retreat
    | Wreck
    | Drown
    | SendHome
    | Use
    | Decline
    | Sighted
    | Hold
    | Discard
)


def counter_of(action: Action) -> str | None:
    """Return the counter that an action names: a unit, or the canoe that stands for a fleet."""
    match action:
        case Sail() | Wreck():
            return action.canoe
        case Place() | Walk() | Load() | Launch() | Fire() | Lose() | Drown() | SendHome():
            return action.unit
        case _:
            return None


def space_of(action: Action) -> str | None:
    """Return the space that an action names."""
    return action.at if isinstance(action, Place | Land | Attack | Retreat) else None


def card_of(action: Action) -> str | None:
    """Return the card that an action names."""
    return action.card if isinstance(action, Use | Decline | Hold | Discard) else None
