"""8: the campaign cards as the kit has them: what each recruits, how many canoes move, what its event does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import TomlPath
from kemu.core.pending import Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.decks import Draw

from .effects import HELD, HOLDABLE, Advantage, Earthworks, Effect, EffectError, Muster, Recall, read_effect
from .kitfile import SEATS, CardFile, Cards

if TYPE_CHECKING:
    from .catalogue import Catalogue


class Recruit(Struct, frozen=True):
    """One entry of a card's recruit line: any one of these counters; `once`, only the first time."""

    units: int
    once: bool
    text: str


class Card(Struct, frozen=True, kw_only=True):
    """A campaign card."""

    id: str
    seat: int
    number: int
    title: str
    recruits: tuple[Recruit, ...]
    fleet: int
    held: bool
    text: str
    source: str
    effects: tuple[Effect, ...]
    moments: dict[str, Effect]
    """The first of its effects that has this moment."""

    def effect(self, moment: str) -> Effect | None:
        """Return the card's effect of this moment, if it has one."""
        return self.moments.get(moment)


class CardDraw(Draw):
    """One card from what is left of a deck, where no two are equal."""

    def sample(self, rng: Rng) -> Outcome:
        """Draw one: `below(cards left)` indexes the sorted pool."""
        return (self.pool[rng.below(len(self.pool))],)

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for a card that is there."""
        return None if len(outcome) == 1 and outcome[0] in self.pool else super().check(outcome)


@rule("hawaii:8.1")
def read_cards(cat: Catalogue, file: Cards) -> tuple[Card, ...]:
    """Read the cards; every side has some, and no two have the same id."""
    cat.no_two_alike("cards.toml", "card", "card", (card.id for card in file.card))
    cards = tuple(_card(cat, i, card) for i, card in enumerate(file.card))
    numbers: set[tuple[str, int]] = set()
    for i, card in enumerate(file.card):
        if (card.side, card.number) in numbers:
            message = f"card {card.id}: its side has two cards with the number {card.number}"
            raise cat.wrong("cards.toml", ("card", i, "number"), message)
        numbers.add((card.side, card.number))
    for seat in (0, 1):
        if all(card.seat != seat for card in cards):
            raise cat.wrong("cards.toml", ("card",), f"the side {SEATS[seat]} has no cards")
    return cards


def _card(cat: Catalogue, i: int, raw: CardFile) -> Card:
    who = f"card {raw.id}, {raw.title}"
    seat = SEATS.index(raw.side)
    effects: list[Effect] = []
    for j, event in enumerate(raw.event):
        path: TomlPath = ("card", i, "event", j)
        try:
            effect = read_effect(event)
        except EffectError as error:
            raise cat.wrong("cards.toml", (*path, error.field), f"{who}: {error}") from None
        field = "needs" if isinstance(effect, Advantage) else "units"
        if len(set(effect.named())) < len(effect.named()):
            raise cat.wrong("cards.toml", (*path, field), f"{who}: a counter stands there twice")
        for unit in effect.named():
            index = cat.named(cat.index, unit, "cards.toml", (*path, field), f"counter (in {who})")
            if isinstance(effect, Advantage) and not (cat.sides[seat] | cat.kauai) & cat.fighters & 1 << index:
                message = f"{who}: it needs '{unit}', which never fights for its side"
                raise cat.wrong("cards.toml", (*path, field), message)
            if isinstance(effect, Recall) and cat.works >> index & 1:
                message = f"{who}: it recalls '{unit}', which is never on the map"
                raise cat.wrong("cards.toml", (*path, field), message)
        if isinstance(effect, Earthworks) and not cat.works:
            raise cat.wrong("cards.toml", (*path, "effect"), f"{who}: counters.toml has no earthworks for it")
        if isinstance(effect, Muster):
            cat.named(cat.space, effect.at, "cards.toml", (*path, "at"), f"space (in {who})")
            recruits = [text.partition(" ")[0] for text in raw.recruits]
            for unit in effect.units:
                if unit not in recruits:
                    message = f"{who}: it musters '{unit}', which it does not recruit"
                    raise cat.wrong("cards.toml", (*path, "units"), message)
        if effect.moment != "card" and any(other.moment == effect.moment for other in effects):
            message = (
                f"{who}: it has two effects of the same moment; only those of the Campaign Card Phase can be several"
            )
            raise cat.wrong("cards.toml", (*path, "effect"), message)
        if raw.held and effect.moment not in HOLDABLE:
            message = f"{who}: it is held, but its effect has its moment when the card is drawn"
            raise cat.wrong("cards.toml", (*path, "effect"), message)
        effects.append(effect)
    if raw.held and len(effects) != 1:
        raise cat.wrong("cards.toml", ("card", i, "held"), f"{who}: a held card has one effect")
    if not raw.held and any(effect.moment in HELD for effect in effects):
        raise cat.wrong("cards.toml", ("card", i), f"{who}: a card with this effect is held (held = true)")
    return Card(
        id=raw.id,
        seat=seat,
        number=raw.number,
        title=raw.title,
        recruits=tuple(recruit(cat, seat, who, text, "cards.toml", ("card", i, "recruits")) for text in raw.recruits),
        fleet=raw.fleet,
        held=raw.held,
        text=raw.text,
        source=raw.source,
        effects=tuple(effects),
        moments={effect.moment: effect for effect in reversed(effects)},
    )


KINDS = ("leader", "musketeers", "cannon", "pikes", "canoe")
GROUPS = (*KINDS, "warriors", "special")
"""What a recruit line may ask for, beside counters by their ids."""


def recruit(cat: Catalogue, seat: int, who: str, text: str, file: str, path: TomlPath) -> Recruit:
    """Read one entry of a recruit line: a counter by its id, or any of a kind; `once` may follow."""
    name, _, once = text.partition(" ")
    own = cat.sides[seat]
    kinds = dict.fromkeys(KINDS, 0)
    for unit, counter in enumerate(cat.counters):
        if counter.kind in kinds and own >> unit & 1 and not counter.named:
            kinds[counter.kind] |= 1 << unit
    groups = {
        **kinds,
        "warriors": cat.warriors & own,
        "special": (cat.guns | cat.pikes | cat.elites) & ~cat.leaders & own,
        **{counter.id: own & 1 << unit & ~cat.works for unit, counter in enumerate(cat.counters)},
    }
    mask = groups.get(name, 0)
    if not mask or once not in ("", "once"):
        can = ", ".join(group for group, units in groups.items() if units)
        message = f"{who}: its side cannot recruit '{text}'; it can recruit {can}"
        raise cat.wrong(file, path, message)
    return Recruit(mask, once == "once", name)
