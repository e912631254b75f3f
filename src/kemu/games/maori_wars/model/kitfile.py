"""The shape of the kit's files: what may stand in them, before anything is worked out from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Source = Literal["rulebook", "report", "reconstruction"]
Side = Literal["maori", "british", "queenite", "neutral"]
Word = Annotated[str, Meta(min_length=1)]
"""What players read or write: never empty."""
Count = Annotated[int, Meta(ge=1)]
Label = Annotated[str, Meta(pattern=r"^\d{4}$")]
"""A hex by its column and row: 1417."""
Hexside = Annotated[str, Meta(pattern=r"^\d{4}/\d{4}$")]
Result = Literal["none", "retreat", "disrupted", "all-disrupted", "eliminated", "eliminated-rest-disrupted"]
Shelled = Literal["none", "disrupted", "eliminated", "removed", "destroyed", "join-maori", "join-british"]
Talk = Literal["opponent", "none", "joins"]
Moves = Literal["light", "foot", "horse", "gun", "boat"]
TerrainName = Literal["clear", "rough", "mountain", "ocean", "lake", "island"]


# -- map.toml ------------------------------------------------------------------------------------------------


class Grid(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hex grid."""

    columns: Annotated[int, Meta(ge=1, le=99)]
    rows: Annotated[int, Meta(ge=1, le=99)]
    top: Literal["flat", "pointy"]
    shifted: Literal["odd", "even"]
    source: Source


class Territory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A territory: of the bush, and of designated areas."""

    code: Word
    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    name: Word
    borders: tuple[str, ...]
    source: Source


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the map, a letter a column."""

    row: Count
    terrain: Word
    territory: Word


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named place. Several may share a hex; the first of a hex is the one that is printed."""

    name: Word
    hex: Label
    town: bool = False
    shown: bool = True
    source: Source


class River(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A river from its mouth (or where it joins another) upstream; boats go between successive hexes."""

    name: Word
    hexes: Annotated[tuple[Label, ...], Meta(min_length=1)]
    navigable: Annotated[int, Meta(ge=0)] = 0
    """How many of its hexes, from the lower end, are navigable."""
    source: Source


class Lake(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lake: the dashed hexsides that it covers."""

    name: Word
    sides: tuple[Hexside, ...]
    source: Source


class Strait(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All-water hexsides between two land hexes."""

    name: Word
    sides: tuple[Hexside, ...]
    source: Source


class Map(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`map.toml`."""

    source: Source
    grid: Grid
    territory: tuple[Territory, ...]
    row: tuple[Row, ...]
    place: tuple[Place, ...]
    river: tuple[River, ...] = ()
    lake: tuple[Lake, ...] = ()
    strait: tuple[Strait, ...] = ()


# -- units.toml ----------------------------------------------------------------------------------------------


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit and all that the rules ask of it (R1)."""

    id: Word
    name: Word
    plural: Word
    mark: Annotated[str, Meta(min_length=1, max_length=3)]
    """What a list of counters calls it."""
    moves: Moves
    allowance: Annotated[int, Meta(ge=0, le=20)]
    strength: Annotated[int, Meta(ge=0, le=1)]
    combat: bool
    """A combat unit: it fights and counts for stacking."""
    occupies: bool
    """A hex or Structure that holds one is occupied."""
    boat: bool = False
    shells: bool = False
    """It bombards."""
    charges: bool = False
    infantry: bool = False
    """Counts as Infantry: Militia attacks with it without a penalty."""
    bush: bool = False
    """It may enter the bush, and raid."""
    carries: bool = False
    """It may carry a Canoe."""
    raid: int = 0
    """Added to its roll in a raid."""
    raid_side: Literal["", "maori", "british", "queenite"] = ""
    """Only units of this side add it."""
    raid_led: int = 0
    """Added instead when it raids with a leader of Rangers."""
    surprised: int = 0
    """Added to the Raiders' roll against it."""
    panic: Annotated[int, Meta(ge=0, le=6)]
    """It panics on this die or less."""
    arrives: Literal["town", "colony", "village"] = "town"
    """Where the Reinforcement Phase places it: in a Town; in a Town, Fort or Settlement; in a Village or Pa."""
    boxed: bool = True
    """Eliminated, it goes to the Reinforcement Box; else out of the game."""
    source: Source


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many counters of a kind a side has."""

    side: Side
    kind: Word
    count: Count
    source: Source


class Leader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader; one who may change sides has a counter of each of them."""

    id: Word
    name: Word
    short: Word
    sides: Annotated[tuple[Side, ...], Meta(min_length=1)]
    rangers: bool = False
    """He rallies Rangers better and raids with them."""
    source: Source


class Structures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many counters of a Structure a side has."""

    side: Side
    structure: Literal["village", "pa", "settlement", "fort"]
    count: Count
    source: Source


class Units(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`units.toml`."""

    leader_allowance: Count
    kind: tuple[Kind, ...]
    sheet: tuple[Sheet, ...]
    leader: tuple[Leader, ...]
    structures: tuple[Structures, ...]


# -- tables.toml ---------------------------------------------------------------------------------------------


class CombatRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the Combat Results Table. The first also stands for less, the last for more."""

    roll: int
    lesser: Result
    equal: Result
    greater: Result
    source: Source


class BombardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the Bombardment table."""

    roll: int
    units: Shelled
    pa: Shelled
    village: Shelled
    canoe: Shelled
    neutral: Shelled
    source: Source


class TalkRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the Alliance Negotiation table."""

    roll: int
    result: Talk
    source: Source


class TerrainRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the Effects of Terrain chart; a class of movement without a cost may not enter."""

    terrain: TerrainName
    light: Count | None = None
    foot: Count | None = None
    horse: Count | None = None
    gun: Count | None = None
    attack: int = 0
    stack: Annotated[int, Meta(ge=0)] = 4
    stack_british: Annotated[int, Meta(ge=0)] = 4
    source: Source


class Modifiers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Die roll modifications that the rulebook tells."""

    attack_occupied_fort: int
    attack_empty_fort: int
    militia_alone: int
    charge: int
    sap: int
    british_leader_talks: int
    maori_leader_talks: int
    source: Source


class ChartModifiers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Die roll modifications that are printed on charts alone."""

    queenite_leader_talks: int
    shelling_covered: int
    """Bombarding units in a Pa or in rough terrain."""
    shelling_disrupted: int
    """Bombarding a Structure that is Disrupted."""
    source: Source


class Points(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Victory Points."""

    unit: int
    village: int
    settlement: int
    pa: int
    fort: int
    town: int
    canoe: int
    neutrals: int
    fort_built: int
    leader: int
    decisive: Count
    source: Source


class Level(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The level of a victory by points, from so many on."""

    points: Annotated[int, Meta(ge=0)]
    name: Word
    campaign: Annotated[int, Meta(ge=0)]
    """What it scores in the campaign."""
    source: Source


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`tables.toml`."""

    combat: Annotated[tuple[CombatRow, ...], Meta(min_length=1)]
    bombard: Annotated[tuple[BombardRow, ...], Meta(min_length=1)]
    talk: Annotated[tuple[TalkRow, ...], Meta(min_length=1)]
    terrain: tuple[TerrainRow, ...]
    modifiers: Modifiers
    chart_modifiers: ChartModifiers
    points: Points
    level: Annotated[tuple[Level, ...], Meta(min_length=1)]


# -- chits.toml ----------------------------------------------------------------------------------------------


class ChitFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One chit, or several with the same text; `needs` and `effects` are read one by one."""

    numbers: Annotated[tuple[Count, ...], Meta(min_length=1)]
    title: Word
    text: Word
    returns: bool = True
    """False: it has an asterisk, and never goes back into the cup."""
    need: tuple[dict[str, Any], ...] = ()
    effect: tuple[dict[str, Any], ...] = ()
    source: Source


class Chits(Struct, frozen=True, forbid_unknown_fields=True):
    """`chits.toml`."""

    chit: tuple[ChitFile, ...]


# -- scenario-*.toml, campaign.toml --------------------------------------------------------------------------


class SetupFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a set-up. `place` and `put` are read by `scenario.py`, which has their grammar."""

    side: Side
    place: Word
    put: Annotated[tuple[Word, ...], Meta(min_length=1)]
    beside_enemy: bool = False
    """Its Structures may stand next to enemy Structures."""
    source: Source


class ArriveFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Automatic reinforcements."""

    turn: Count
    side: Side
    place: Word
    put: Annotated[tuple[Word, ...], Meta(min_length=1)]
    with_leader: str = ""
    """They may also come to this leader's hex."""
    cost: Annotated[int, Meta(ge=0)] | None = None
    """What landing costs of their movement; without it they do not move on."""
    source: Source


class Shipment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """British units that may be shipped to one coastal hex during a Movement Phase."""

    turn: Count
    place: Word
    units: Count
    artillery: Annotated[int, Meta(ge=0)]
    source: Source


class Tied(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units of a kind that may not leave a place: a named one, or the Fort that they are in."""

    side: Side
    kind: Word
    place: str = ""
    structure: Literal["", "fort"] = ""
    source: Source


class Stake(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Victory Points that hang on a leader."""

    leader: Word
    when: Literal["eliminated", "at-end"]
    """When he is eliminated; or if he is on the map or in the bush at the end."""
    side: Literal["maori", "british"]
    points: Count
    source: Source


class RiverLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many units of a kind on a river before a turn."""

    river: Word
    kind: Word
    most: Annotated[int, Meta(ge=0)]
    before: Count
    source: Source


class Special(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario's special instructions."""

    box: Count = 1
    """How many units a side may bring in from its Box each turn."""
    forts: Annotated[int, Meta(ge=0)] | None = None
    """How many Forts may be built; none given: any number."""
    no_bush: tuple[str, ...] = ()
    sap_from: Count | None = None
    settlements_win: bool = True
    """Whether eliminating all Settlements wins."""
    shipment: Shipment | None = None
    tied: tuple[Tied, ...] = ()
    stake: tuple[Stake, ...] = ()
    river_limit: tuple[RiverLimit, ...] = ()
    source: Source


class History(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened, for players."""

    text: Word
    after: Word
    """What came of it."""


class ScenarioFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`scenario-N-name.toml`."""

    id: Word
    number: Count
    title: Word
    years: Word
    blurb: Word
    turns: Count
    area: Annotated[tuple[str, ...], Meta(min_length=1)]
    out: tuple[int, ...]
    order: tuple[Side, ...]
    source: Source
    history: History
    special: Special
    setup: Annotated[tuple[SetupFile, ...], Meta(min_length=1)]
    arrive: tuple[ArriveFile, ...] = ()


class Campaign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`campaign.toml`: the scenarios in their order, and what is carried from one to the next."""

    title: Word
    scenarios: Annotated[tuple[str, ...], Meta(min_length=2)]
    decisive: Count
    """What a decisive victory scores."""
    lead: Count
    """The lead that wins the campaign."""
    carried: Annotated[int, Meta(ge=0)]
    """The most Victory Points that standing Pa or Forts bring into the next scenario."""
    history: Word
    source: Source
