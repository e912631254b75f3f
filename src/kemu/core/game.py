"""The contract: what a game is to everything that plays, watches, searches, serves or checks it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast, get_args

import msgspec
from msgspec import Struct

from .about import capital, read_about
from .clauses import Clause, load_clauses
from .events import Event
from .frames import Choice, HasStack, Step, settle
from .kit import Kit
from .mind import Mind
from .pending import Action, Decide, Outcome, Over, Pending, Touch
from .refusal import Refusal
from .rng import Rng
from .settings import parse_settings

if TYPE_CHECKING:
    from kemu.scene import Scene

    from .winning import Near

S = TypeVar("S", bound=HasStack)
O = TypeVar("O", bound=Struct)  # noqa: E741


class View(Struct, Generic[S], frozen=True):
    """What one seat may know: a state with every hidden fact taken out. `seat` None is a spectator."""

    seat: int | None
    state: S


class Game(ABC, Generic[S, O]):
    """A game: rules and a catalogue of fixed facts, shared by all states. It holds nothing about any play.

    A game is a value that moves through pauses. `start` makes the first state; `pending` says what a state
    waits for; `apply` gives the next state. All of it is pure: the same arguments give the same result, in
    any process, on any machine, and no argument is ever changed.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    seat_titles: ClassVar[Mapping[str, str]] = {}
    """These four stand in the folder's `about.toml` (`core/about.py`); the class has them from there."""
    rules_version: ClassVar[int] = 1
    """Raised when the same choices would lead to another game: records name the version they were made by."""
    settings_type: ClassVar[type[Any]]
    state_type: ClassVar[type[Any]]
    action_type: ClassVar[Any]
    """The union of the game's actions: what `parse` accepts."""
    folder: ClassVar[Path]
    """Where the game keeps `about.toml`, `clauses.toml`, `kit/` and `mind/weights.json`."""
    hides: ClassVar[bool] = False
    """Whether some seats may not know everything, with any settings. If not, every view shows the state itself."""
    pictured: ClassVar[str] = ""
    """The name of a setting with a list of choices, which are shown by pictures when a table is opened; empty: none."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "folder" in vars(cls):
            about = read_about(cls.folder)
            if about is not None:
                cls.id, cls.title, cls.seats, cls.seat_titles = about.id, about.title, about.seats, about.titles

    def __init__(self, kit: Path | None = None) -> None:
        """Load the catalogue: the game's own kit, with the files in the folder `kit` in place of its own."""
        self.kit = Kit(self.folder / "kit", overlay=kit)
        self._encoder = msgspec.json.Encoder()
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.state_type)
        self._asked: tuple[Any, Pending | None] = (None, None)
        self._judged: tuple[Any, object] = (None, None)
        self._blank: Self | None = None
        self._kinds = frozenset(get_args(self.action_type) or (self.action_type,))

    # -- the four questions ------------------------------------------------------------------------------

    @abstractmethod
    def opening(self, settings: O) -> S:
        """Return the state before anything has happened, its first frame on the stack."""

    def start(self, settings: O | None = None) -> S:
        """Return the first state that waits for something. Settings left out have their defaults."""
        step = Step(self.opening(self.settings_type() if settings is None else settings))
        pending = settle(self, step)
        if step.events:
            raise AssertionError(f"{self.id}: events before the first choice would be lost: {step.events}")
        self._asked = (step.state, pending)
        return step.state

    @abstractmethod
    def bound(self, settings: O) -> int:
        """Return a number of choices, decisions and chance together, that no game with these settings exceeds."""

    def pending(self, state: S) -> Pending:
        """Return what the state waits for. The order and the content of a decision's options depend on it alone."""
        asked_of, pending = self._asked
        if asked_of is state and pending is not None:
            return pending
        pending = state.stack[-1].ask(self, state)
        if pending is None:
            raise AssertionError(f"{self.id}: a state that does not wait for anything")
        self._asked = (state, pending)
        return pending

    def apply(self, state: S, choice: Choice) -> tuple[S, tuple[Event, ...]]:
        """Return the next state and what happened on the way.

        `choice` is an answer to the pending decision or an outcome of the pending chance. Anything else raises
        a `Refusal`, and nothing has changed. A state for which `pending` gives `Over` takes no choice.
        """
        choice = self.accept(state, choice)
        step = Step(state)
        state.stack[-1].answer(self, step, choice)
        after = step.state
        pending = after.stack[-1].ask(self, after)  # the first round of `settle`, here for speed: mostly it is the last
        if pending is None:
            pending = settle(self, step)
            after = step.state
        self._asked = (after, pending)
        return after, tuple(step.events)

    def accept(self, state: S, choice: object) -> Choice:
        """Return the choice as the rules will take it, or raise the `Refusal` that `apply` would raise.

        What equals an option becomes that option; what answers a continuum must have the types that its action has.
        An action that has been accepted is not judged again: a table asks first, and `apply` asks once more.
        """
        judged_in, judged = self._judged
        if judged_in is state and judged is choice:
            return cast(Choice, choice)
        asked_of, pending = self._asked
        if asked_of is not state or pending is None:
            pending = self.pending(state)
        if type(pending) is Decide:
            if isinstance(choice, Action):
                options = pending.options
                try:
                    if isinstance(options, tuple):
                        return options[options.index(choice)]
                    found = options.find(choice)
                    if found is not None:
                        self._judged = (state, found)
                        return found
                except Exception:  # not there, or made of things that cannot be compared
                    pass
                if pending.free is not None:
                    typed = self._typed(choice)
                    if typed is not None and pending.free.check(typed) is None:
                        self._judged = (state, typed)
                        return typed
            raise self._refuse(state, pending, choice)
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.clause)
        assert not isinstance(pending, Decide)
        if not isinstance(choice, tuple):
            raise Refusal("Chance comes first: an outcome is due, not an action.", pending.clause)
        outcome = cast("tuple[object, ...]", choice)
        for part in outcome:
            if type(part) is not int and type(part) is not str:
                raise Refusal("An outcome is made of whole numbers and names.", pending.clause)
        checked = cast("Outcome", outcome)
        refusal = pending.check(checked)
        if refusal is not None:
            raise refusal
        return checked

    def _typed(self, action: Action) -> Action | None:
        """Return the action as it would be read from a record, or None if its fields are not what they must be."""
        try:
            # An action's own class is read a hundred times quicker than the union of all.
            return msgspec.convert(msgspec.to_builtins(action), type(action)) if type(action) in self._kinds else None
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError):
            return None

    def why_not(self, state: S, seat: int, intent: Action | Touch) -> Refusal | None:
        """Return why this seat may not do that now, naming the clause, or None if it may.

        The answer is made from the seat's own view: it never tells what the seat does not know.
        """
        pending = self.pending(state)
        if isinstance(pending, Over):
            return Refusal("The game is over.", pending.clause)
        if not isinstance(pending, Decide):
            return Refusal("Chance comes first.", pending.clause)
        if seat != pending.seat:
            return Refusal(f"It is for {self.seat_title(pending.seat)} to decide.", pending.clause)
        if isinstance(intent, Action):
            try:
                self.accept(state, intent)
            except Refusal as refusal:
                return refusal
            return None
        return self._refuse(state, pending, intent)

    def _refuse(self, state: S, decide: Decide, intent: object) -> Refusal:
        if isinstance(intent, Action) and self._typed(intent) is None:
            try:
                return self.explain(self.view(state, decide.seat), decide, intent)
            except Exception:  # a game explains what has the right types; more is not asked of it
                return Refusal(f"Not an action of {self.title}: its fields are not what they must be.", decide.clause)
        if isinstance(intent, Action) or (isinstance(intent, Touch) and type(intent.id) is str):
            return self.explain(self.view(state, decide.seat), decide, intent)
        return Refusal(f"A decision takes one of this game's actions, not {type(intent).__name__}.", decide.clause)

    def explain(self, view: View[S], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why `intent`, which is not legal, is not. Games override it; it must answer anything.

        The default knows the pending decision only.
        """
        if isinstance(intent, Action):
            refusal = decide.check(intent)
            if refusal is not None:
                return refusal
        return Refusal(f"That is not possible now. {decide.prompt}", decide.clause)

    # -- what a seat may know ----------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> View[S]:
        """Return what this seat may know (None: a spectator). The default is for games without hidden facts."""
        return View(seat, state)

    def near(self, view: View[S]) -> tuple[Near, ...]:
        """Say how near each seat is to winning, as far as this view knows, in a few words. The default: nothing."""
        return ()

    def decided(self, view: View[S]) -> tuple[str, ...]:
        """Return what decided a finished game: ids of the scene's zones, pieces, panels, items. Else nothing."""
        return ()

    def redeal(self, view: View[S], rng: Rng) -> S:
        """Return a full state drawn at random from those that give this view.

        It takes the view, not the state: a player program that works on redeals cannot know what its seat
        does not. The default is for games without hidden facts.
        """
        return view.state

    def without_memory(self) -> Self:
        """Return this game as it is handed to a player: it has not been asked about any state yet.

        `pending` remembers the last state that it was asked about. A player is not to find the truth there.
        """
        blank = self._blank
        if blank is None:
            blank = self._blank = copy(self)
            vars(blank).pop("mind", None)  # a mind holds its game, and that one has been asked
        blank._asked = blank._judged = (None, None)
        return blank

    # -- words and numbers -------------------------------------------------------------------------------

    def notation(self, action: Action) -> str:
        """Return a short name for the action, unique among the options of a decision, that a player can type.

        The default: its fields; its tag where it has none, and before a bare number, which would name a place in the
        list of answers.
        """
        words = " ".join(str(part) for part in msgspec.structs.astuple(action))
        tag = str(action.__struct_config__.tag)
        return f"{tag} {words}".strip() if not words or words.isdecimal() else words

    def seat_title(self, seat: int) -> str:
        """Return what people call a seat: its title in `about.toml`, or its name with a capital."""
        name = self.seats[seat]
        return self.seat_titles.get(name) or capital(name)

    def label(self, view: View[S], action: Action) -> str:
        """Return the action as a few words on a button."""
        return self.notation(action)

    def scores(self, state: S) -> tuple[float, ...]:
        """Return the score as it stands, one number a seat: what a game that is broken off is recorded with."""
        return (0.0,) * len(self.seats)

    def keeps_score(self, state: S) -> bool:
        """Tell whether the scores say something to the players of this game: if not, its end does without them."""
        return True

    def scene(self, view: View[S], decide: Decide | None = None) -> Scene:
        """Return the picture of a view: shapes, pieces and zones, and which of them stand for which option."""
        raise NotImplementedError(f"{self.title} has no picture yet")

    def numbers(self) -> Mapping[str, str]:
        """Return the numbers of things in words, as this kit has them. The default: nothing.

        They are told by symbol or id, or by a pattern (`*` for anything) of labels.
        """
        return {}

    def drags(self, view: View[S], decide: Decide) -> tuple[str, ...]:
        """Return the ids of the scene's pieces that the decision's continuum lets this seat drag. The default: none.

        Each is a piece of `scene(view, decide)`; a decision without a continuum has none.
        """
        return ()

    def picture(self, view: View[S]) -> Any:
        """Return the view as something that rich prints in a terminal. The default prints the state's fields."""
        return msgspec.json.format(msgspec.json.encode(view.state)).decode()

    # -- what opponents know -----------------------------------------------------------------------------

    @cached_property
    def mind(self) -> Mind[Any]:
        """What opponents know of the game beyond its rules. The default knows nothing."""
        return Mind(self)

    # -- in and out --------------------------------------------------------------------------------------

    def parse_settings(self, given: Mapping[str, Any]) -> O:
        """Return typed settings from names and values (text or JSON), or raise a `Refusal` that names the setting."""
        return parse_settings(self.settings_type, given)

    def parse(self, raw: object) -> Action:
        """Return an action from plain JSON data, or raise a `Refusal` that says what is wrong with it."""
        if not isinstance(raw, dict) or "act" not in raw:
            raise Refusal(f"Not an action of {self.title}: an object with the field `act` is due.")
        try:
            return msgspec.convert(raw, self.action_type)
        except msgspec.ValidationError as error:
            raise Refusal(f"Not an action of {self.title}: {error}.") from None

    def encode(self, state: S) -> bytes:
        """Return the state as JSON. `decode` gives back an equal state."""
        return self._encoder.encode(state)

    def decode(self, data: bytes) -> S:
        """Return the state that `encode` was given."""
        return self._decoder.decode(data)

    # -- the rulebook ------------------------------------------------------------------------------------

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every clause of the rulebook by its full id, in the rulebook's order."""
        return load_clauses(self.id, self.folder / "clauses.toml")
