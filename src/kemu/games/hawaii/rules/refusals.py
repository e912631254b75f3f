"""Why not: what a player tries in Hawaii, 1795 and may not do, with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import asdict, replace

from kemu.core.game import View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal
from kemu.parts.spelling import folded

from ..model.actions import (
    Attack,
    Fire,
    Land,
    Launch,
    Load,
    Lose,
    Place,
    Retreat,
    Sail,
    SendHome,
    Walk,
    card_of,
    counter_of,
    space_of,
)
from ..model.catalogue import ELIMINATION, PANIC
from .board import own, strangers
from .fight import Fight, other_way
from .goals import listed
from .movement import Loading, Moving, capacity
from .recruiting import Recruiting, entitled
from .retreat import Retreating, to_come
from .sea import LaunchFleet

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

MOST = 24
"""The most letters of an unknown name that a refusal repeats."""
WHEN = {
    "place": ("Units are placed at set-up and in the Recruiting Phase.", "hawaii:9.0"),
    "walk": ("Units walk in their own side's Movement Phase.", "hawaii:10.0"),
    "sail": ("Canoes sail in their own side's Movement Phase, one fleet move after the other.", "hawaii:10.3"),
    "load": ("Units embark during a fleet move: choose a canoe first.", "hawaii:10.3"),
    "land": ("Canoes land at the end of a fleet move.", "hawaii:10.3"),
    "done": ("Nothing is being moved.", "hawaii:10.0"),
    "attack": ("Battles are taken up in the Battle Phase.", "hawaii:11.0"),
    "launch": ("A war fleet is launched when a landing has been sighted.", "hawaii:11.7"),
    "sea": ("A war fleet puts to sea with a fighting unit on board.", "hawaii:R26"),
    "wait": ("There is no landing to wait for, or canoes are manned already.", "hawaii:11.7"),
    "fire": ("Units fire in a battle, when it is their side's turn.", "hawaii:11.1"),
    "lose": ("Losses are taken when a die has given one.", "hawaii:11.3"),
    "retreat": ("Only a beaten force retreats.", "hawaii:11.5"),
    "wreck": ("No canoe is lost now.", "hawaii:11.8"),
    "drown": ("Nobody is lost at sea now.", "hawaii:8.2"),
    "home": ("No warriors go home now.", "hawaii:8.2"),
    "use": ("That card's moment has not come.", "hawaii:R11"),
    "decline": ("There is no event to decline now.", "hawaii:R13"),
    "sighted": ("Only a card's owner says whether a fleet is sighted; else a die does.", "hawaii:11.7"),
    "hold": ("A card is held at the end of the part in which it was drawn.", "hawaii:8.1"),
    "discard": ("A card is discarded at the end of the part in which it was drawn.", "hawaii:8.0"),
}


def explain(game: Hawaii, state: State, decide: Decide, intent: Action | Touch) -> Refusal:
    """Return why `intent` is not one of the pending decision's answers."""
    intent = _resolved(game, intent)
    if isinstance(intent, Action) and intent in decide.options:
        return Refusal(f"That is written '{game.notation(intent)}'.", decide.clause)
    if isinstance(intent, Touch):
        meant = [option for option in decide.options if folded(intent.id) in _spellings(game, state, option)]
        if len(meant) == 1:
            return Refusal(f"That is written '{game.notation(meant[0])}'.", decide.clause)
        if placing := [option for option in decide.options if isinstance(option, Place) and intent.id in _ids(option)]:
            return _placed(game, decide, intent.id, placing)
        guess = _meant(game, state, intent.id, decide)
        if guess is None:
            return Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)
        intent = guess
        if intent in decide.options:
            return Refusal(decide.prompt, decide.clause)
    named = counter_of(intent)
    if named in game.cat.space and not isinstance(intent, Place):
        # A space where a counter is due: what is meant is the space.
        return explain(game, state, decide, Touch(named or ""))
    tag = str(intent.__struct_config__.tag)
    if tag not in WHEN:
        return Refusal("That is not an action of Hawaii, 1795.", decide.clause)
    unknown = _unknown(game, intent)
    if unknown is not None:
        return unknown
    if not _in_season(state, decide, intent):
        text, clause = WHEN[tag]
        return Refusal(f"{text} Now: {decide.prompt}", clause)
    return _why(game, state, decide, intent) or Refusal(f"That is not possible now. {decide.prompt}", decide.clause)


def _resolved(game: Hawaii, intent: Action | Touch) -> Action | Touch:
    """Return the intent with ids where names were written, or ids with marks and capitals of one's own."""
    known = game.cat.known
    if isinstance(intent, Touch):
        return Touch(known.get(folded(intent.id), intent.id))
    words = asdict(intent)
    right = {field: known[folded(word)] for field, word in words.items() if type(word) is str and folded(word) in known}
    return replace(intent, **right) if right else intent


def _spellings(game: Hawaii, state: State, option: Action) -> tuple[str, str]:
    return folded(game.notation(option)), folded(game.label(View(None, state), option))


def _ids(place: Place) -> tuple[str, str]:
    return place.unit, place.at


def _placed(game: Hawaii, decide: Decide, id_: str, placing: list[Place]) -> Refusal:
    """A counter that can be placed, or a space where one can: say what else it takes."""
    cat = game.cat
    typed = f"'{game.notation(placing[0])}'"
    if id_ in cat.index:
        spaces = listed([cat.spaces[cat.space[place.at]].name for place in placing], "or")
        return Refusal(f"{cat.name(id_)} can come: choose {spaces}, or write {typed}.", decide.clause)
    units = listed([cat.name(place.unit) for place in placing], "or")
    where = cat.spaces[cat.space[id_]].name
    return Refusal(f"To {where} can come {units}: write {typed}.", decide.clause)


def _in_season(state: State, decide: Decide, intent: Action) -> bool:
    """Tell whether it is the time for such an action, though not for this one, and perhaps for none like it."""
    kinds = {type(option) for option in decide.options}
    if isinstance(intent, Walk | Sail | Load | Land) and isinstance(state.stack[-1], Moving | Loading):
        # Of a movement that has begun: a walk may be possible nowhere, and fleet moves may have been used up.
        return True
    if isinstance(intent, Launch) and isinstance(state.stack[-1], LaunchFleet):
        # Of a fleet that is being manned: nobody else may fit in.
        return True
    return type(intent) in kinds


def _meant(game: Hawaii, state: State, id_: str, decide: Decide) -> Action | None:
    """Return the action that a click on a counter or a space most likely means in this decision."""
    cat = game.cat
    field = "unit" if id_ in cat.index else "at" if id_ in cat.space else ""
    if not field:
        return None
    if field == "unit" and cat.canoes >> cat.index[id_] & 1 and isinstance(state.stack[-1], Moving):
        return Walk(id_) if not state.fleet and Walk(id_) in decide.options else Sail(id_)
    for option in decide.options:
        names = option.__struct_fields__
        if field in names and not isinstance(option, Place):
            return type(option)(id_)  # type: ignore[call-arg]
        if field == "unit" and "canoe" in names and len(names) == 1:
            return cast(Any, type(option))(id_)
    place = next((option for option in decide.options if isinstance(option, Place)), None)
    if place is not None:
        return Place(id_, place.at) if field == "unit" else Place(place.unit, id_)
    return None


def _unknown(game: Hawaii, intent: Action) -> Refusal | None:
    cat = game.cat
    name = counter_of(intent)
    if name is not None and name not in cat.index:
        return Refusal(f"I do not know '{name[:MOST]}': there is no such counter.", "hawaii:3.0")
    name = space_of(intent)
    if name is not None and name not in cat.space:
        spaces = listed([space.name for space in cat.spaces], "and")
        return Refusal(f"I do not know '{name[:MOST]}': there is no such space. The spaces are {spaces}.", "hawaii:4.0")
    name = card_of(intent)
    if name is not None and name not in cat.card:
        return Refusal(f"I do not know '{name[:MOST]}': there is no such card.", "hawaii:8.0")
    return None


def _why(game: Hawaii, state: State, decide: Decide, intent: Action) -> Refusal | None:
    cat, seat = game.cat, decide.seat
    unit = counter_of(intent)
    if unit is not None:
        bit = 1 << cat.index[unit]
        if not own(game, state, seat) & bit:
            whose = "Kauaʻi's, which is nobody's yet" if cat.kauai & bit and state.kauai < 0 else "the other side's"
            return Refusal(f"{cat.name(unit)}: that counter is {whose}.", "hawaii:3.0")
        equal = _equal(game, state, decide, intent, unit)
        if equal is not None:
            return equal
    match intent:
        case Walk(unit=unit):
            return _walk(game, state, seat, cat.index[unit])
        case Sail(canoe=canoe):
            return _sail(game, state, cat.index[canoe])
        case Load(unit=unit):
            return _load(game, state, seat, cat.index[unit])
        case Land(at=at):
            return _land(game, state, seat, cat.space[at])
        case Place(unit=unit, at=at):
            return _place(game, state, seat, cat.index[unit], cat.space[at])
        case Fire(unit=unit):
            return _fire(game, state, cat.index[unit])
        case Lose(unit=unit):
            return _lose(game, state, cat.index[unit])
        case Launch(unit=unit):
            return _launch(game, state, cat.index[unit])
        case Retreat(at=at):
            return _retreat(game, state, cat.space[at])
        case SendHome(unit=unit):
            return _send_home(game, state, seat, cat.index[unit])
        case Attack(at=at):
            return Refusal(f"There is no battle in {cat.spaces[cat.space[at]].name}.", "hawaii:11.0")
        case _:
            return None


def _equal(game: Hawaii, state: State, decide: Decide, intent: Action, unit: str) -> Refusal | None:
    """Equal counters in one space are offered once: say under which name."""
    cat = game.cat
    index = cat.index[unit]
    place = _place_of(state, index)
    for option in decide.options:
        other = counter_of(option)
        if type(option) is type(intent) and other is not None and other != unit:
            twin = cat.index[other]
            alike = cat.kind_of[twin] == cat.kind_of[index] and _place_of(state, twin) == place
            if alike and space_of(option) == space_of(intent) and _status(state, twin) == _status(state, index):
                return Refusal(f"{unit} and {other} are alike; say it of {other}.", decide.clause)
    return None


def _place_of(state: State, unit: int) -> int:
    return next(i for i, there in enumerate(state.places) if there >> unit & 1)


def _status(state: State, unit: int) -> tuple[int, ...]:
    top = state.stack[-1]
    masks = (state.walked, state.rode, state.sailed)
    if isinstance(top, Fight):
        masks = (other_way(state), top.panicked, top.fired & ~top.panicked)
    return tuple(mask >> unit & 1 for mask in masks)


def _walk(game: Hawaii, state: State, seat: int, unit: int) -> Refusal | None:
    cat = game.cat
    place = _place_of(state, unit)
    if place >= cat.n:
        return Refusal(cat.does(unit, "is not on the map."), "hawaii:10.0")
    if isinstance(state.stack[-1], Loading):
        return Refusal("Finish this fleet move first.", "hawaii:10.3")
    if cat.other[place] < 0:
        return Refusal(f"{cat.spaces[place].name} is an island of one space: leave it by canoe.", "hawaii:10.3")
    if state.rode >> unit & 1 or state.sailed >> unit & 1:
        return Refusal(cat.does(unit, "landed this turn and must stay there."), "hawaii:R19")
    if state.walked >> unit & 1:
        return Refusal(cat.does(unit, "has walked this turn."), "hawaii:R19")
    if cat.canoes >> unit & 1 and state.places[cat.other[place]] & strangers(game, state, seat):
        return Refusal("Canoes shift only to a space without enemies.", "hawaii:R19")
    return None


def _sail(game: Hawaii, state: State, canoe: int) -> Refusal | None:
    cat = game.cat
    if not cat.canoes >> canoe & 1:
        return Refusal(f"{cat.name(canoe)} is no canoe: choose a canoe, then who sails in it.", "hawaii:10.3")
    if _place_of(state, canoe) >= cat.n:
        return Refusal("That canoe is not on the map.", "hawaii:10.3")
    if state.sailed >> canoe & 1:
        return Refusal("That canoe has made its fleet move.", "hawaii:R20")
    if isinstance(state.stack[-1], Loading):
        return Refusal("Finish this fleet move first.", "hawaii:10.3")
    if not state.fleet:
        return Refusal("The card gives no more fleet moves this turn.", "hawaii:10.3")
    return Refusal("It has nothing to load and nowhere to go.", "hawaii:R20")


def _load(game: Hawaii, state: State, seat: int, unit: int) -> Refusal | None:
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, Loading):
        return Refusal("Choose a canoe first.", "hawaii:10.3")
    place = _place_of(state, unit)
    if not cat.fighters >> unit & 1:
        return Refusal("Canoes carry no canoes.", "hawaii:R21")
    if place >= cat.n:
        return Refusal(cat.does(unit, "is not on the map."), "hawaii:10.3")
    if state.rode >> unit & 1:
        return Refusal(cat.does(unit, "has ridden this turn."), "hawaii:R20")
    if top.load >> unit & 1:
        return Refusal(cat.does(unit, "is on board."), "hawaii:10.3")
    if state.places[place] & strangers(game, state, seat):
        return Refusal("Nobody embarks beside an enemy.", "hawaii:R20")
    if top.load and place != top.at:
        return Refusal(f"The canoe picks up in {cat.spaces[top.at].name} only.", "hawaii:10.3")
    return Refusal(f"A canoe carries {capacity(game, state)} units, and leaders.", "hawaii:R21")


def _land(game: Hawaii, state: State, seat: int, at: int) -> Refusal | None:
    top = state.stack[-1]
    if not isinstance(top, Loading):
        return Refusal("Choose a canoe first.", "hawaii:10.3")
    if at == top.at:
        return Refusal("It goes to another space than the one where it picks up.", "hawaii:R20")
    if not top.load and state.places[at] & strangers(game, state, seat):
        return Refusal("An empty canoe enters no space with an enemy, or with neutral Kauaʻi's units.", "hawaii:R23")
    return None


def _place(game: Hawaii, state: State, seat: int, unit: int, at: int) -> Refusal | None:
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, Recruiting):
        return Refusal(cat.does(unit, "does not go there at set-up."), "hawaii:6.0")
    if _place_of(state, unit) != cat.boxes[seat]:
        return Refusal(cat.does(unit, "is not in your Recruit Box."), "hawaii:9.0")
    if not any(units >> unit & 1 for units in top.left or ()):
        recruits = cat.cards[state.card].recruits
        if state.again and any(recruit.once and recruit.units >> unit & 1 for recruit in recruits):
            return Refusal(cat.does(unit, "came with this card the first time, and only then."), "hawaii:6.1")
        again = any(units >> unit & 1 for units in entitled(game, state))
        text = "has come already" if again else "is not what the card recruits"
        return Refusal(cat.does(unit, f"{text}."), "hawaii:R14")
    if state.places[at] & strangers(game, state, seat):
        return Refusal("No recruit comes to a space with an enemy.", "hawaii:R15")
    return Refusal("Recruits come to a leader or to their home island.", "hawaii:9.0")


def _fire(game: Hawaii, state: State, unit: int) -> Refusal | None:
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, Fight):
        return None
    if cat.canoes >> unit & 1:
        return Refusal("Canoes never fire.", "hawaii:11.2")
    if not (top.lines[0] | top.lines[1]) >> unit & 1:
        return Refusal(cat.does(unit, "is not in this battle."), "hawaii:11.1")
    if top.panicked >> unit & 1:
        return Refusal(cat.does(unit, "has panicked and can fire no more in this battle."), "hawaii:11.3")
    if top.fired >> unit & 1:
        return Refusal(cat.does(unit, "has fired in this round."), "hawaii:11.1")
    return Refusal("Musketeers and cannon fire before all others.", "hawaii:14.2")


def _lose(game: Hawaii, state: State, unit: int) -> Refusal | None:
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, Fight):
        return None
    if cat.canoes >> unit & 1:
        return Refusal("Canoes take no results.", "hawaii:R29")
    if not (top.lines[0] | top.lines[1]) >> unit & 1:
        return Refusal(cat.does(unit, "is not in this battle."), "hawaii:11.3")
    if top.result == PANIC:
        return Refusal(cat.does(unit, "is elite and cannot panic: another unit takes it."), "hawaii:12.0")
    if top.result == ELIMINATION and top.panicked >> unit & 1:
        return Refusal("Eliminations take unpanicked units first.", "hawaii:11.3")
    return None


def _launch(game: Hawaii, state: State, unit: int) -> Refusal | None:
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, LaunchFleet):
        return None
    place = _place_of(state, unit)
    if place not in (top.at, cat.other[top.at]):
        return Refusal("A war fleet comes from the island that is invaded.", "hawaii:11.7")
    if place != top.at and to_come(state) >> place & 1:
        return Refusal(f"A battle is still to come in {cat.spaces[place].name}.", "hawaii:R26")
    if top.fleet >> unit & 1:
        return Refusal(cat.does(unit, "is in the fleet."), "hawaii:11.7")
    if not top.fleet & cat.canoes:
        return Refusal("Canoes first: then choose who sails in them.", "hawaii:R26")
    return Refusal("The canoes are full: two units each, and leaders.", "hawaii:R21")


def _retreat(game: Hawaii, state: State, at: int) -> Refusal | None:
    top, name = state.stack[-1], game.cat.spaces[at].name
    if not isinstance(top, Retreating):
        return None
    if at == top.away_from:
        return Refusal(f"The force must leave {name}.", top.clause)
    if top.clause != "hawaii:R23" and to_come(state) >> at & 1:
        return Refusal(f"A battle is still to come in {name}.", "hawaii:11.5")
    return Refusal(f"Your side does not occupy {name}: no fighting unit of yours is there.", "hawaii:R2")


def _send_home(game: Hawaii, state: State, seat: int, unit: int) -> Refusal | None:
    cat, name = game.cat, game.cat.name(unit)
    if not (cat.warriors & cat.sides[seat]) >> unit & 1:
        return Refusal(f"{name}: only warriors of your own counters go home.", "hawaii:8.2")
    if _place_of(state, unit) >= cat.n:
        return Refusal(cat.does(unit, "is not on the map."), "hawaii:8.2")
    return Refusal("Warriors who are with a leader stay, as far as possible.", "hawaii:8.2")
