"""What travels: the bodies of requests and answers. The OpenAPI description is made from these structs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from kemu.scene import Box, Gradient, Layer, Panel, Pattern, Piece, Selectable, Shape, Zone

from .wire_base import LINE, Coordinate, Key, Name, Place, Ply, Revision, Sent, Told
from .wire_seats import ClockState, ClockTerms, RematchState, SeatKey

# -- games -----------------------------------------------------------------------------------------------------


class OptionInfo(Told, frozen=True):
    """One option of a game as a form shows it; `choices` is empty where it is not a closed list."""

    name: str
    default: Any
    choices: list[Any]
    explanation: str
    labels: list[str]
    """What the form calls each choice; empty: as the choice is spelt."""
    pictured: bool
    """Whether each choice has a picture, at the game's `picture.svg?choice=`."""


class LevelInfo(Told, frozen=True):
    """One strength of computer opponent."""

    id: str
    label: str
    explanation: str


class LessonInfo(Told, frozen=True):
    """A guided game."""

    id: str
    title: str
    about: str
    minutes: str
    steps: int


class GameInfo(Told, frozen=True):
    """A game as the front page shows it."""

    id: str
    title: str
    sentence: str
    seats: list[str]
    colours: list[str]
    """A colour for each seat, or none: then the page chooses."""
    minutes: str
    options: list[OptionInfo]
    levels: list[LevelInfo]
    hidden: bool
    """Whether it has, with some options at least, facts that not everybody knows."""
    draws: bool
    """Whether its rules know a draw: then one can be agreed on."""
    reconstruction: bool
    """Whether any part of it is a reconstruction: the page says so."""
    credits: str
    """Who designed and published it, and what this house has to do with them."""
    broken: str
    """Why it cannot be played here, in a line for its author; empty: it can."""
    lessons: list[LessonInfo]
    ways: list[str]
    """How it is won, a sentence each; there is a picture to it at the game's `winning.svg`."""
    caption: str
    """What that picture shows."""
    easy: dict[str, Any]
    """The options for somebody's first game, where the usual ones are not the easiest."""
    clocks: list[ClockTerms]
    """The clocks that suit it, where people play each other from two devices."""


class ClauseInfo(Told, frozen=True):
    """One clause of a game's rulebook, in our words."""

    id: str
    title: str
    summary: str
    status: str
    reading: str
    why: str
    reconstructed: str
    """What stands in place of something that the printed game has and we have not; empty: nothing."""
    chapter: str
    """The title of its chapter."""


class GuideEntry(Told, frozen=True):
    """One entry of a game's glossary."""

    name: str
    kind: str
    words: str
    on: list[str]
    """The things of a scene that it speaks of: patterns (`*` for anything) of their ids, symbols or labels."""
    signs: dict[str, str]
    """What is drawn or written on it, and what that means."""
    clauses: list[str]
    picture: str
    """Its picture among those of the guide; empty: it has none."""


class GuidePicture(Told, frozen=True):
    """A picture of a rule, drawn from a position."""

    id: str
    clause: str
    caption: str


class GuideInfo(Told, frozen=True):
    """What a newcomer looks up: the glossary, the numbers of things, the pictures of the rules."""

    entries: list[GuideEntry]
    numbers: dict[str, str]
    """By symbol or id, or by a pattern (`*` for anything) of labels."""
    pictures: list[GuidePicture]


# -- opening a table ---------------------------------------------------------------------------------------------


class You(Sent, frozen=True, tag="you", tag_field="kind"):
    """The one who opens the table sits here; a level, which a form may send along, means nothing."""

    name: Name = ""
    level: str | None = None


class Friend(Sent, frozen=True, tag="friend", tag_field="kind"):
    """Somebody else sits here, by a link; a level, which a form may send along, means nothing."""

    name: Name = ""
    level: str | None = None


class Computer(Sent, frozen=True, tag="computer", tag_field="kind"):
    """A program sits here."""

    level: str
    name: Name = ""


class NewTable(Sent, frozen=True):
    """A wish for a table."""

    game: str
    seats: dict[str, You | Friend | Computer]
    options: dict[str, Any] = {}
    listed: bool = False
    """Whether anyone on this server may find it and take a friend's seat."""
    clock: ClockTerms | None = None
    """The time that each seat has. Only where two people play who are not at one screen; who comes agrees to it."""


class TableOpened(Told, frozen=True):
    """A table stands; a computer's seat has no secret."""

    table: str
    game: str
    commitment: str
    """To the dealer's secret and this table. It is made before any seat adds its salt."""
    seats: dict[str, SeatKey | None]


# -- acts --------------------------------------------------------------------------------------------------------


class Answer(Sent, frozen=True):
    """A seat's answer to the pending decision."""

    ply: Ply
    action: dict[str, Any]
    key: Key
    revision: Revision | None = None


class AddSalt(Sent, frozen=True):
    """The seat's salt for the dice: once, before the first draw. The table draws nothing before it has them all."""

    salt: Annotated[
        str,
        Meta(pattern=r"^[0-9A-Za-z_-]{16,64}(?![\s\S])", description="Made by the page: 128 random bits, say."),
    ]
    key: Key


class Landed(Told, frozen=True):
    """The act is on disk; the table stands at this ply."""

    ply: int
    revision: int


class Undo(Sent, frozen=True):
    """Take back the last choice."""

    ply: Ply
    key: Key
    revision: Revision | None = None


class TakeBack(Sent, frozen=True):
    """Go back to one's last choice, past dice and other seats' turns, or ask the other player for it; or, with
    `answer`, grant or decline what the other player asks for."""

    ply: Ply
    revision: Revision
    key: Key
    answer: Literal["grant", "decline"] | None = None


class Resign(Sent, frozen=True):
    """Give the game up; or, with `seat`, end it for a computer that cannot decide: that seat has then resigned."""

    ply: Ply
    revision: Revision
    key: Key
    seat: Annotated[str, Meta(max_length=40)] | None = None


class DrawOffer(Sent, frozen=True):
    """Offer a draw, or answer the offer of the other seat: exactly one of the three is true."""

    ply: Ply
    revision: Revision
    key: Key
    offer: bool = False
    accept: bool = False
    decline: bool = False


class Say(Sent, frozen=True):
    """Say a line to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=LINE)]
    key: Key


class Intent(Sent, frozen=True):
    """What a player would like: a click on something in the scene, or an action. Exactly one of the two is there."""

    touch: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    action: dict[str, Any] | UnsetType = UNSET


class Why(Sent, frozen=True):
    """A question: may I, and if not, why not? The intent is a touch or an action."""

    intent: Intent


class Because(Told, frozen=True):
    """The answer to `Why`. `final`: once done, it could not be undone: chance or another seat's turn follows."""

    allowed: bool
    reason: str
    clause: str
    final: bool = False


class Drag(Sent, frozen=True):
    """A piece dragged to a point of the scene: what would that stand for? `draft` is an answer that is not yet given:
    where the game can, the drag changes this one piece of it."""

    ply: Ply
    x: Coordinate
    y: Coordinate
    piece: Annotated[str, Meta(max_length=200)] = ""
    draft: dict[str, Any] | None = None


class NotAllowed(Told, frozen=True):
    """Why something is not allowed."""

    reason: str
    clause: str


class Dragged(Told, frozen=True):
    """The answer that a drag stands for, and, if it is not legal now, why not. Nothing has changed."""

    action: dict[str, Any]
    label: str
    refusal: NotAllowed | None
    pieces: tuple[Piece, ...]
    """The pieces that would be new or stand elsewhere if it were played; none where it is refused."""


# -- what a seat sees --------------------------------------------------------------------------------------------


class SeatState(Told, frozen=True):
    """Who sits where, and whether he is there now."""

    name: str
    player: str
    kind: str
    level: str
    """The level of a computer, else empty."""
    colour: str
    """The colour of its pieces as CSS writes it, or empty."""
    present: bool
    taken: bool
    """Whether anybody sits there at all: a friend's seat stands empty until it is claimed."""


class OptionState(Told, frozen=True):
    """One answer to the pending decision."""

    action: dict[str, Any]
    notation: str
    label: str


class ReachState(Told, frozen=True):
    """Where an answer over a continuum may lie, as an SVG path."""

    path: str
    label: str


class NearState(Told, frozen=True):
    """How near a seat is to winning: in words, and as a part of the way."""

    seat: str
    words: str
    part: float


class FreeState(Told, frozen=True):
    """The continuum beside the listed answers."""

    reach: list[ReachState]
    pieces: list[str]
    """The pieces of the scene that can be taken up; to touch another is to ask why not."""
    by_hand: str
    """How one answers on the board, where it is not by dragging a piece or clicking where something shall stand."""


class DecideState(Told, frozen=True, tag="decide", tag_field="type"):
    """A seat must choose; the options are there only when it is the reader's own."""

    seat: str
    yours: bool
    prompt: str
    clause: str
    options: list[OptionState]
    free: FreeState | None
    no: int | None = None
    """The option that a standing "no" gives, where the seat is asked whatever it holds."""


class OverState(Told, frozen=True, tag="over", tag_field="type"):
    """The game has ended."""

    winner: str | None
    reason: str
    clause: str
    scores: dict[str, float]
    text: str
    means: str
    """What that means, in plain words, for one who does not know the rules; empty if nothing needs to be said."""
    points: list[str]
    """What decided it: ids of the scene's zones, pieces, panels and items."""


class Thrown(Told, frozen=True):
    """What chance gave, to be shown: dice by their values, cards by what the game calls them."""

    kind: Literal["dice", "cards"]
    values: tuple[int | str, ...]


class LogEntry(Told, frozen=True, omit_defaults=True):
    """One line of the log, in plain words."""

    ply: int
    seat: str | None
    text: str
    clause: str
    thrown: Thrown | None = None
    """The dice or cards behind this line, where it was chance that spoke and the reader may see it."""
    matters: bool = False
    """Whether it should not be missed among the other lines."""


class SceneState(Told, frozen=True):
    """A scene less what never changes, which is found under the digest `base`; `zones` are those that move."""

    title: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...]
    selectable: tuple[Selectable, ...]
    text: str
    look: Box | None
    """Where to look at first; none: at the whole."""


class Base(Told, frozen=True):
    """What never changes in a scene: it is fetched once, by its digest."""

    base: tuple[Shape, ...]
    defs: tuple[Gradient | Pattern, ...]
    symbols: dict[str, tuple[Shape, ...]]
    zones: tuple[Zone, ...]


class ChatLine(Told, frozen=True):
    """A line that a seat said; `line` counts from 1 at each table."""

    line: int
    seat: str
    text: str
    at: str


class Position(Told, frozen=True):
    """What a move changes of the table, as one seat (or a spectator) may see it."""

    ply: int
    revision: int
    pending: DecideState | OverState
    scene: SceneState
    base: str
    """The digest of the rest of the scene, which never changes."""
    salts: dict[str, str | None]
    """Every seat that must add a salt before the first draw, and what it has added; empty at a table of format 1."""
    secret: str | None
    can_undo: bool
    draw_offer: str | None
    back_asked: str | None
    """The seat that asks to take back."""
    take_back: str
    """What the reader may do about the last choice: `undo` it, which leaves no trace; go `back` past dice and other
    seats' turns, which the record says; `ask` the other player for that; or nothing."""
    take_back_why: str
    """Why nothing."""
    thinking: bool
    stuck: bool
    """Whether the computer that must decide has failed to, and has given up: its seat can be made to resign."""
    private: bool
    """Whether the seats know different things, so that a screen shared by them is covered between turns."""
    moved: dict[str, Piece | None] | None
    """What moved last, by id, and where it lay before (null: nowhere). Null altogether where the reader saw it move."""
    near: list[NearState]


class Snapshot(Position, frozen=True):
    """The whole table as one seat (or a spectator) may see it."""

    table: str
    game: str
    title: str
    options: dict[str, Any]
    seat: str | None
    seats: list[SeatState]
    log: list[LogEntry]
    commitment: str
    """To the dealer's secret; it is made, and told, before any salt is added."""
    draws: bool
    """Whether a draw can be agreed on at this table."""
    created_at: str
    places: int
    """At how many places the reader's own seat is open: browsers, or windows of one. 0 for a spectator."""
    chat: list[ChatLine]
    """The newest lines."""
    rematch: RematchState
    listed: bool
    """Whether anyone on this server may take a free seat."""
    clock: ClockState | None = None
    """None: there is no clock at this table."""


class LessonStep(Told, frozen=True):
    """A step of a lesson, and the table as the learner sees it there."""

    lesson: LessonInfo
    number: int
    """Counted from 0."""
    heading: str
    say: str
    points: list[str]
    """What to look at: ids of zones, pieces, panels and their items."""
    waits: bool
    """Whether something must be done here; else the learner reads, and goes on when he likes."""
    option: int | None
    """The number of the option that goes on, where it is one of the listed ones."""
    label: str
    """What is to be done, in a few words."""
    pieces: tuple[Piece, ...]
    """Where pieces shall come to stand, where the answer is over a continuum."""
    action: dict[str, Any] | None
    """The answer that goes on."""
    snapshot: Snapshot


class Try(Sent, frozen=True):
    """What the learner would do at a step of a lesson."""

    action: dict[str, Any]


class LessonReply(Told, frozen=True):
    """What becomes of it: it goes on, or what is said to it."""

    right: bool
    say: str
    clause: str


class Said(Told, frozen=True):
    """The line is on disk under this number."""

    line: int


class Health(Told, frozen=True):
    """The server can reach its database."""

    ok: bool


# -- the socket --------------------------------------------------------------------------------------------------


class Hello(Sent, frozen=True):
    """The first and only message of a client on a socket: the secret of its seat, or null for a spectator."""

    seat: Annotated[str, Meta(max_length=200)] | None = None
    place: Place = ""


class SnapshotMessage(Told, frozen=True, tag="snapshot", tag_field="type"):
    """The answer to `Hello`: the table now."""

    snapshot: Snapshot


class MomentMessage(Told, frozen=True, tag="moment", tag_field="type"):
    """Something changed: how the table stands now. Of the log that the client has, `kept` lines stay, and `entries`
    come after them."""

    position: Position
    kept: int
    entries: list[LogEntry]
    clock: ClockState | None = None


class ChatMessage(Told, frozen=True, tag="chat", tag_field="type"):
    """A line of chat."""

    said: ChatLine


class PresenceMessage(Told, frozen=True, tag="presence", tag_field="type"):
    """Which seats are there, at which anybody sits, and what he is called."""

    seats: dict[str, bool]
    taken: dict[str, bool]
    players: dict[str, str]
    places: int
    """At how many places the reader's own seat is open."""
    listed: bool


class DrawOfferMessage(Told, frozen=True, tag="draw-offer", tag_field="type"):
    """A draw is offered by this seat, or (null) no longer; so with a wish to take back."""

    seat: str | None
    back: str | None


class ClockMessage(Told, frozen=True, tag="clock", tag_field="type"):
    """The clock has begun to run, or was set anew, without a move."""

    clock: ClockState


class RematchMessage(Told, frozen=True, tag="rematch", tag_field="type"):
    """Somebody would play again, or would not, or all do."""

    rematch: RematchState


class PingMessage(Told, frozen=True, tag="ping", tag_field="type"):
    """Nothing happened; the line is alive."""


class ErrorMessage(Told, frozen=True, tag="error", tag_field="type"):
    """Why the socket is about to close."""

    code: str
    reason: str


Message = (
    SnapshotMessage
    | MomentMessage
    | ChatMessage
    | PresenceMessage
    | DrawOfferMessage
    | ClockMessage
    | RematchMessage
    | PingMessage
    | ErrorMessage
)
"""All that a server ever sends on a socket."""
