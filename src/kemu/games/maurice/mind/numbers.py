"""The numbers of `weights.json` by name: a file that lacks one of them, or has one more, is not read."""

from __future__ import annotations

from msgspec import Struct


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """What features, prospects and candidates are worked out with; distances are in BW, what is promised in units."""

    forces: int  # how many are thought of at a time
    charges: int  # of each unit
    moves: int
    singles: int  # units that move alone
    ways: int  # to fire; of plays of cards, twice as many

    call: float  # volleys are called if ours give so much of what theirs do: who calls fires first
    disr: float
    tempo: float  # a BW nearer to the enemy
    turn: float  # turning to an enemy who is near
    meet_foot: float  # so near to the enemy a unit has marched far enough
    meet_horse: float
    bombard: float  # the share of a volley's die that a shot from afar is worth

    die: float  # the DISR that a die gives
    volley_reach: float
    aside: float  # how fast fire is lost as the enemy is more to a side: with 1, at a right angle all of it
    thinned: float  # what is left of the dice of a unit that is half gone
    bear_close: float  # so near to its enemy a unit bears on him fully, and the less from there on
    bear_foot: float  # over so many BW more
    bear_horse: float

    hand: int  # so many cards count whole
    spare_card: float  # each that is more counts so much
    command: float  # beyond this the commander in chief is far off
    before: float  # going forward counts to so far before the enemy
    forward: float  # and no farther than this
    hunt: float  # from so near the last of the enemy count

    flank: int  # how far beside an enemy one goes for his flanks
    deploy: float  # so near to the enemy a column deploys first
    least_wheel: int  # hundredths of a degree that are worth a wheel by itself
    headquarters: int  # so near to the middle of his army the commander stays
    behind: int  # and else goes so far behind it
