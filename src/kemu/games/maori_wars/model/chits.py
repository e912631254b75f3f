"""9.0, step 3: what a Battle Dispatch chit can do: a small set of effects, of which every chit's text is composed.

A chit is played if all its *needs* are met; else its text cannot be implemented, and it counts as According to Plan.
`kit/chits.toml` has the forty.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta, Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit

from .kitfile import ChitFile, Chits

Some = Annotated[int, Meta(ge=1, le=40)]
Who = Literal["maori", "british", "queenite", "attacker", "defender", "phasing"]
Step = Literal["attack", "counter", "bombard", "charge", "combat"]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A need or an effect."""


# -- needs ---------------------------------------------------------------------------------------------------


class InBox(_Part, frozen=True, tag_field="need", tag="in-box"):
    """A side has one of these kinds (none named: any) in its Reinforcement Box."""

    side: Who
    kinds: tuple[str, ...] = ()


class Fought(_Part, frozen=True, tag_field="need", tag="combat"):
    """The attacker, the defender, or what is attacked is one of these."""

    attacker: Literal["", "maori", "british"] = ""
    defender: Literal["", "maori", "british"] = ""
    target: tuple[Literal["pa", "village", "settlement", "fort", "town", "clear", "rough"], ...] = ()


class LeaderThere(_Part, frozen=True, tag_field="need", tag="leader"):
    """This leader is on the map; without a name: one is in the combat, on either side."""

    name: str = ""


class Near(_Part, frozen=True, tag_field="need", tag="near"):
    """A good unit of a side and of these kinds is so near to the combat, and not in it.

    `bush`: it may also be in the bush. `river`: it is on a navigable river.
    `beside_enemy`: it is next to an enemy it may attack. `declared`: it may also be one that attacks.
    """

    side: Who
    kinds: Annotated[tuple[str, ...], Meta(min_length=1)]
    within: Annotated[int, Meta(ge=0, le=99)] = 99
    bush: bool = False
    river: bool = False
    beside_enemy: bool = False
    declared: bool = False


class NeutralThere(_Part, frozen=True, tag_field="need", tag="neutral-village"):
    """A Neutral Village or Pa is on the map."""


class DisruptedThere(_Part, frozen=True, tag_field="need", tag="disrupted-defender"):
    """A defender is Disrupted."""


class CounterDue(_Part, frozen=True, tag_field="need", tag="counter-attack-due"):
    """The defender can still counter-attack."""


class CounterLeft(_Part, frozen=True, tag_field="need", tag="counter-left"):
    """A counter of this Structure is left."""

    structure: Literal["settlement", "village"]


class FarmsOpen(_Part, frozen=True, tag_field="need", tag="open-settlement"):
    """An empty Settlement is so near to a Maori unit, or has Maori in its bush."""

    within: Some


class Declared(_Part, frozen=True, tag_field="need", tag="declared"):
    """A unit of this side is declared to attack."""

    side: Literal["queenite", "british", "maori"]


class SapReady(_Part, frozen=True, tag_field="need", tag="sap"):
    """The Sap is lying; or it may be used this turn, and a British unit is next to a Maori Pa."""


Need = Union[  # noqa: UP007
    InBox,
    Fought,
    LeaderThere,
    Near,
    NeutralThere,
    DisruptedThere,
    CounterDue,
    CounterLeft,
    FarmsOpen,
    Declared,
    SapReady,
]

# -- effects -------------------------------------------------------------------------------------------------


class _Effect(_Part, frozen=True, tag_field="effect"):
    pass


class Add(_Effect, frozen=True, tag="add"):
    """A modification of this combat's rolls. `led`: of both sides' rolls, for each that has a leader in it."""

    roll: Literal["attack", "counter", "charge", "led"]
    n: Annotated[int, Meta(ge=-3, le=3)]


class Skip(_Effect, frozen=True, tag="skip"):
    """A step of this combat is left out; `combat` ends it, and the declared units are spent."""

    step: Step


class Drop(_Effect, frozen=True, tag="drop"):
    """Declared attackers are taken out, unspent: so many of the owner's choice, or all of a side.

    If none is left, the combat is over.
    """

    n: Annotated[int, Meta(ge=0, le=40)] = 0
    """0: all."""
    side: Literal["", "queenite"] = ""


class Rally(_Effect, frozen=True, kw_only=True, tag="rally"):
    """Disrupted Markers are removed: those of the defender, of each side anywhere, or near a leader."""

    n: Annotated[int, Meta(ge=0, le=40)] = 0
    """0: all."""
    where: Literal["defender", "each-side", "leader"]
    leader: str = ""
    within: Annotated[int, Meta(ge=0)] = 0


class Draft(_Effect, frozen=True, kw_only=True, tag="draft"):
    """Units come from a Box, if they can be fed (R10), within stacking.

    `place` is `reinforcement` (as in 5.0), `structure` (a Structure of the side, if possible in one of `territories`),
    `defender` (the attacked hex), `attacker` (a hex with attackers; it joins the attack), `leader` (his hex), `town`,
    or `coast` (one coastal hex of `territories` not next to the enemy).
    """

    n: Some
    kinds: tuple[str, ...] = ()
    side: Who
    place: Literal["reinforcement", "structure", "defender", "attacker", "leader", "town", "coast"]
    leader: str = ""
    territories: tuple[str, ...] = ()


class Join(_Effect, frozen=True, tag="join"):
    """Unused units of the attacker so near to the attacked hex join: the charge, if Cavalry."""

    n: Some
    kind: str
    within: Some


class Retire(_Effect, frozen=True, tag="retire"):
    """Defenders may go up to so many hexes away, or into the bush; the combat goes on against what stays."""

    within: Some


class Shell(_Effect, frozen=True, tag="shell"):
    """One more bombardment at this modification, also of a hex that was bombarded already.

    `at` is the attacked hex, or any that a Gunboat on a navigable river may reach.
    """

    n: Annotated[int, Meta(ge=0, le=3)]
    at: Literal["target", "river"]


class Fight(_Effect, frozen=True, tag="fight"):
    """Another combat, elsewhere, after this one (R28): an attack with its own chit, or a raid.

    It is made by at most `most` units (0: all of one hex or territory) of these kinds, none of them in this combat. A
    target of a raid is so many hexes from them. `around` is `combat` if they come from within so many hexes of this
    one, and raid in its territory; from the bush they come from anywhere.
    """

    side: Literal["maori", "british", "queenite"]
    how: Literal["raid", "attack"]
    kinds: Annotated[tuple[str, ...], Meta(min_length=1)]
    most: Annotated[int, Meta(ge=0)] = 0
    within: Annotated[int, Meta(ge=0)] = 0
    around: Literal["combat", "target"] = "target"


class Parley(_Effect, frozen=True, tag="parley"):
    """This side negotiates with the Neutral Village nearest to the combat, without a leader's modification."""

    side: Literal["maori", "british", "phasing"]


class Build(_Effect, frozen=True, tag="build"):
    """A Structure is built.

    `near`: within 3 hexes of a Structure of the side, not next to Maori. `beside-draft`: in an empty hex next to what
    the chit has just drafted.
    """

    structure: Literal["settlement"]
    side: Literal["british"]
    place: Literal["near", "beside-draft"]


class Burn(_Effect, frozen=True, tag="burn"):
    """An empty Settlement that is open to it is Disrupted; on one of these faces, it is one step lower."""

    within: Some
    lost_on: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class Peril(_Effect, frozen=True, tag="peril"):
    """Each leader in the combat is eliminated on this die or less."""

    n: Annotated[int, Meta(ge=1, le=6)]


class Ban(_Effect, frozen=True, tag="ban"):
    """Something is forbidden: to declare attacks for the rest of this phase, or to enter a territory from another one
    until the end of the side's next turn."""

    act: Literal["attack", "enter"]
    side: Literal["both", "british"]
    until: Literal["phase", "next-turn"]
    territories: tuple[str, ...] = ()


class Sap(_Effect, frozen=True, tag="sap"):
    """The Sap that is lying destroys its Pa now; if none is lying, it is placed now."""


Effect = Union[  # noqa: UP007
    Add,
    Skip,
    Drop,
    Rally,
    Draft,
    Join,
    Retire,
    Shell,
    Fight,
    Parley,
    Build,
    Burn,
    Peril,
    Ban,
    Sap,
]


class Chit(Struct, frozen=True, kw_only=True):
    """One Battle Dispatch chit."""

    number: int
    title: str
    text: str
    returns: bool
    needs: tuple[Need, ...]
    effects: tuple[Effect, ...]
    source: str

    @property
    def plain(self) -> bool:
        """Whether it is an According to Plan chit."""
        return not self.effects


NEEDS = tuple(str(kind.__struct_config__.tag) for kind in get_args(Need))
EFFECTS = tuple(str(kind.__struct_config__.tag) for kind in get_args(Effect))


def _read(raw: dict[str, Any], field: str, known: tuple[str, ...], shape: Any) -> Any:
    name = raw.get(field)
    if name is None:
        raise ValueError(f"it says no {field}")
    if name not in known:
        raise ValueError(f"the engine knows no {field} '{name}'; it knows {', '.join(known)}")
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise ValueError(f"{field} '{name}': {error}") from None


@rule("maori_wars:9.0.3")
def read_chits(kit: Kit) -> tuple[Chit, ...]:
    """Return the chits in the order of their numbers, which run from 1 without a gap."""
    chits: dict[int, Chit] = {}
    for i, raw in enumerate(kit.read("chits.toml", Chits).chit):
        found = _chit(kit, i, raw)
        for number in raw.numbers:
            if number in chits:
                message = f"chit {number} stands there twice: {chits[number].title}, {raw.title}"
                raise kit.error("chits.toml", ("chit", i, "numbers"), message)
            chits[number] = msgspec.structs.replace(found, number=number)
    missing = set(range(1, len(chits) + 1)) - set(chits)
    if missing or not chits:
        raise kit.error("chits.toml", ("chit",), f"chits are numbered from 1; there is no {min(missing or {1})}")
    return tuple(chits[number] for number in sorted(chits))


def _chit(kit: Kit, i: int, raw: ChitFile) -> Chit:
    parts: dict[str, list[Any]] = {"need": [], "effect": []}
    for field, known, shape, given in (("need", NEEDS, Need, raw.need), ("effect", EFFECTS, Effect, raw.effect)):
        for j, part in enumerate(given):
            try:
                parts[field].append(_read(part, field, known, shape))
            except ValueError as error:
                message = f"chit {raw.numbers[0]}, {raw.title}: {error}"
                raise kit.error("chits.toml", ("chit", i, field, j), message) from None
    return Chit(
        number=raw.numbers[0],
        title=raw.title,
        text=raw.text,
        returns=raw.returns,
        needs=tuple(parts["need"]),
        effects=tuple(parts["effect"]),
        source=raw.source,
    )
