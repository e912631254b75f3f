"""What lies beside the map: the turn track, the cards, the Recruit Boxes, and how near both sides are to victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.scene import Item, Panel

from .art.counters import symbol_of
from .catalogue import MONTHS, bits
from .events import SIDES
from .rules.board import occupied
from .rules.movement import Moving

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State


def panels(game: Hawaii, state: State) -> tuple[Panel, ...]:
    """Return all of them."""
    return (_victory(game, state), _track(game, state), _cards(game, state), *(_box(game, state, s) for s in (0, 1)))


def _victory(game: Hawaii, state: State) -> Panel:
    """How many of the spaces that its victory takes each side occupies."""
    cat = game.cat
    items: list[Item] = []
    for seat in (0, 1):
        held = occupied(game, state, seat)
        got = all_needed = 0
        words: list[str] = []
        for need, spaces in cat.wins[seat]:
            kind = "forts" if all(cat.fort[at] for at in spaces) else "other spaces"
            has = sum(at in held for at in spaces)
            got += min(has, need)
            all_needed += need
            words.append(f"{has} of the {need} {kind} needed")
        frame: Any = state.stack[0]
        items.append(
            Item(
                id=f"side-{seat}",
                label=SIDES[seat],
                value=f"{got}/{all_needed}",
                detail=f"{' and '.join(words)}. Held cards: {_titles(game, state.held[seat]) or 'none'}.",
                seat=seat,
                lit=getattr(frame, "seat", -1) == seat,
            )
        )
    return Panel(id="victory", title="Towards occupation", kind="score", items=tuple(items))


def _track(game: Hawaii, state: State) -> Panel:
    length = game.cat.lengths[state.options.length]
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
    for index in shown:
        card = cat.cards[index]
        recruits = ", ".join(_recruit(game, recruit.units, recruit.text) for recruit in card.recruits)
        moving = any(isinstance(frame, Moving) for frame in state.stack)
        fleet = state.fleet if index == state.card and moving else card.fleet
        held = " Held." if state.held[card.seat] >> index & 1 else ""
        items.append(
            Item(
                id=f"card-{card.id}",
                label=card.title,
                value=str(fleet),
                detail=f"Recruits: {recruits}. Fleet moves: {fleet}.{held} {card.text}".strip(),
                seat=card.seat,
                lit=index == state.card,
                source=card.source if card.source == "reconstruction" else "",
            )
        )
    for seat in (0, 1):
        left = state.decks[seat]
        items.append(
            Item(
                id=f"deck-{seat}",
                label=f"Deck of {'Kamehameha' if seat == 0 else 'the Allied Chiefs'}",
                value="1 card" if left.bit_count() == 1 else f"{left.bit_count()} cards",
                detail=f"Still to come, in no known order: {_titles(game, left)}." if left else "Empty.",
                seat=seat,
            )
        )
    return Panel(id="cards", title="Campaign cards", kind="cards", items=tuple(items))


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
    title = f"Recruit Box of {'Kamehameha' if seat == 0 else 'the Allied Chiefs'}"
    return Panel(id=f"box-{seat}", title=title, kind="tray", items=items)
