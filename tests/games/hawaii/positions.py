"""Positions for tests: name the counters that matter; the others lie in their boxes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kemu import QuickRng
from kemu.core.events import Event
from kemu.core.frames import Step, settle
from kemu.core.pending import Chance, Decide, Over
from kemu.games.hawaii import Hawaii, Settings, State
from kemu.games.hawaii.odds.policy import choose
from kemu.games.hawaii.rules.battle import BattlePhase
from kemu.games.hawaii.rules.cards import DrawCard
from kemu.games.hawaii.rules.fight import Fight
from kemu.games.hawaii.rules.movement import Moving
from kemu.games.hawaii.rules.recruiting import Recruiting
from kemu.games.hawaii.rules.sea import LaunchFleet
from kemu.games.hawaii.rules.turn import PartEnd, PartStart

GAME = Hawaii()
CAT = GAME.cat
KIT = GAME.folder / "kit"
K, A = 0, 1


def units(names: str) -> int:
    """The set of counters that these ids stand for; `k-w1..3` is three of them."""
    mask = 0
    for name in names.split():
        if ".." in name:
            start, _, last = name.partition("..")
            stem = start[:-1]
            for number in range(int(start[-1]), int(last) + 1):
                mask |= 1 << CAT.index[f"{stem}{number}"]
        else:
            mask |= 1 << CAT.index[name]
    return mask


def cards(names: str) -> int:
    """The set of cards that these ids stand for."""
    return sum(1 << CAT.card[name] for name in names.split())


def position(
    phase: str = "move",
    seat: int = K,
    *,
    month: int = 5,
    card: str = "",
    fleet: int = 3,
    held: str = "",
    gone: str = "",
    ally: int = -1,
    rode: str = "",
    sailed: str = "",
    walked: str = "",
    length: str = "long",
    decks: tuple[str, str] | None = None,
    **at: str,
) -> State:
    """A state at the start of a phase of a seat's part: `part`, `card`, `recruit`, `move` or `battle`.

    `ally` is the seat that Kauaʻi has joined, or -1.
    """
    places = [0] * len(CAT.places)
    for space, names in at.items():
        places[CAT.space[space]] = units(names)
    places[CAT.gone] = units(gone)
    if not CAT.kauai & sum(places):
        places[CAT.space["kauai"]] |= CAT.kauai
    places[CAT.aside] = CAT.works
    for side in (K, A):
        places[CAT.boxes[side]] = CAT.sides[side] & ~sum(places)
    whole = (PartEnd(seat), BattlePhase(seat), Moving(seat), Recruiting(seat), DrawCard(seat))
    stack: Any = {
        "battle": whole[:2],
        "move": whole[:3],
        "recruit": whole[:4],
        "card": whole,
        "part": (PartStart(seat),),
    }
    standing = CAT.owned[ally + 1][seat] & CAT.fighters & ~units(rode) & ~units(walked)
    mine, his = (cards(" ".join(c for c in held.split() if c[0] == letter)) for letter in "KA")
    left = tuple(cards(names) for names in decks) if decks else (CAT.deck[0] & ~mine, CAT.deck[1] & ~his)
    state = State(
        settings=Settings(length=length),  # type: ignore[arg-type]
        stack=stack[phase],
        places=tuple(places),
        month=month,
        decks=left,  # type: ignore[arg-type]
        held=(mine, his),
        kauai=ally,
        card=CAT.card[card] if card else -1,
        fleet=fleet,
        rode=units(rode),
        sailed=units(sailed),
        walked=units(walked),
        stood=sum(1 << at for at in range(CAT.n) if places[at] & standing),
    )
    return settled(state)


def settled(state: State) -> State:
    """The state when it waits for something."""
    step = Step(state)
    settle(GAME, step)
    return step.state


def play(state: State, *choices: str | tuple[Any, ...] | int, game: Hawaii = GAME) -> State:
    """The state after these choices: actions by notation, dice and cards as tuples, or one die as a number."""
    return told(state, *choices, game=game)[0]


def told(state: State, *choices: str | tuple[Any, ...] | int, game: Hawaii = GAME) -> tuple[State, list[Event]]:
    """The same, and what happened."""
    events: list[Event] = []
    for choice in choices:
        pending = game.pending(state)
        if isinstance(choice, str):
            assert isinstance(pending, Decide), f"{choice}: {pending} is due"
            action = {game.notation(option): option for option in pending.options}.get(choice)
            assert action is not None, f"{choice}: not among {choices_of(state, game)}"
            state, more = game.apply(state, action)
        else:
            state, more = game.apply(state, choice if isinstance(choice, tuple) else (choice,))
        events += more
    return state, events


def choices_of(state: State, game: Hawaii = GAME) -> list[str]:
    """What the pending decision offers."""
    pending = game.pending(state)
    assert isinstance(pending, Decide), f"not a decision: {pending}"
    return [game.notation(option) for option in pending.options]


def asked(state: State, game: Hawaii = GAME) -> int | None:
    """The seat that decides; None if chance or the end is due."""
    pending = game.pending(state)
    return pending.seat if isinstance(pending, Decide) else None


def over(state: State) -> Over | None:
    """How the game ended, if it did."""
    pending = GAME.pending(state)
    return pending if isinstance(pending, Over) else None


def where(state: State, unit: str) -> str:
    """Where a counter is: a space's id, or sea, box, aside, gone."""
    place = next(i for i, there in enumerate(state.places) if there >> CAT.index[unit] & 1)
    names = [*(space.id for space in CAT.spaces), "sea", "box", "box", "aside", "gone"]
    return names[place]


def at(state: State, space: str) -> set[str]:
    """The counters in a space."""
    mask = state.places[CAT.space[space]]
    return {counter.id for i, counter in enumerate(CAT.counters) if mask >> i & 1}


def overlaid(folder: Path, file: str, old: str, new: str) -> Path:
    """A kit with one line changed."""
    text = (KIT / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def random_states(seed: int) -> list[State]:
    """Return every position of a game at random."""
    rng = QuickRng(seed)
    state = GAME.start()
    found: list[State] = []
    while not isinstance(pending := GAME.pending(state), Over):
        found.append(state)
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    return found


def valued(state: State, game: Hawaii = GAME) -> Sequence[float]:
    """What a state is worth to each seat, as the opponents see it."""
    return game.mind.value(state, game.pending(state), QuickRng(0))


def sighted(state: State) -> State:
    """Play on from a landing to where its defender may launch a war fleet."""
    rng = QuickRng(1)
    while not isinstance(state.stack[-1], LaunchFleet):
        pending = GAME.pending(state)
        choice = pending.pick(rng) if isinstance(pending, Decide) else (1,)  # 1: sighted
        state, _ = GAME.apply(state, choice)
    return state


def simulated(start: State, rng: QuickRng, attacker: int = K) -> State:
    """Play the battle on the engine, both sides by the policy, to the end of the part (or of the game)."""
    state = start
    while isinstance(state.stack[0], PartEnd) and state.stack[0].seat == attacker:
        pending = GAME.pending(state)
        top = state.stack[-1]
        if isinstance(pending, Decide):
            choice = choose(CAT, top, pending) if isinstance(top, Fight) else pending.options[0]
        else:
            assert isinstance(pending, Chance)
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    return state
