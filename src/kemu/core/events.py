"""Events: what happened, for the log, the animation and the statistics. Derived, never part of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec import Struct

if TYPE_CHECKING:
    from .game import Game


class Event(Struct, frozen=True, tag_field="event"):
    """Something that happened under a clause.

    Subclasses carry the facts as fields and tell them in one plain sentence. `reveals` marks an event that
    showed somebody a fact that was hidden from him: a player may not take back what he did before it. `matters` marks
    what nobody should miss among everything that is told: how a battle ended, say.
    """

    reveals: ClassVar[bool] = False
    matters: ClassVar[bool] = False

    @property
    def clause(self) -> str:
        """The id of the clause under which it happened. A class names it in `under`, or an event does in a field."""
        return cast(Any, self).under

    @property
    def whose(self) -> int | None:
        """The seat that it is about, where that may be another than the one after whose choice it happened."""
        return None

    def tell(self, game: Game[Any, Any]) -> str:
        """Return the event in plain words, one sentence, as a log shows it."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Event | None:
        """Return what this seat (None: a spectator) may know of it: itself, a version with less in it, or None."""
        return self
