"""The record of a game: a header, then every choice, in JSON Lines; replayable anywhere, for ever.

`docs/record.md` describes the format for other programs. Each line carries a running digest `h`, so that a
damaged or edited line is named; the dice are proved by the dealer's commitment, the seats' salts and the secret.
Records of format 1, whose commitment bound neither, still replay, and are called what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from .dealer import SALT, TABLE, Dealer, UnboundDealer, Whose, salt_of
from .events import Event
from .game import Game
from .pending import Chance, Decide, Over
from .printable import control_in
from .refusal import Refusal
from .sources import Source

FORMAT = "record/2"
OLD_FORMAT = "record/1"
_BEGINS = b'{"kemu":'
"""So the first line of every record begins, of whatever version."""
_DIGEST_HEX = 16


class RecordError(ValueError):
    """A record that cannot be believed. The message names the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Begins(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a game was gone on with: it takes over so many plies of another record, whose dealer drew their chance."""

    of: str
    """The table of that record, or the record's own id."""
    ply: int


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: which game, by which rules, kit and options, who sat where, and what the dealer is bound by.

    The last three fields are of format 2; format 1 has none of them.
    """

    kemu: Literal["record/1", "record/2"]
    game: str
    rules: int
    kit: str
    options: dict[str, Any]
    seats: dict[str, str]
    commitment: str | None
    salt: str
    """What is mixed into every draw."""
    table: str | None = None
    """The table's id, to which the commitment is bound."""
    salts: dict[str, str | None] | None = None
    """What each seat that must add a salt has added; None: nothing yet."""
    dealer: Whose | None = None
    """Whose machine dealt."""
    begins: Begins | None = None
    """None: the game was begun at its beginning."""

    @property
    def taken(self) -> int:
        """How many plies were taken over from another record."""
        return 0 if self.begins is None else self.begins.ply


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's answer to a decision."""

    ply: int
    seat: str
    do: dict[str, Any]


class Drawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What chance gave, and what it was drawn from (which format 1 does not tell)."""

    ply: int
    chance: str
    out: tuple[int | str, ...]
    sources: tuple[Source, ...] | None = field(default=None, name="from")


Ends = Literal["resigned", "agreed", "timed-out"]
"""How a seat ends a game outside its rules: it resigns, accepts a draw, or its time has run out."""


class Leave(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat ends the game outside its rules."""

    ply: int
    seat: str
    ends: Ends


class Back(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes back: it stands again as it stood after ply `back`. The record keeps what was taken back."""

    ply: int
    seat: str
    back: int


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How it ended, in names instead of numbers."""

    winner: str | None
    reason: str
    clause: str
    scores: dict[str, float]
    text: str


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished game; the dealer's secret, now that nothing more is drawn."""

    over: Ending
    secret: str | None


Entry = Move | Drawn | Back | Leave


class Course:
    """Which entries of a record stand: all that were not taken back. A draw's number counts the draws that stand."""

    __slots__ = ("draws", "standing")

    def __init__(self) -> None:
        self.standing: list[Entry] = []
        self.draws = 0

    def add(self, entry: Entry) -> None:
        """Follow one more entry of the record."""
        if isinstance(entry, Back):
            while self.standing and self.standing[-1].ply > entry.back:
                self.drop()
        else:
            self.standing.append(entry)
            self.draws += isinstance(entry, Drawn)

    @property
    def last(self) -> int:
        """The ply of the last entry that stands; 0: none does."""
        return self.standing[-1].ply if self.standing else 0

    def drop(self) -> None:
        """Let the last entry that stands go."""
        self.draws -= isinstance(self.standing.pop(), Drawn)

    def can_return_to(self, ply: int) -> bool:
        """Tell whether one can go back to how it stood after this ply, and something would be taken back by it."""
        if not self.standing or ply == self.standing[-1].ply:
            return False
        return ply == 0 or any(entry.ply == ply for entry in reversed(self.standing))


class Record(Struct, frozen=True):
    """A game as it was played; `end` is None while it goes on."""

    header: Header
    entries: tuple[Entry, ...]
    end: End | None

    def dump(self) -> bytes:
        """Return the record as JSON Lines. The same record gives the same bytes."""
        chain = b""
        lines: list[bytes] = []
        for part in (self.header, *self.entries, *(() if self.end is None else (self.end,))):
            line, chain = _seal(msgspec.json.encode(part), chain)
            lines.append(line)
        return b"".join(lines)

    def save(self, path: Path) -> None:
        """Write the record to a file."""
        path.write_bytes(self.dump())


def _seal(body: bytes, chain: bytes) -> tuple[bytes, bytes]:
    """Return a line with its digest, and that digest: of the one before it and of everything else on the line."""
    digest = blake2b(chain + body, digest_size=_DIGEST_HEX // 2, person=b"kemu record").hexdigest().encode()
    return body[:-1] + b',"h":"' + digest + b'"}\n', digest


def _unseal(line: bytes, chain: bytes, number: int) -> tuple[bytes, bytes]:
    """Return a line without its digest, and that digest; raise if it is not the one that belongs there."""
    tail = len(b',"h":"') + _DIGEST_HEX + len(b'"}')
    body = line[:-tail] + b"}"
    if len(line) <= tail or _seal(body, chain)[0] != line + b"\n":
        raise RecordError(number, "the digest does not fit: this line, or one before it, was changed")
    return body, line[-2 - _DIGEST_HEX : -2]


def load_record(data: bytes) -> Record:
    """Return a record from its bytes; raise a `RecordError` that names the line if anything is wrong with them."""
    if not data.startswith(_BEGINS):
        raise RecordError(1, "this is no record: it does not begin like one")
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines:
        raise RecordError(max(1, len(lines) + 1), "the record breaks off in the middle of a line")
    chain = b""
    parts: list[Any] = []
    for number, line in enumerate(lines, 1):
        body, chain = _unseal(line, chain, number)
        parts.append(_part(body, number))
    end = parts.pop() if len(parts) > 1 and isinstance(parts[-1], End) else None
    entries = tuple(parts[1:])
    _check_header(parts[0])
    if not 0 <= parts[0].taken <= len(entries):
        raise RecordError(1, "it begins with plies of another record that are not there")
    for number, part in enumerate(entries, 2):
        if not isinstance(part, Entry):
            raise RecordError(number, "only the first line is a header, and nothing follows the end")
        if part.ply != number - 1:
            raise RecordError(number, f"ply {part.ply} stands where ply {number - 1} belongs")
        if isinstance(part, Drawn):
            _check_drawn(parts[0], part, number)
        if isinstance(part, Back) and parts[0].kemu != FORMAT:
            raise RecordError(number, f"nothing is taken back in a record of {parts[0].kemu}")
    return Record(parts[0], entries, end)


def _check_header(header: Header) -> None:
    """Raise unless the header has what its format has: the table, the salts, and the digest of both."""
    table, salts, whose = header.table, header.salts, header.dealer
    if any(control_in(name) for name in header.seats.values()):
        raise RecordError(1, "a player's name has a control character in it")
    if header.kemu != FORMAT:
        if (table, salts, whose, header.begins) != (None, None, None, None):
            raise RecordError(1, f"a header of {header.kemu} has no table, salts or dealer")
        return
    if table is None or salts is None or whose is None:
        raise RecordError(1, f"a header of {header.kemu} has the table, the salts and the dealer")
    if not TABLE.fullmatch(table):
        raise RecordError(1, "the table's id is not a short word")
    if list(salts) != [seat for seat in header.seats if seat in salts]:
        raise RecordError(1, "the salts are not those of seats, in their order")
    if not all(salt is None or SALT.fullmatch(salt) for salt in salts.values()):
        raise RecordError(1, "a salt is a word of 16 to 64 letters, digits, - and _")
    if header.salt != salt_of(table, salts):
        raise RecordError(1, "what is mixed into every draw is not made from the table and the seats' salts")


def _check_drawn(header: Header, drawn: Drawn, number: int) -> None:
    """Raise unless a draw tells what it was drawn from, and came after every salt; format 1 knew neither."""
    if header.kemu != FORMAT:
        if drawn.sources is not None:
            raise RecordError(number, f"a draw of {header.kemu} does not tell what it was drawn from")
        return
    if drawn.sources is None:
        raise RecordError(number, "this draw does not tell what it was drawn from")
    if header.salts is not None and None in header.salts.values() and drawn.ply > header.taken:
        raise RecordError(number, "nothing is drawn before every salt is there")


def _part(body: bytes, number: int) -> Header | Entry | End:
    """Return one line as the part that it is, known by the field that only this part has."""
    try:
        fields = msgspec.json.decode(body, type=dict[str, Raw])
        shape = (
            Header
            if number == 1
            else Move
            if "do" in fields
            else Drawn
            if "chance" in fields
            else Back
            if "back" in fields
            else Leave
            if "ends" in fields
            else End
        )
        part = msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(number, str(error)) from None
    except RecursionError:
        raise RecordError(number, "nested too deeply to be a record") from None
    if msgspec.json.encode(part) != body:
        raise RecordError(number, "not written as a record writes it")
    return part


class Moment(Struct, frozen=True):
    """One moment of a replay: the state after `entry`, and what happened on the way to it."""

    ply: int
    entry: Entry | None
    state: Any
    events: tuple[Event, ...]


def ending_named(game: Game[Any, Any], over: Over) -> Ending:
    """Return an outcome with names in place of seat numbers."""
    return Ending(
        winner=None if over.winner is None else game.seats[over.winner],
        reason=over.reason,
        clause=over.clause,
        scores=dict(zip(game.seats, (float(score) for score in over.scores), strict=True)),
        text=over.text,
    )


def left(game: Game[Any, Any], state: Any, seat: int, ends: Ends) -> Over:
    """Return how a game ends when a seat resigns, accepts a draw, or has no time left."""
    name = game.seat_title(seat)
    if ends == "agreed":
        return Over(None, "agreed", "", game.scores(state), "The players agree on a draw.")
    winner = 1 - seat if len(game.seats) == 2 else None
    wins = "" if winner is None else f": {_does(game.seat_title(winner), 'win')}"
    how = _does(name, "resign") if ends == "resigned" else f"Time has run out for {name}"
    return Over(winner, ends, "", game.scores(state), f"{how}{wins}.")


def _may_leave(header: Header, game: Game[Any, Any], state: Any, seat: int, ends: Ends) -> bool:
    """Return whether a seat can end the game so here. Only the seat that is waited for loses time: the one that must
    decide, or the first whose salt is lacking where chance is due."""
    pending = game.pending(state)
    if ends == "timed-out":
        if isinstance(pending, Chance):
            lacking = [name for name, salt in (header.salts or {}).items() if salt is None]
            return lacking[:1] == [game.seats[seat]]
        return isinstance(pending, Decide) and pending.seat == seat
    return not isinstance(pending, Over)


def _does(name: str, verb: str) -> str:
    """Return a seat's name and its verb, for one or for many.

    >>> _does("White", "resign"), _does("Attackers", "win")
    ('White resigns', 'Attackers win')
    """
    return f"{name} {verb}" if name.endswith("s") else f"{name} {verb}s"


def replay(record: Record, game: Game[Any, Any]) -> Iterator[Moment]:
    """Replay a record without any random number: yield the start and then the moment after each entry.

    Every choice goes through the game's own `apply`; a choice that is not legal raises a `RecordError` with
    its line and the refusal. The record must have been made with the same kit. One that older rules made replays as
    long as today's rules allow what was done; where they do not, the error says which rules made it.
    """
    header = record.header
    if header.game != game.id:
        raise RecordError(1, f"a record of '{header.game}', not of '{game.id}'")
    if header.rules > game.rules_version:
        raise RecordError(1, _made_by(header, game))
    if header.kit != game.kit.digest:
        raise RecordError(1, "played with another kit; name its folder with --kit")
    if tuple(header.seats) != game.seats:
        raise RecordError(1, f"the seats are {', '.join(game.seats)}")
    try:
        options = game.parse_settings(header.options)
    except Refusal as refusal:
        raise RecordError(1, str(refusal)) from None
    if list(msgspec.to_builtins(options).items()) != list(header.options.items()):
        raise RecordError(1, "the options are not complete, or not in their order")
    state = game.start(options)
    yield Moment(0, None, state, ())
    course, floor = Course(), 0
    states = [state]
    for number, entry in enumerate(record.entries, 2):
        if isinstance(entry, Leave):
            if number != len(record.entries) + 1:
                raise RecordError(number + 1, "the game goes on after it was ended")
            if entry.seat not in game.seats or not _may_leave(
                header, game, state, game.seats.index(entry.seat), entry.ends
            ):
                raise RecordError(number, "nobody can end the game so")
            yield Moment(entry.ply, entry, state, ())
            return
        events: tuple[Event, ...] = ()
        if isinstance(entry, Back):
            if isinstance(game.pending(state), Over) or not course.can_return_to(entry.back) or entry.back < floor:
                raise RecordError(number, "nothing can be taken back so")
            state = states[entry.back]
            pending = game.pending(state)
            if not isinstance(pending, Decide) or game.seats[pending.seat] != entry.seat:
                raise RecordError(number, "one takes back to a decision of one's own")
        else:
            try:
                state, events = game.apply(state, _choice(game, state, entry))
            except Refusal as refusal:
                raise RecordError(number, f"{refusal}{_older(header, game)}") from None
        course.add(entry)
        if entry.ply == header.taken:
            floor = course.last
        states.append(state)
        yield Moment(entry.ply, entry, state, events)


def _made_by(header: Header, game: Game[Any, Any]) -> str:
    return (
        f"made by rules version {header.rules} of {game.id}, and this Kemu has version {game.rules_version}: a release "
        f"that has version {header.rules} checks it"
    )


def _older(header: Header, game: Game[Any, Any]) -> str:
    """Return what is to be said beside whatever is wrong with a record that older rules made."""
    return f" ({_made_by(header, game)})" if header.rules < game.rules_version else ""


def _choice(game: Game[Any, Any], state: Any, entry: Move | Drawn) -> Any:
    pending = game.pending(state)
    if isinstance(pending, Over):
        raise Refusal("The game is over.", pending.clause)
    if isinstance(entry, Move):
        if not isinstance(pending, Decide):
            raise Refusal(f"{pending.kind} is due, not a move.", pending.clause)
        if entry.seat != game.seats[pending.seat]:
            raise Refusal(f"It is for {game.seat_title(pending.seat)} to decide.", pending.clause)
        action = game.parse(entry.do)
        if msgspec.json.encode(action) != msgspec.json.encode(entry.do):
            raise Refusal("The action is not written as a record writes it.", pending.clause)
        return action
    if isinstance(pending, Decide):
        raise Refusal("A decision is due, not a draw.", pending.clause)
    if entry.chance != pending.kind:
        raise Refusal(f"{pending.kind} is due, not {entry.chance}.", pending.clause)
    if entry.sources is not None and entry.sources != pending.drawn_from():
        raise Refusal("By the rules this is drawn from something else.", pending.clause)
    return entry.out


Dice = Literal["none", "proved", "unbound", "committed", "unproved"]
"""How far a record proves its dice.

`proved`: every draw follows from the secret, and the dealer committed to it before the seats added their salts.
`unbound`: every draw follows from the secret, but the dealer could have chosen it: no seat added a salt, or the
record is of format 1. `committed`: the game goes on and the secret is not yet told. `unproved`: nothing was
committed to (dice thrown by hand). `none`: nothing was drawn.
"""


class Verdict(Struct, frozen=True):
    """What verification found: nothing wrong, or there would be a `RecordError`."""

    plies: int
    draws: int
    outcome: Ending | None
    """None: the game is not finished."""
    dice: Dice
    """How far the dice are proved."""
    backs: int = 0
    """How often something was taken back."""


def verify(record: Record, game: Game[Any, Any]) -> Verdict:
    """Replay a record, check every step of it, its outcome and its dice; raise a `RecordError` if any is wrong."""
    last, older = 1 + len(record.entries), _older(record.header, game)
    backs = sum(isinstance(entry, Back) for entry in record.entries)
    dealer = _dealer(record)
    state: Any = None
    before: Any = None
    draws = 0
    course = Course()
    over: Over | None = None
    for moment in replay(record, game):
        before, state = state, moment.state
        if isinstance(moment.entry, Drawn) and moment.ply > record.header.taken:
            pending = game.pending(before)
            assert not isinstance(pending, Decide | Over)
            if dealer is not None and pending.sample(dealer.draw(course.draws)) != moment.entry.out:
                raise RecordError(moment.ply + 1, f"the dealer's secret gives another outcome here{older}")
            draws += 1
        if moment.entry is not None:
            course.add(moment.entry)
        if isinstance(moment.entry, Leave):
            over = left(game, state, game.seats.index(moment.entry.seat), moment.entry.ends)
    pending = game.pending(state)
    if over is None and isinstance(pending, Over):
        over = pending
    if record.end is None:
        if over is not None:
            raise RecordError(last + 1, "the game is over here, and the record does not say how it ended")
        dice: Dice = "none" if not draws else "unproved" if record.header.commitment is None else "committed"
        return Verdict(len(record.entries), draws, None, dice, backs)
    if over is None:
        raise RecordError(last + 1, f"the record says that the game has ended; by the rules it goes on{older}")
    named, told = ending_named(game, over), record.end.over
    if record.entries and isinstance(record.entries[-1], Leave):
        # The table words such an ending, not the rules: what seats are called there may change.
        told = replace(told, text=named.text)
    if named != told:
        differs = _difference(named, told)
        raise RecordError(last + 1, f"the outcome is not the one recorded: {differs}{older}")
    dice = "none" if not draws else "unproved" if dealer is None else "proved" if _bound(dealer) else "unbound"
    return Verdict(len(record.entries), draws, named, dice, backs)


def _bound(dealer: Dealer) -> bool:
    """Return whether somebody else than the dealer had a hand in the dice: seats that talk to a server."""
    return bool(dealer.salts) and dealer.whose == "server"


def _dealer(record: Record) -> Dealer | None:
    """Return the dealer of a finished record, once its secret has been held against the commitment."""
    if record.end is None:
        return None
    secret, commitment = record.end.secret, record.header.commitment
    last = 2 + len(record.entries)
    if (secret is None) != (commitment is None):
        raise RecordError(last, "a commitment and its secret belong together; one is missing")
    if secret is None:
        return None
    try:
        raw = bytes.fromhex(secret)
    except ValueError:
        raw = b""
    if len(raw) != 32 or raw.hex() != secret:
        raise RecordError(last, "the secret is not 32 bytes in small hexadecimal digits")
    dealer = dealer_of(record.header, raw)
    if dealer.commitment != commitment:
        raise RecordError(last, "the secret is not the one the dealer had committed to")
    return dealer


def dealer_of(header: Header, secret: bytes) -> Dealer:
    """Return the dealer who deals a record of this header from this secret; whether he committed to it is not asked."""
    if header.kemu != FORMAT:
        return UnboundDealer(secret, header.salt)
    assert header.dealer is not None
    return Dealer(secret, header.table, header.salts, header.dealer)


def _difference(found: Ending, told: Ending) -> str:
    for name in Ending.__struct_fields__:
        by_rules, by_record = getattr(found, name), getattr(told, name)
        if by_rules != by_record:
            return f"{name} is {by_rules!r} by the rules, {by_record!r} in the record"
    raise AssertionError("no difference")
