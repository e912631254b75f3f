"""What lies beside the map: the turn track, the cards, the Recruit Boxes, and how near both sides are to victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.bits import bits
from kemu.scene import Item, Panel

from ..model.catalogue import ELIMINATION, MONTHS, OURS, PANIC, Catalogue
from ..model.events import SIDES
from ..rules.goals import goal, held, listed, progress
from ..rules.movement import Moving
from .art.counters import symbol_of
from .describe import WHOSE, turn_of

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


def panels(game: Hawaii, state: State) -> tuple[Panel, ...]:
    """Return all of them."""
    boxes = (_box(game, state, seat) for seat in (0, 1))
    sheets = (_victory(game, state), _track(game, state), _results(game), _cards(game, state))
    return (*sheets, *boxes, *_sources(game.cat))


def _victory(game: Hawaii, state: State) -> Panel:
    """What wins, the spaces that each side has for sure, its cards, and what is contested; `near` counts them."""
    cat = game.cat
    items: list[Item] = []
    contested = 0
    for seat in (0, 1):
        so_far = progress(game, state, seat)
        alone, shared = held(game, state, seat)
        contested |= sum(1 << at for at in shared)
        told = (
            goal(cat, seat, str(so_far)),
            f"Occupied: {_spaces(game, alone) or 'nothing for sure'}.",
            f"Held cards: {_titles(game, state.held[seat]) or 'none'}.",
        )
        items.append(
            Item(
                id=f"side-{seat}",
                label=SIDES[seat],
                detail=" ".join(told),
                more=told,
                seat=seat,
                lit=turn_of(state) == seat,
            )
        )
    if contested:
        items.append(Item(id="contested", label="Contested", detail=_spaces(game, bits(contested))))
    return Panel(id="victory", title="The two sides", kind="score", items=tuple(items))


def _spaces(game: Hawaii, spaces: list[int]) -> str:
    return listed([game.cat.spaces[at].name for at in spaces], "and")


def _track(game: Hawaii, state: State) -> Panel:
    length = game.cat.lengths[state.settings.length]
    months = MONTHS[MONTHS.index(length.first) : MONTHS.index(length.last) + 1]
    items = tuple(
        Item(id=f"month-{month}", label=month[:3], detail=month, lit=MONTHS[state.month - 1] == month)
        for month in months
    )
    return Panel(id="turns", title="1795", kind="track", items=items)


def _titles(game: Hawaii, cards: int) -> str:
    return ", ".join(game.cat.cards[card].title for card in bits(cards))


def _cards(game: Hawaii, state: State) -> Panel:
    """The card in play, and those that are held, face up."""
    cat = game.cat
    shown = [state.card] if state.card >= 0 else []
    for seat in (0, 1):
        shown += [card for card in bits(state.held[seat]) if card not in shown]
    items: list[Item] = []
    moving = any(isinstance(frame, Moving) for frame in state.stack)
    for index in shown:
        card = cat.cards[index]
        if index == state.card:
            value = f"fleet {state.fleet} left" if moving else f"fleet {card.fleet}"
            detail = _told(game, index, again=state.again)
        else:
            value, detail = "held", card.text
        items.append(
            Item(
                id=f"card-{card.id}",
                label=card.title,
                value=value,
                detail=detail,
                seat=card.seat,
                lit=index == state.card,
                source=card.source if card.source == OURS else "",
            )
        )
    for seat in (0, 1):
        left = state.decks[seat]
        items.append(
            Item(
                id=f"deck-{seat}",
                label=f"Deck of {WHOSE[seat]}",
                value="1 card" if left.bit_count() == 1 else f"{left.bit_count()} cards",
                detail=f"Still to come, in no known order: {_titles(game, left)}." if left else "Empty.",
                more=_each(game, state, left),
                seat=seat,
            )
        )
        gone = state.discards[seat]
        items.append(
            Item(
                id=f"discards-{seat}",
                label=f"Discards of {WHOSE[seat]}",
                value="1 card" if gone.bit_count() == 1 else f"{gone.bit_count()} cards",
                detail=f"Played, until the deck runs out: {_titles(game, gone)}." if gone else "None.",
                more=_each(game, state, gone),
                seat=seat,
            )
        )
    return Panel(id="cards", title="Campaign cards", kind="cards", items=tuple(items))


def _each(game: Hawaii, state: State, cards: int) -> tuple[str, ...]:
    """Return a line for each card: what it will say when it is drawn."""
    return tuple(
        f"{card.title}: {_told(game, index, again=bool(state.played[card.seat] >> index & 1))}"
        for index in bits(cards)
        for card in (game.cat.cards[index],)
    )


@rule("hawaii:6.1")
def _told(game: Hawaii, index: int, *, again: bool) -> str:
    """Return all that a card says. What it recruits only the first time is not promised again."""
    card = game.cat.cards[index]
    coming = [recruit for recruit in card.recruits if not (recruit.once and again)]
    recruits = ", ".join(_recruit(game, recruit.units, recruit.text) for recruit in coming)
    return f"Recruits: {recruits or 'none'}. Fleet moves: {card.fleet}. {card.text}".strip()


def _results(game: Hawaii) -> Panel:
    """What a die does in battle, by the kit's table."""
    source = OURS if game.cat.brt_reconstructed else ""
    items = tuple(
        Item(id=f"dice-{column}", label=who, detail=dice(game.cat, column), source=source)
        for column, who in enumerate(("A unit's die", "with a plus (+)"))
    )
    return Panel(id="results", title="Battle results", kind="text", items=items)


def _sources(cat: Catalogue) -> tuple[Panel, ...]:
    """Which counters' strengths and which spaces are ours, once for all: on each counter it would be noise."""
    items = tuple(
        Item(id=f"ours-{what.lower()}", label=what, detail=of_whom, source=OURS) for what, of_whom in cat.ours().items()
    )
    return (Panel(id="sources", title="Not seen in print", kind="text", items=items),) if items else ()


def dice(cat: Catalogue, column: int) -> str:
    """Return which faces panic and which eliminate, in a column of the Battle Results Table."""

    def faces(result: int) -> str:
        return " ".join(str(face) for face in range(1, 7) if cat.brt[column][face] == result) or "none"

    return f"panic {faces(PANIC)} · elimination {faces(ELIMINATION)}"


def _recruit(game: Hawaii, units: int, text: str) -> str:
    return game.cat.counters[units.bit_length() - 1].name if units.bit_count() == 1 else text


def _box(game: Hawaii, state: State, seat: int) -> Panel:
    """A Recruit Box: equal counters once, with their number."""
    cat = game.cat
    here = state.places[cat.boxes[seat]]
    items = tuple(
        Item(
            id=cat.counters[unit].id,
            label=cat.name(unit),
            value=f"×{number}" if (number := (here & cat.alike[unit]).bit_count()) > 1 else "",
            symbol=symbol_of(cat.counters[unit]),
            seat=seat,
        )
        for unit in cat.distinct(here)
    )
    return Panel(id=f"box-{seat}", title=f"Recruit Box of {WHOSE[seat]}", kind="tray", items=items)
