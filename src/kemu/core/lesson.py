"""Lessons: a guided game as data. A scripted record of which the learner makes some of the choices himself.

`games/<g>/lessons/*.toml` has the settings, what is played before the first words, and steps. A step says something,
points at something, and perhaps waits for one answer of the learner; `then` is what follows: answers of the other side,
and what chance gives. So luck decides nothing, and where a lesson stands is known from the number of the step alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

from .dealer import Dealer
from .game import Game
from .kit import KitError, TomlPath, error_in, read_shaped
from .pending import Action, Chance, Decide, Outcome, Over
from .record import Drawn, Move
from .refusal import Refusal
from .table import Past

FOLDER = "lessons"
NEAR = 0.05
"""An answer over a continuum is right if every piece comes this near to its place, as a part of the picture's width."""

Answer = str | dict[str, Any]
"""An action: as a player types it, or as a record has it."""
WrittenChoice = str | dict[str, Any] | list[int | str]
"""An answer, or (a list) what chance gives."""


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """Legal answers that are not the one, and what is said to them."""

    do: tuple[Answer, ...]
    say: str


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: words, and perhaps something that the learner does."""

    say: str
    title: str = ""
    """A heading, where something new begins."""
    name: str = ""
    """What the guide's pictures call it: a step is shown there by its name, not by its number."""
    point: tuple[str, ...] = ()
    """Things of the picture to look at: ids of zones, pieces, panels and their items."""
    do: Answer | None = None
    """The answer that goes on; without it the learner reads, and goes on when he likes."""
    otherwise: str = ""
    """What is said to every other legal answer."""
    wrong: tuple[Wrong, ...] = ()
    then: tuple[WrittenChoice, ...] = ()
    """What follows by itself. Chance that is not said here is drawn from the lesson's seed."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game."""

    title: str
    about: str
    """What one learns by it, in a sentence."""
    minutes: str
    seat: str
    """Where the learner sits."""
    step: tuple[Step, ...]
    settings: dict[str, Any] = {}
    seed: int = 1
    start: tuple[WrittenChoice, ...] = ()
    """What is played before the first step."""


class Moment(Struct, frozen=True):
    """How the table stands at a step: never at chance, except where one looks back."""

    step: Step
    state: Any
    pending: Decide | Over | Chance
    past: tuple[Past, ...]
    wanted: Action | None


class Reply(Struct, frozen=True):
    """What becomes of an answer of the learner."""

    right: bool
    say: str = ""
    clause: str = ""


class _Script:
    """Plays the choices of a lesson, one after the other."""

    def __init__(self, game: Game[Any, Any], settings: dict[str, Any], seed: int, path: Path) -> None:
        self.game, self.path = game, path
        self.past: list[Past] = []
        self.dealer = Dealer.from_seed(seed)
        self.draws = 0
        try:
            self.state: Any = game.start(game.parse_settings(settings))
        except Refusal as refusal:
            raise self.error(("settings",), refusal.reason) from None

    def error(self, where: TomlPath, message: str) -> KitError:
        return error_in(self.path, where, message)

    def play(self, choices: tuple[WrittenChoice, ...], where: TomlPath) -> None:
        for number, choice in enumerate(choices):
            here = (*where, number)
            if isinstance(choice, list):
                self.throw(tuple(choice), here)
            else:
                self.answer(choice, here)

    def throw(self, outcome: Outcome, where: TomlPath) -> None:
        while (only := self.only(self.pending())) is not None:
            self.apply(only)
        pending = self.pending()
        if not isinstance(pending, Chance):
            raise self.error(where, f"no throw is due here. {_due(self.game, pending)}")
        if pending.check(outcome) is not None:
            raise self.error(where, f"chance cannot give {list(outcome)} here ({pending.kind}): {pending.clause}")
        self.draw(pending, outcome)

    def answer(self, answer: Answer, where: TomlPath) -> None:
        while True:
            self.settle()
            pending = self.pending()
            assert not isinstance(pending, Chance)
            try:
                self.apply(find(self.game, self.state, pending, answer))
                return
            except Refusal as refusal:
                only = self.only(pending)
                if only is None:
                    reason = f"{refusal.reason} {_due(self.game, pending)}"
                    raise self.error(where, f"'{_written(answer)}' is not an answer here. {reason}") from None
                self.apply(only)

    def settle(self) -> None:
        """Let chance speak that nobody has spoken for."""
        while isinstance(pending := self.pending(), Chance):
            self.draw(pending, pending.sample(self.dealer.draw(self.draws)))

    def rest(self, wanted: Answer | None) -> Action | None:
        """Go on to the next choice that there is, and return the wanted action if it is one of its answers."""
        while True:
            self.settle()
            pending = self.pending()
            only = self.only(pending)
            if wanted is not None:
                try:
                    return find(self.game, self.state, cast("Decide | Over", pending), wanted)
                except Refusal:
                    if only is None:
                        raise
            if only is None:
                return None
            self.apply(only)

    def only(self, pending: Any) -> Action | None:
        """Return the only answer there is: nobody need be asked."""
        if isinstance(pending, Decide) and pending.free is None and len(pending.options) == 1:
            return pending.options[0]
        return None

    def pending(self) -> Decide | Chance | Over:
        return self.game.pending(self.state)

    def draw(self, chance: Chance, outcome: Outcome) -> None:
        before = self.state
        self.state, events = self.game.apply(before, outcome)
        self.draws += 1
        self.past.append(Past(Drawn(len(self.past) + 1, chance.kind, outcome, chance.drawn_from()), before, events))

    def apply(self, action: Action) -> None:
        pending, before = self.pending(), self.state
        assert isinstance(pending, Decide)
        self.state, events = self.game.apply(before, action)
        do = msgspec.json.decode(msgspec.json.encode(action))
        self.past.append(Past(Move(len(self.past) + 1, self.game.seats[pending.seat], do), before, events))


def _due(game: Game[Any, Any], pending: Decide | Chance | Over) -> str:
    """Say to an author what the game waits for."""
    if isinstance(pending, Over):
        return f"The game is over ({pending.reason})."
    if isinstance(pending, Chance):
        return f"Chance is due: {pending.kind}."
    few = [game.notation(option) for option, _ in zip(pending.options, range(12), strict=False)]
    more = ", ..." if len(pending.options) > len(few) else ""
    return f"{game.seat_title(pending.seat)} is asked: {pending.prompt} ({'; '.join(few)}{more})"


def _written(answer: Answer) -> str:
    return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()


def find(game: Game[Any, Any], state: Any, pending: Decide | Over, answer: Answer) -> Action:
    """Return the action that an answer stands for, if it is legal now; else raise a `Refusal`."""
    if isinstance(pending, Over):
        raise Refusal("The game is over.", pending.clause)
    if isinstance(answer, str):
        for option in pending.options:
            if game.notation(option) == answer:
                return option
        raise Refusal(f"'{answer}' is not one of the choices here.", pending.clause)
    return cast(Action, game.accept(state, game.parse(answer)))


def lessons_of(game: Game[Any, Any]) -> dict[str, Path]:
    """Return a game's lessons by their names: the files in its folder, the first one first."""
    return {path.stem: path for path in sorted((game.folder / FOLDER).glob("*.toml"))}


def read_lesson(path: Path) -> Lesson:
    """Return a lesson, or raise a `KitError` that names the file, the line and the field."""
    lesson = read_shaped(path, Lesson)
    if not lesson.step:
        raise error_in(path, ("step",), "a lesson has steps")
    for number, step in enumerate(lesson.step):
        if (step.do is None) == bool(step.otherwise):
            message = (
                "a step that waits for an answer says in `otherwise` what is told to every other one; no other does"
            )
            raise error_in(path, ("step", number, "otherwise" if step.otherwise else "do"), message)
        if step.wrong and step.do is None:
            raise error_in(path, ("step", number, "wrong"), "nothing is wrong where nothing is to be done")
    return lesson


def position(
    game: Game[Any, Any], settings: dict[str, Any], seed: int, choices: tuple[WrittenChoice, ...], path: Path
) -> tuple[Any, tuple[Past, ...]]:
    """Return the state that scripted choices lead to, and how it came; `path` is where they stand (under `start`)."""
    script = _Script(game, settings, seed, path)
    script.play(choices, ("start",))
    script.settle()
    return script.state, tuple(script.past)


def run(game: Game[Any, Any], path: Path) -> tuple[Lesson, tuple[Moment, ...]]:
    """Return a lesson and how the table stands at each of its steps, or raise a `KitError` that names the place."""
    lesson = read_lesson(path)
    if lesson.seat not in game.seats:
        raise error_in(path, ("seat",), f"the seats are {', '.join(game.seats)}")
    seat = game.seats.index(lesson.seat)
    script = _Script(game, lesson.settings, lesson.seed, path)
    script.play(lesson.start, ("start",))
    moments: list[Moment] = []
    for number, step in enumerate(lesson.step):
        here: TomlPath = ("step", number)
        try:
            wanted = script.rest(step.do)
        except Refusal as refusal:
            assert step.do is not None
            due = _due(game, script.pending())
            message = f"'{_written(step.do)}' is not an answer here. {refusal.reason} {due}"
            raise error_in(path, (*here, "do"), message) from None
        pending = script.pending()
        assert not isinstance(pending, Chance)
        if wanted is not None and isinstance(pending, Decide) and pending.seat != seat:
            raise error_in(path, (*here, "do"), f"it is not for {lesson.seat} to decide here: {pending.prompt}")
        moments.append(Moment(step, script.state, pending, tuple(script.past), wanted))
        if wanted is not None:
            script.apply(wanted)
        script.play(step.then, (*here, "then"))
    return lesson, tuple(moments)


def answered(game: Game[Any, Any], seat: int, moment: Moment, action: Action) -> Reply:
    """Say what becomes of an answer of the learner: it is right, it is legal and not the one, or it is not legal."""
    if moment.wanted is None:
        return Reply(False, "There is nothing to do here yet: read, and go on.")
    refusal = game.why_not(moment.state, seat, action)
    if refusal is not None:
        return Reply(False, refusal.reason, refusal.clause)
    if action == moment.wanted or _alike(game, seat, moment, action):
        return Reply(True)
    for wrong in moment.step.wrong:
        for answer in wrong.do:
            if _is(game, action, answer):
                return Reply(False, wrong.say)
    return Reply(False, moment.step.otherwise)


def _is(game: Game[Any, Any], action: Action, answer: Answer) -> bool:
    """Return whether an action is the one that is written; of fields that are not written, any will do."""
    if isinstance(answer, str):
        return game.notation(action) == answer
    told: dict[str, Any] = msgspec.to_builtins(action)
    return all(told.get(name) == value for name, value in answer.items())


def _alike(game: Game[Any, Any], seat: int, moment: Moment, action: Action) -> bool:
    """Return whether an answer over a continuum is near enough: the same pieces come to nearly the same places."""
    pending, wanted = moment.pending, moment.wanted
    if not isinstance(pending, Decide) or pending.free is None or type(action) is not type(wanted) or wanted is None:
        return False
    if action in pending.options or wanted in pending.options:
        return False
    width, here = _standing(game, moment.state, seat)
    _, due = _standing(game, game.apply(moment.state, wanted)[0], seat)
    _, given = _standing(game, game.apply(moment.state, action)[0], seat)
    movers = {name for name, place in due.items() if here.get(name) != place}
    if movers != {name for name, place in given.items() if here.get(name) != place}:
        return False
    near = NEAR * width
    return all(abs(due[name][0] - given[name][0]) + abs(due[name][1] - given[name][1]) <= near for name in movers)


def _standing(game: Game[Any, Any], state: Any, seat: int) -> tuple[float, dict[str, tuple[float, float]]]:
    scene = game.scene(game.view(state, seat), None)
    return scene.width, {piece.id: (piece.x, piece.y) for piece in scene.pieces}
