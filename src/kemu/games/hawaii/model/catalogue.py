"""The catalogue: everything that never changes in a game, worked out once from the kit.

Counters are bits of whole numbers and spaces are indices, so that a question about a stack is an `&`. Beside the spaces
of the map there are five places where a counter can be: at sea (during a sea battle), in one of the two Recruit Boxes,
aside (earthworks), and out of the game for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from kemu.core.clauses import rule
from kemu.core.kit import Kit, KitError, TomlPath
from kemu.core.pending import Action
from kemu.parts.bits import bits
from kemu.parts.spelling import folded

from .actions import (
    Attack,
    Drown,
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
    Wreck,
)
from .deck import GROUPS, Card, CardDraw, Recruit, read_cards, recruit
from .die import Die
from .kitfile import SEATS, Cards, Counter, Counters, Length, Map, Setups, Space, Table
from .offers import Kept, PerCounter

NONE, PANIC, ELIMINATION = 0, 1, 2
RESULTS = {"none": NONE, "panic": PANIC, "elimination": ELIMINATION}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
OURS = "reconstruction"
"""The source of what was not seen in print."""
PLURAL = {"is": "are", "has": "have", "does": "do", "panics": "panic", "landed": "landed"}
T = TypeVar("T")


class Catalogue:
    """The counters, the map, the cards and the table of one kit."""

    @rule("hawaii:1.0", "hawaii:3.0")
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._counters(kit.read("counters.toml", Counters))
        self._map(kit.read("map.toml", Map))
        self._table(kit.read("brt.toml", Table))
        self.cards: tuple[Card, ...] = read_cards(self, kit.read("cards.toml", Cards))
        self._decks()
        self._setups(kit.read("setups.toml", Setups))
        self._classes()

    # -- reading -----------------------------------------------------------------------------------------

    def wrong(self, name: str, path: TomlPath, message: str) -> KitError:
        return self._kit.error(name, path, message)

    def named(self, index: dict[str, T], id: str, file: str, path: TomlPath, what: str) -> T:  # noqa: A002
        if id not in index:
            raise self.wrong(file, path, f"there is no {what} '{id}'; there are {', '.join(index)}")
        return index[id]

    def no_two_alike(self, file: str, table: str, what: str, ids: Iterable[str]) -> None:
        """Refuse an id that stands there twice. Notation is in lower case: capitals alone do not tell two apart."""
        seen: dict[str, str] = {}
        for i, id in enumerate(ids):  # noqa: A001
            other = seen.get(id.lower())
            if other is not None:
                how = "stands there twice" if other == id else f"differs from '{other}' only in capitals"
                raise self.wrong(file, (table, i, "id"), f"{what} '{id}' {how}")
            seen[id.lower()] = id

    @rule("hawaii:3.1", "hawaii:R7")
    def _counters(self, file: Counters) -> None:
        """Sort the counters by side and by what they are. Elite is a flag of each counter, not of a kind."""
        counters = file.counter
        self.counters: tuple[Counter, ...] = counters
        self.index = {counter.id: i for i, counter in enumerate(counters)}
        self.no_two_alike("counters.toml", "counter", "counter", (counter.id for counter in counters))
        for i, counter in enumerate(counters):
            if counter.id in GROUPS:
                message = f"a counter cannot be called '{counter.id}': a card that recruits it means any of that kind"
                raise self.wrong("counters.toml", ("counter", i, "id"), message)
            fights = counter.kind not in ("canoe", "earthworks")
            if fights and not counter.strength:
                raise self.wrong("counters.toml", ("counter", i), f"counter '{counter.id}' needs a strength of 1 to 5")
            if not fights and (counter.strength or counter.elite):
                message = f"counter '{counter.id}' never fights, and only who fights has a strength or is elite"
                raise self.wrong("counters.toml", ("counter", i, "strength" if counter.strength else "elite"), message)
            if counter.chief and counter.kind != "leader":
                message = f"counter '{counter.id}' is no leader, and only a leader is a chief"
                raise self.wrong("counters.toml", ("counter", i, "chief"), message)
            if counter.side == "kauai" and not counter.home:
                raise self.wrong("counters.toml", ("counter", i), f"counter '{counter.id}' of Kauaʻi needs a home")

        def those(test: Callable[[Counter], bool]) -> int:
            return sum(1 << i for i, counter in enumerate(counters) if test(counter))

        self.sides = (those(lambda c: c.side == "kamehameha"), those(lambda c: c.side == "allied"))
        self.kauai = those(lambda c: c.side == "kauai")
        self.canoes = those(lambda c: c.kind == "canoe")
        self.works = those(lambda c: c.kind == "earthworks")
        self.fighters = (1 << len(counters)) - 1 & ~self.canoes & ~self.works
        self.leaders = those(lambda c: c.kind == "leader")
        self.elites = those(lambda c: c.elite)
        self.guns = those(lambda c: c.kind in ("musketeers", "cannon"))
        self.pikes = those(lambda c: c.kind == "pikes")
        self.warriors = those(lambda c: c.kind == "warriors" and not c.elite and not c.named)
        self.chiefs = tuple(those(lambda c: c.chief) & side for side in self.sides)
        self.strength = tuple(counter.strength for counter in counters)
        self.owned = tuple(
            tuple(self.sides[seat] | (self.kauai if ally == seat else 0) for seat in (0, 1)) for ally in (-1, 0, 1)
        )
        """By whom Kauaʻi has joined (-1 nobody), plus 1, and by seat: all counters of that seat."""
        self.foreign = tuple(tuple(~mine & ~self.works for mine in both) for both in self.owned)
        """By the same: all that are not its own, neutral Kauaʻi's too."""
        for seat in (0, 1):
            if not self.chiefs[seat]:
                raise self.wrong("counters.toml", ("counter", 0), f"the side {SEATS[seat]} has no chief")

    @rule("hawaii:4.0", "hawaii:R1", "hawaii:R16")
    def _map(self, file: Map) -> None:
        """Give each space its number, its neighbour on the island, and each counter its home."""
        self.no_two_alike("map.toml", "island", "the island", (island.id for island in file.island))
        self.no_two_alike("map.toml", "space", "the space", (space.id for space in file.space))
        islands = {island.id: island for island in file.island}
        self.islands = islands
        self.spaces: tuple[Space, ...] = file.space
        self.space = {space.id: i for i, space in enumerate(file.space)}
        count = len(file.space)
        self.n = count
        self.sea, self.boxes, self.aside, self.gone = count, (count + 1, count + 2), count + 3, count + 4
        for i, space in enumerate(file.space):
            self.named(islands, space.island, "map.toml", ("space", i, "island"), "island")
        self.on = {
            island: tuple(i for i, space in enumerate(file.space) if space.island == island) for island in islands
        }
        for i, island in enumerate(file.island):
            if len(self.on[island.id]) not in (1, 2):
                raise self.wrong("map.toml", ("island", i), f"the island '{island.id}' needs one space or two")
        pairs = {a: b for on in self.on.values() if len(on) == 2 for a, b in (on, on[::-1])}
        self.other = tuple(pairs.get(i, -1) for i in range(count))
        """The other space of a space's island, or -1."""
        self.crossings = tuple((at, other) for at, other in enumerate(self.other) if other >= 0)
        self.fort = tuple(space.fort for space in file.space)
        self.home: tuple[tuple[int, ...], ...] = tuple(
            self.named(self.on, c.home, "counters.toml", ("counter", i, "home"), "island") if c.home else ()
            for i, c in enumerate(self.counters)
        )
        self.box: tuple[int, ...] = tuple(
            self.gone if self.kauai >> i & 1 else self.boxes[self.sides[1] >> i & 1] for i in range(len(self.counters))
        )
        """Where an event sends a counter."""
        self.grave: tuple[int, ...] = tuple(
            self.gone if self.leaders >> i & 1 else box for i, box in enumerate(self.box)
        )
        """Where a counter goes that is eliminated."""
        self.kauai_space = self.home[bits(self.kauai)[0]][0] if self.kauai else -1
        self.wins = tuple(
            tuple(
                (line.need, tuple(i for i, space in enumerate(file.space) if space.colour in line.colours))
                for line in file.victory
                if line.side == side
            )
            for side in SEATS
        )
        """By seat: how many of these spaces, in every line, win by occupation."""
        self.keys = tuple(next((spaces[need - 1 :] for need, spaces in reversed(lines)), ()) for lines in self.wins)
        """By seat: a few spaces of which it needs at least one, so that a glance tells that it is not about to win."""
        self.alarms: tuple[Kept[str], ...] = tuple(Kept(partial(self._alarm, seat)) for seat in (0, 1))
        """By seat and the spaces that it occupies: a warning to the other side, if these win."""
        for i, line in enumerate(file.victory):
            there = sum(space.colour in line.colours for space in file.space)
            colours = "; ".join(f"{space.id} is {space.colour}" for space in file.space)
            for colour in line.colours:
                if all(space.colour != colour for space in file.space):
                    raise self.wrong("map.toml", ("victory", i, "colours"), f"no space is '{colour}'; {colours}")
            if line.need > there:
                raise self.wrong("map.toml", ("victory", i, "need"), f"there are only {there} spaces of these colours")
        for seat in (0, 1):
            if not self.wins[seat]:
                raise self.wrong("map.toml", ("victory",), f"nothing says how {SEATS[seat]} wins by occupation")

    @rule("hawaii:11.2")
    def _table(self, file: Table) -> None:
        """Read the Battle Results Table: a plain and an elite column, by the die."""
        rows = {row.die: row for row in file.row}
        if len(file.row) != 6 or len(rows) != 6:
            raise self.wrong("brt.toml", ("row",), "the table has one row for each face of a die, 1 to 6")
        self.brt = (
            (NONE, *(RESULTS[rows[die].plain] for die in range(1, 7))),
            (NONE, *(RESULTS[rows[die].elite] for die in range(1, 7))),
        )
        self.brt_reconstructed = any(row.source == OURS for row in file.row)
        if ELIMINATION not in self.brt[0] or ELIMINATION not in self.brt[1]:
            raise self.wrong("brt.toml", ("row",), "both columns need an elimination, or battles would not end")

    def _decks(self) -> None:
        """Sort the cards by side, and find those that recruit something once."""
        self.card = {card.id: i for i, card in enumerate(self.cards)}
        self.deck = tuple(sum(1 << i for i, c in enumerate(self.cards) if c.seat == seat) for seat in (0, 1))
        self.once = tuple(
            sum(1 << i for i, c in enumerate(self.cards) if c.seat == seat and any(r.once for r in c.recruits))
            for seat in (0, 1)
        )

    def _setups(self, file: Setups) -> None:
        """Read where the counters begin: in a space, on an island to be divided, or in a box."""
        places = [0] * (self.n + 5)
        self.divide: tuple[tuple[int, tuple[int, ...]], ...] = ()
        """Counters, in the box till then, whose owner spreads them over an island before the game begins."""
        placed = 0
        for i, start in enumerate(file.start):
            mask = 0
            for unit in start.units:
                bit = 1 << self.named(self.index, unit, "setups.toml", ("start", i, "units"), "counter")
                if mask & bit:
                    raise self.wrong("setups.toml", ("start", i, "units"), f"counter '{unit}' stands there twice")
                mask |= bit
            if mask & placed:
                raise self.wrong("setups.toml", ("start", i, "units"), "a counter begins in two places")
            theirs = self.kauai if start.side == "kauai" else self.sides[SEATS.index(start.side)] & ~self.works
            if mask & ~theirs:
                named = self.counters[bits(mask & ~theirs)[0]].id
                raise self.wrong(
                    "setups.toml", ("start", i, "units"), f"'{named}' is no counter that {start.side} sets up"
                )
            placed |= mask
            if start.at in self.space:
                places[self.space[start.at]] |= mask
            else:
                where = self.named(self.on, start.at, "setups.toml", ("start", i, "at"), "space or island")
                self.divide += ((mask, where),)
        here = [*places[: self.n]]
        for mask, where in self.divide:
            for at in where:
                here[at] |= mask
        for i, start in enumerate(file.start):
            for at in (self.space[start.at],) if start.at in self.space else self.on[start.at]:
                if sum(bool(here[at] & side) for side in (*self.sides, self.kauai)) > 1:
                    raise self.wrong("setups.toml", ("start", i, "at"), f"two sides begin in '{start.at}'")
        for seat in (0, 1):
            places[self.boxes[seat]] = self.sides[seat] & ~sum(places) & ~self.works
        at_home = places[self.kauai_space] if self.kauai else 0
        if self.kauai & ~at_home:
            raise self.wrong("setups.toml", ("start",), "every Kauaʻi counter begins on Kauaʻi")
        places[self.aside] = self.works
        self.places: tuple[int, ...] = tuple(places)
        self.no_two_alike("setups.toml", "length", "the length", (length.id for length in file.length))
        self.lengths: dict[str, Length] = {length.id: length for length in file.length}
        self.added: dict[str, tuple[tuple[int, tuple[Recruit, ...], tuple[int, ...]], ...]] = {}
        for i, length in enumerate(file.length):
            if MONTHS.index(length.last) < MONTHS.index(length.first):
                raise self.wrong("setups.toml", ("length", i, "last"), f"{length.last} comes before {length.first}")
            if len(set(length.fixed)) < len(length.fixed):
                raise self.wrong("setups.toml", ("length", i, "fixed"), "a card stands there twice")
            for number in length.fixed:
                if any(all(c.number != number for c in self.cards if c.seat == seat) for seat in (0, 1)):
                    raise self.wrong("setups.toml", ("length", i, "fixed"), f"no card {number} in one of the decks")
            added: list[tuple[int, tuple[Recruit, ...], tuple[int, ...]]] = []
            taken = 0
            for j, add in enumerate(length.add):
                path: TomlPath = ("length", i, "add", j)
                where = self.named(self.on, add.at, "setups.toml", (*path, "at"), "island")
                seat = SEATS.index(add.side)
                if any(here[at] & ~self.sides[seat] for at in where):
                    raise self.wrong("setups.toml", (*path, "at"), f"another side begins on '{add.at}'")
                who = f"the {length.id} game"
                units = tuple(recruit(self, seat, who, unit, "setups.toml", (*path, "units")) for unit in add.units)
                for entry in units:
                    if not entry.units & places[self.boxes[seat]]:
                        raise self.wrong("setups.toml", (*path, "units"), f"'{entry.text}' is on the map already")
                    if not entry.units & ~taken:
                        raise self.wrong("setups.toml", (*path, "units"), f"'{entry.text}' is added twice")
                    taken |= entry.units if entry.units.bit_count() == 1 else 0
                added.append((seat, units, where))
            self.added[length.id] = tuple(added)
        for length in ("long", "short"):
            if length not in self.lengths:
                raise self.wrong("setups.toml", ("length",), f"there is no length '{length}'")
        self.last = {length.id: MONTHS.index(length.last) + 1 for length in file.length}
        """The last month of each length, as a number."""
        self.fixed: dict[tuple[str, int, int], int] = {
            (length.id, MONTHS.index(length.first) + 1 + turn, seat): sum(
                1 << i for i, c in enumerate(self.cards) if (c.seat, c.number) == (seat, number)
            )
            for length in file.length
            for turn, number in enumerate(length.fixed)
            for seat in (0, 1)
        }
        """By length, month and seat: the card that comes in a fixed order, as a set of one."""
        self.shuffle_after = {length.id: MONTHS.index(length.first) + len(length.fixed) for length in file.length}
        """The month after which all cards of a length are shuffled, as a number; the short game begins after it."""

    # -- equal counters and ready-made options -----------------------------------------------------------

    def _classes(self) -> None:
        """Tell which counters are equal in every respect that a rule can see."""
        classes: dict[tuple[object, ...], int] = {}
        own_name = self.leaders | self.kauai | sum(1 << i for i, c in enumerate(self.counters) if c.named)
        for card in self.cards:
            for entry in card.recruits:
                own_name |= entry.units if entry.units.bit_count() == 1 else 0
            for effect in card.effects:
                own_name |= sum(1 << self.index[unit] for unit in effect.named())
        self.kind_of: tuple[int, ...] = tuple(
            classes.setdefault(
                (c.side, c.kind, c.strength, c.elite, c.home, c.chief, c.id if own_name >> i & 1 else ""), len(classes)
            )
            for i, c in enumerate(self.counters)
        )
        self.alike: tuple[int, ...] = tuple(
            sum(1 << other for other, kind in enumerate(self.kind_of) if kind == own) for own in self.kind_of
        )
        """For each counter, all that are equal to it."""
        self.draw: Kept[CardDraw] = Kept(self._draw)
        """The draw of one of a set of cards."""
        self.ids: Kept[tuple[str, ...]] = Kept(self._ids)
        """The ids of a set of counters."""
        self.words: Kept[str] = Kept(self._words)
        """A set of counters in words."""
        self.walk, self.sail, self.load = PerCounter(self, Walk), PerCounter(self, Sail), PerCounter(self, Load)
        self.fire, self.lose, self.launch = PerCounter(self, Fire), PerCounter(self, Lose), PerCounter(self, Launch)
        self.wreck, self.drown, self.send_home = (
            PerCounter(self, Wreck),
            PerCounter(self, Drown),
            PerCounter(self, SendHome),
        )
        self.place = tuple(tuple(Place(c.id, space.id) for space in self.spaces) for c in self.counters)
        self.place_in = tuple(Kept(partial(self._place_in, unit)) for unit in range(len(self.counters)))
        """By counter and set of spaces: to place it in any of these."""
        self.home_in = tuple(sum(1 << at for at in home) for home in self.home)
        self.land = tuple(Land(space.id) for space in self.spaces)
        self.land_in: Kept[tuple[Action, ...]] = Kept(self._land_in)
        """By set of spaces: to land in any of these."""
        self.land_from = tuple(tuple(land for to, land in enumerate(self.land) if to != at) for at in range(self.n))
        self.volley = tuple(
            Die("hawaii:11.2", f"{counter.name} {'fire' if self.many(counter.id) else 'fires'}.")
            for counter in self.counters
        )
        self.sighting = tuple(
            Die("hawaii:11.7", f"The defender looks out for the landing on {space.name}: 1 to 3 sights it.")
            for space in self.spaces
        )
        self.launching = tuple(
            f"The landing on {space.name} is sighted. Launch a war fleet, canoes first and then who sails in them, or "
            "wait ashore. If it loses, those ashore leave with it."
            for space in self.spaces
        )
        self.boarding: Kept[str] = Kept(
            lambda fleet: (
                f"The war fleet: {self.words[fleet]}. Who else sails in it? Until it puts to sea, Undo takes "
                "that back. If it loses, those ashore leave with it."
            )
        )
        self.known = self._known()
        """The ids by what players write for them: ids and names, those that several bear left out, all folded."""
        self.attack = tuple(Attack(space.id) for space in self.spaces)
        self.retreat = tuple(Retreat(space.id) for space in self.spaces)

    def _known(self) -> dict[str, str]:
        things = [(thing.id, thing.name) for thing in (*self.counters, *self.spaces)]
        things += [(card.id, card.title) for card in self.cards]
        names = [folded(name) for _, name in things]
        known = {folded(name): id for id, name in things if names.count(folded(name)) == 1}  # noqa: A001
        # A space may bear the name of a counter; an id is nobody else's.
        return known | {folded(id): id for id, _ in things}  # noqa: A001

    def distinct(self, mask: int) -> list[int]:
        """Return one counter of each kind of equal counters in this set, the lowest."""
        found: list[int] = []
        alike = self.alike
        while mask:
            unit = (mask & -mask).bit_length() - 1
            found.append(unit)
            mask &= ~alike[unit]
        return found

    def _draw(self, pool: int) -> CardDraw:
        return CardDraw([self.cards[card].id for card in bits(pool)], "hawaii:8.0", "A campaign card is drawn.")

    def _ids(self, units: int) -> tuple[str, ...]:
        return tuple(self.counters[unit].id for unit in bits(units))

    def _place_in(self, unit: int, spaces: int) -> tuple[Action, ...]:
        return tuple(self.place[unit][at] for at in bits(spaces))

    def _land_in(self, spaces: int) -> tuple[Action, ...]:
        return tuple(self.land[at] for at in bits(spaces))

    # -- words -------------------------------------------------------------------------------------------

    def suffices(self, seat: int, held: int) -> bool:
        """Tell whether these spaces, as bits, win by occupation."""
        return all(sum(held >> at & 1 for at in spaces) >= need for need, spaces in self.wins[seat])

    def _alarm(self, seat: int, held: int) -> str:
        if not self.suffices(seat, held):
            return ""
        enough = [at for at in bits(held) if not self.suffices(seat, held & ~(1 << at))]
        named = " or ".join(self.spaces[at].name for at in enough) or "several spaces"
        what = "a space" if len(enough) == held.bit_count() else named
        if seat == 0:
            return f"Kamehameha holds all he needs to win: take {what} from him this turn. "
        return f"The Allied Chiefs hold all they need to win: take {what} from them this turn. "

    def name(self, unit: int | str) -> str:
        """Return a counter's name as a sentence has it, with its strength where several bear the name."""
        index = self.index[unit] if isinstance(unit, str) else unit
        counter = self.counters[index]
        return self.shown(index) if counter.kind == "warriors" and not counter.elite else counter.name

    @rule("hawaii:3.0")
    def shown(self, unit: int) -> str:
        """Return a counter with all that it shows: its name, its strength and the plus of an elite unit.

        Where a position is told this is wanted of every unit; in a log or on a button it would be noise.
        """
        counter = self.counters[unit]
        if not self.fighters >> unit & 1:
            return counter.name
        return f"{counter.name} ({counter.strength}{'+' if counter.elite else ''})"

    def ours(self) -> dict[str, str]:
        """Return what of the kit's counters and spaces is reconstructed: what it is, and of whom."""
        units = [self.name(i) for i, c in enumerate(self.counters) if c.strength and c.source == OURS]
        spaces = [space.name for space in self.spaces if space.source == OURS]
        found = {"Strengths": ", ".join(dict.fromkeys(units)), "Spaces": ", ".join(spaces)}
        return {what: of_whom for what, of_whom in found.items() if of_whom}

    def many(self, unit: str) -> bool:
        """Tell whether a counter's name is of several: the Thunderers, Warriors of Maui; not the Royal Guard."""
        return self.counters[self.index[unit]].name.partition(" of ")[0].endswith("s")

    def does(self, unit: int | str, words: str) -> str:
        """Return a counter with what is said of it, the first word a verb: Kamehameha is lost, the Thunderers are."""
        counter = self.counters[self.index[unit] if isinstance(unit, str) else unit]
        verb, _, rest = words.partition(" ")
        verb = PLURAL[verb] if self.many(counter.id) else verb
        return " ".join(part for part in (self.name(unit), verb, rest) if part)

    def list(self, mask: int) -> str:
        """Return a set of counters in words."""
        return self.words[mask]

    def muster(self, mask: int) -> str:
        """Return a set of counters in words, each with all that it shows."""
        return counted([self.shown(unit) for unit in bits(mask)])

    def _words(self, mask: int) -> str:
        return counted([self.name(unit) for unit in bits(mask)])


def counted(names: list[str]) -> str:
    """Return names as a sentence lists them, equal ones once with their number.

    >>> counted(["Pikes", "Warriors (2)", "Warriors (2)"])
    'Pikes and 2 x Warriors (2)'
    """
    told = [f"{names.count(name)} x {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    return ", ".join(told[:-1]) + (" and " if len(told) > 1 else "") + told[-1] if told else "nothing"
