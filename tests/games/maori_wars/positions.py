"""Positions for tests: name the counters that matter and the hexes they stand in; everything else is off the map.

The fields of these tests lie on the clear plain of the Waikato: 1722, with 1721 1821 1822 1723 1622 1621 around it.
"""

from __future__ import annotations

from typing import Any

from kemu.core.events import Event
from kemu.core.pending import Action, Chance, Decide, Over
from kemu.games.maori_wars import MaoriWars, Settings, State
from kemu.games.maori_wars.model.catalogue import SIDES, STRUCTURES
from kemu.games.maori_wars.model.state import Site
from kemu.games.maori_wars.rules.board import AWAY, BOX
from kemu.games.maori_wars.rules.sequence import PHASES

GAME = MaoriWars()
CAT = GAME.cat
BRITISH, MAORI = 0, 1
TO_PLAN = 5
"""A chit that is According to Plan."""
UNIT = CAT.vp["unit"]
"""Victory Points for a unit lost in combat."""


def hexes(*labels: str) -> list[int]:
    """The numbers of hexes."""
    return [CAT.hex_of[label] for label in labels]


def units(names: str) -> list[int]:
    """The counters that these ids stand for; `m-warrior-1..3` is three of them."""
    found: list[int] = []
    for name in names.split():
        if ".." in name:
            first, last = name.split("..")
            stem, number = first.rsplit("-", 1)
            found += [CAT.index[f"{stem}-{n}"] for n in range(int(number), int(last) + 1)]
        else:
            found.append(CAT.index[name])
    return found


def unit(name: str) -> int:
    """One counter."""
    return CAT.index[name]


def position(
    phase: str = "CombatPhase",
    seat: int = BRITISH,
    at: dict[str, str] | None = None,
    sites: dict[str, str] | None = None,
    *,
    disrupted: str = "",
    cup: tuple[int, ...] = (TO_PLAN, 13),
    scenario: str = "waikato",
    turn: int = 2,
    box: str = "",
    **more: Any,
) -> State:
    """A state at the start of a phase of a seat's turn.

    `at` says who is where, by hex label or territory code; `sites` which Structures there are: "pa maori", "village
    queenite disrupted".
    """
    where = [AWAY] * len(CAT.counters)
    for label, names in (at or {}).items():
        for one in units(names):
            where[one] = GAME.place_of(label)
    for one in units(box):
        where[one] = BOX
    built: list[Site] = []
    for label, words in (sites or {}).items():
        what, side, *rest = words.split()
        built.append((CAT.hex_of[label], STRUCTURES.index(what), SIDES.index(side), int(bool(rest))))
    whole = PHASES[seat]
    names_ = [type(frame).__name__ for frame in whole]
    last = len(names_) - 1 - names_[::-1].index(phase)
    marked = 0
    for one in units(disrupted):
        marked |= 1 << one
    state = State(
        settings=Settings(scenario=scenario),
        stack=whole[: last + 1],
        where=tuple(where),
        sites=tuple(sorted(built)),
        disrupted=marked,
        turn=turn,
        seat=seat,
        cup=cup,
        **more,
    )
    return settled(state)


def settled(state: State) -> State:
    """Run a state to its first pause, as the game does after every choice."""
    from kemu.core.frames import Step, settle

    step = Step(state)
    settle(GAME, step)
    return step.state


Told = list[Event]


def play(state: State, *choices: Action | int | tuple[int, ...], told: Told | None = None) -> State:
    """Answer one pause after the other: an action for a decision, a whole number for a die or a chit."""
    for choice in choices:
        answer = (choice,) if isinstance(choice, int) else choice
        state, events = GAME.apply(state, answer)
        if told is not None:
            told += events
    return state


def asked(state: State) -> Decide:
    """The decision that is due."""
    pending = GAME.pending(state)
    assert isinstance(pending, Decide), pending
    return pending


def options(state: State) -> tuple[Action, ...]:
    """What may be answered."""
    return tuple(asked(state).options)


def rolls(state: State) -> str:
    """The clause of the chance that is due."""
    pending = GAME.pending(state)
    assert isinstance(pending, Chance), pending
    return pending.clause


def over(state: State) -> Over:
    """How it has ended."""
    pending = GAME.pending(state)
    assert isinstance(pending, Over), pending
    return pending


def place(state: State, name: str) -> str:
    """Where a counter is: a hex label, a territory's code, or box, away, gone."""
    return GAME.label_of(state.where[CAT.index[name]])


def site(state: State, label: str) -> str:
    """What stands in a hex: "pa maori", "village maori disrupted", or ""."""
    for at, kind, side, disrupted in state.sites:
        if at == CAT.hex_of[label]:
            return " ".join([STRUCTURES[kind], SIDES[side], *(["disrupted"] if disrupted else [])])
    return ""


def is_disrupted(state: State, name: str) -> bool:
    """Whether a counter has a Disrupted Marker."""
    return bool(state.disrupted >> CAT.index[name] & 1)


def targets(state: State, kind: type[Action], field: str = "to") -> set[str]:
    """What the options of one kind name."""
    return {getattr(option, field) for option in options(state) if isinstance(option, kind)}
