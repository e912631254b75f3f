"""A game of Hawaii, 1795 in words: for a terminal, and for those who do not see the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.core.clauses import rule
from kemu.parts.bits import bits

from ..model.catalogue import ELIMINATION, MONTHS, OURS, PANIC, counted
from ..model.events import SIDES
from ..rules.board import own
from ..rules.fight import Fight
from ..rules.goals import goal, progress
from ..rules.movement import Loading, Moving
from ..rules.setup import Adding, Dividing
from ..rules.stages import Battle
from ..rules.victory import Finished

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.catalogue import Catalogue
    from ..model.deck import Card
    from ..model.state import State

LABEL = " (Reconstruction.)"
"""After what was not seen in print."""
WHOSE = ("Kamehameha", "the Allied Chiefs")


def describe(game: Hawaii, state: State) -> str:
    """Return what stands where, what is being fought, and the cards."""
    return " ".join(lines(game, state))


def lines(game: Hawaii, state: State) -> list[str]:
    """Return the same as a list: a line a space, a battle, a card, a box."""
    seat = turn_of(state)
    what = "set-up" if _setting_up(state) else "turn"
    turn = f", the {what} of {WHOSE[seat]}" if seat >= 0 else ""
    return [
        f"{MONTHS[state.month - 1]}{turn}.",
        *_spaces(game, state),
        *_battle(game, state),
        *_goals(game, state),
        *_cards(game, state),
        *_boxes(game, state),
        *(f"{what} that are reconstructed, not printed: {of_whom}." for what, of_whom in game.cat.ours().items()),
    ]


def _goals(game: Hawaii, state: State) -> list[str]:
    """Return how both sides win, and how near they are to it; when the game is over nobody wants to know."""
    if turn_of(state) < 0:
        return []
    return [goal(game.cat, seat, str(progress(game, state, seat))) for seat in (0, 1)]


def turn_of(state: State) -> int:
    """Return whose part it is, or, before the first, who sets up; -1 when the game is over."""
    # Below the frames of the set-up the first part waits: it is not begun.
    frame: Any = state.stack[-1] if _setting_up(state) else state.stack[0]
    return -1 if isinstance(frame, Finished) else frame.seat


def _setting_up(state: State) -> bool:
    return isinstance(state.stack[-1], Dividing | Adding)


def _spaces(game: Hawaii, state: State) -> list[str]:
    cat = game.cat
    told: list[str] = []
    for at, space in enumerate(cat.spaces):
        fort = ", a fort" if cat.fort[at] else ""
        for seat in (0, 1):
            here = state.places[at] & own(game, state, seat)
            if here:
                told.append(f"{space.name}{fort}: {SIDES[seat]} with {cat.muster(here)}.")
        loose = state.places[at] & cat.kauai if state.kauai < 0 else 0
        if loose:
            told.append(f"{space.name}: neutral, with {cat.muster(loose)}.")
    return told


def _battle(game: Hawaii, state: State) -> list[str]:
    cat, top = game.cat, state.stack[-1]
    battle = next((frame for frame in state.stack if isinstance(frame, Battle)), None)
    told: list[str] = []
    if battle is not None and state.places[cat.sea]:
        for seat in (0, 1):
            afloat = state.places[cat.sea] & own(game, state, seat)
            if afloat:
                told.append(f"At sea off {cat.spaces[battle.at].name}: {SIDES[seat]} with {cat.muster(afloat)}.")
    return [*told, *_fight(cat, top, battle)] if isinstance(top, Fight) and battle else told


def _fight(cat: Catalogue, fight: Fight, battle: Battle) -> list[str]:
    told = [f"A {kind_of_battle(fight, battle)} {cat.spaces[fight.at].name}, round {fight.round}."]
    if fight.wall >= 0:
        told.append(f"{SIDES[fight.wall]} {'stands' if fight.wall == 0 else 'stand'} behind a wall and cannot panic.")
    if fight.first >= 0:
        told.append(f"{SIDES[fight.first]} {'has' if fight.first == 0 else 'have'} the advantage.")
    if fight.panicked:
        told.append(f"Panicked: {cat.list(fight.panicked)}.")
    if fight.fired & ~fight.panicked:
        told.append(f"Have fired: {cat.list(fight.fired & ~fight.panicked & (fight.lines[0] | fight.lines[1]))}.")
    if fight.shooter >= 0:
        faces = " ".join(str(face) for unit, face in fight.thrown if unit == fight.shooter)
        fires = (
            f"{'fire' if cat.many(cat.counters[fight.shooter].id) else 'fires'}{f', so far {faces}' if faces else ''}"
        )
        told.append(f"{cat.shown(fight.shooter)} {fires}: {fight.dice} dice left.")
    told.append(table(cat))
    gilt = fight.gilt & ~cat.elites & (fight.lines[0] | fight.lines[1])
    if gilt:
        told.append(f"A card lets these fire like units with a plus: {cat.list(gilt)}.")
    return told


@rule("hawaii:11.4", "hawaii:11.6")
def kind_of_battle(fight: Fight, battle: Battle) -> str:
    """Return what is fought: at sea; on the beach, then the cliff; if all came on foot, inland, then on the beach."""
    if fight.stage == 0:
        return "sea battle off"
    where = ("on the beach of", "on the cliff of") if battle.beach else ("inland in", "on the beach of")
    return f"battle {where[fight.stage - 1]}"


@rule("hawaii:11.2")
def table(cat: Catalogue) -> str:
    """Return the Battle Results Table as a sentence."""
    plain, elite = (results(column) for column in cat.brt)
    return f"A die {plain}; that of a unit with a plus {elite}.{LABEL if cat.brt_reconstructed else ''}"


def results(column: tuple[int, ...]) -> str:
    """Return a column of the Battle Results Table in words.

    >>> results((0, 0, 0, 0, PANIC, PANIC, ELIMINATION))
    'panics on 4 and 5 and eliminates on 6'
    """
    told: list[str] = []
    for result, verb in ((PANIC, "panics"), (ELIMINATION, "eliminates")):
        faces = [str(face) for face, found in enumerate(column) if found == result]
        if faces:
            told.append(f"{verb} on {counted(faces)}")
    return " and ".join(told)


def _cards(game: Hawaii, state: State) -> list[str]:
    cat = game.cat
    told: list[str] = []
    if state.card >= 0:
        card = cat.cards[state.card]
        recruits = ", ".join(
            cat.shown(recruit.units.bit_length() - 1) if recruit.units.bit_count() == 1 else recruit.text
            for recruit in card.recruits
            if not (recruit.once and state.again)
        )
        told.append(f"Card: {card.title}. Recruits: {recruits or 'none'}. {card.text}".rstrip() + _label(card))
        if any(isinstance(frame, Moving) for frame in state.stack):
            told.append(f"Fleet moves left: {state.fleet}.")
        if state.walked or state.sailed:
            done = cat.list(state.walked | state.rode | state.sailed)
            told.append(f"Have moved this turn: {done}.")
    top = state.stack[-1]
    if isinstance(top, Loading) and top.load:
        told.append(f"On board: {cat.muster(top.load)}.")
    for seat in (0, 1):
        for index in bits(state.held[seat]):
            card = cat.cards[index]
            if index != state.card:
                told.append(f"{SIDES[seat]} {'holds' if seat == 0 else 'hold'} {card.title}: {card.text}{_label(card)}")
    return told


def _label(card: Card) -> str:
    return LABEL if card.source == OURS else ""


def _boxes(game: Hawaii, state: State) -> list[str]:
    cat = game.cat
    told: list[str] = []
    for seat in (0, 1):
        box = state.places[cat.boxes[seat]]
        told.append(f"Recruit Box of {WHOSE[seat]}: {cat.muster(box)}.")
        left = ", ".join(cat.cards[card].title for card in bits(state.decks[seat]))
        told.append(f"Left in the deck of {WHOSE[seat]}: {left or 'nothing'}.")
        gone = ", ".join(cat.cards[card].title for card in bits(state.discards[seat]))
        if gone:
            told.append(f"Discards of {WHOSE[seat]}: {gone}.")
    return told
