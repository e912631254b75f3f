"""9.0 (3): the effects of chits on places: guns, parleys, Settlements, the Sap. Whom the text favours chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model import chits as words
from ..model.actions import Bombard, Choose, Done, Sap
from ..model.catalogue import BRITISH, NEUTRAL, PA, QUEENITE, SETTLEMENT, TARGETS, VILLAGE
from ..model.events import Rolled
from .alliance import Talks
from .board import (
    BRITISH_SEAT,
    MAORI_SEAT,
    board,
    good,
    site_at,
    spare,
    town_owner,
)
from .bombardment import Shelling, columns
from .chit_effect import CLAUSE, OfChit
from .chits import Dispatch, open_farms, seat_named
from .combat import combat_of
from .construction import NEAR
from .frame import Procedure
from .sappers import place_sap, places_for_sap
from .shipment import beside_maori
from .units import disrupt_site, raise_site, step_down

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

FARMS = Dice(1, CLAUSE, "A die: do the farms burn down?")


class MoreShells(OfChit, frozen=True, tag="chit-shell"):
    """One more bombardment, also of a hex that was bombarded already."""

    def _targets(self, game: MaoriWars, state: State) -> list[tuple[int, int]]:
        effect, combat, cat = cast(words.Shell, self.data(game)), combat_of(state), game.cat
        if combat is None:
            return []
        if effect.at == "target":
            return [(-1, combat.at)]
        found: list[tuple[int, int]] = []
        for gun in game.units.of_side[BRITISH]:
            at = state.where[gun]
            if game.units.shells[gun] and game.units.boat[gun] and good(state, gun) and at >= 0 and cat.river_links[at]:
                near = [to for to in cat.neighbours[at] if to >= 0 and cat.waters[to] & cat.waters[at]]
                found += [(gun, to) for to in near]
        return found

    def _options(self, game: MaoriWars, state: State) -> list[tuple[int, int, int]]:
        return [(gun, at, column) for gun, at in self._targets(game, state) for column in columns(game, state, at)]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask what is fired at."""
        found = self._options(game, state)
        if not found:
            return None
        label = game.cat.label
        options: list[Action] = [
            Bombard(game.cat.counters[gun].id if gun >= 0 else "naval", f"{TARGETS[column]} {label[at]}")
            for gun, at, column in found
        ]
        options.append(Done())
        return Decide(BRITISH_SEAT, "One more bombardment: at what?", CLAUSE, tuple(options), waiting="Guns may fire.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Bombard | Done) -> None:
        """It fires."""
        step.pop()
        if isinstance(choice, Done):
            return
        name, _, at = choice.what.partition(" ")
        extra = cast(words.Shell, self.data(game)).n
        gun = game.cat.index.get(choice.gun, -1)
        # A dispatch's bombardment is one more: it uses up neither gun nor hex.
        step.push(Shelling(game.cat.hex_of[at], gun, TARGETS.index(name), extra, spends=False))


class Parleying(OfChit, frozen=True, tag="chit-parley"):
    """A side negotiates with the Neutral Village nearest to the combat, without a leader."""

    def _hexes(self, game: MaoriWars, state: State) -> list[int]:
        combat = combat_of(state)
        villages = [site[0] for site in state.sites if site[2] == NEUTRAL and site[1] in (VILLAGE, PA)]
        if combat is None or not villages:
            return []
        best = min(game.cat.distance(at, combat.at) for at in villages)
        return [at for at in villages if game.cat.distance(at, combat.at) == best]

    def _seat(self, game: MaoriWars, state: State) -> int:
        combat = combat_of(state)
        assert combat is not None
        return seat_named(combat, cast(words.Parley, self.data(game)).side, state.seat)

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask with whom, if several are as near."""
        found = self._hexes(game, state)
        if len(found) < 2:
            return None
        options = tuple(Choose(game.cat.label[at]) for at in found)
        return Decide(
            self._seat(game, state), "With which Neutrals do you negotiate?", CLAUSE, options, waiting="A parley."
        )

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose) -> None:
        """Negotiate there."""
        seat = self._seat(game, step.state)
        step.swap(Talks(seat, game.cat.hex_of[choice.what]))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """There is one, or none."""
        found = self._hexes(game, step.state)
        if found:
            step.swap(Talks(self._seat(game, step.state), found[0]))
        else:
            step.pop()


class Founding(OfChit, frozen=True, tag="chit-build"):
    """In the designated area a Settlement is founded: near a Structure, or in an empty hex next to what came."""

    def _hexes(self, game: MaoriWars, state: State) -> list[int]:
        effect, cat = cast(words.Build, self.data(game)), game.cat
        if spare(game, state, BRITISH, SETTLEMENT) <= 0:
            return []
        homes = [site[0] for site in state.sites if site[2] in (BRITISH, QUEENITE)]
        homes += [at for at in game.units.towns if town_owner(game, state, at) == BRITISH_SEAT]
        if effect.place == "near":
            around = sorted({at for home in homes for at in cat.grid.within(home, NEAR)})
        else:
            dispatch = next((frame for frame in reversed(state.stack) if isinstance(frame, Dispatch)), None)
            drafted = dispatch.drafted if dispatch is not None else ()
            around = sorted({to for unit in drafted for to in cat.walks[state.where[unit]]})
        area, there, empty = game.scenario(state).area, board(game, state), effect.place == "beside-draft"
        return [
            at
            for at in around
            if cat.open[at]
            and cat.territory[at] in area
            and not cat.town[at]
            and site_at(game, state, at) is None
            and not any(empty or game.units.camp[unit] != BRITISH_SEAT for unit in there.at.get(at, ()))
            and not beside_maori(game, state, at)
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where."""
        found = self._hexes(game, state)
        if not found:
            return None
        options = (*(Choose(game.cat.label[at]) for at in found), Done())
        return Decide(BRITISH_SEAT, "Where is a Settlement founded?", CLAUSE, options, waiting="Settlers come.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose | Done) -> None:
        """It stands there."""
        step.pop()
        if isinstance(choice, Choose):
            raise_site(game, step, game.cat.hex_of[choice.what], SETTLEMENT, BRITISH, CLAUSE)


class Burning(OfChit, frozen=True, tag="chit-burn"):
    """The Maori burn the farms of an open Settlement: it is Disrupted, or on some faces lost."""

    at: int = -1

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask which, then for the die."""
        if self.at >= 0:
            return FARMS
        found = open_farms(game, state, cast(words.Burn, self.data(game)).within)
        if not found:
            return None
        options = tuple(Choose(game.cat.label[at]) for at in found)
        return Decide(MAORI_SEAT, "Which Settlement's farms are burned?", CLAUSE, options, waiting="Farms burn.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose | Outcome) -> None:
        """They burn."""
        if isinstance(choice, Choose):
            step.swap(replace(self, at=game.cat.hex_of[choice.what]))
            return
        step.pop()
        die = cast(int, choice[0])
        lost = die in cast(words.Burn, self.data(game)).lost_on
        step.say(
            Rolled(CLAUSE, MAORI_SEAT, "farms burning", die, 0, "the Settlement is lost" if lost else "it is Disrupted")
        )
        if lost:
            step_down(game, step, self.at, CLAUSE)
        else:
            disrupt_site(game, step, self.at, CLAUSE, may_panic=True)


@rule("maori_wars:9.0.3", "maori_wars:6.0.1")
class SapNow(Procedure, frozen=True, tag="chit-sap"):
    """The Sap Marker may be placed in the middle of a combat."""

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where."""
        found = places_for_sap(game, state)
        if not found:
            return None
        options = (*(Sap(game.cat.counters[unit].id, game.cat.label[to]) for unit, to in found), Done())
        return Decide(BRITISH_SEAT, "Place the Sap Marker now?", CLAUSE, options, waiting="A sap may be begun.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Sap | Done) -> None:
        """Place it."""
        step.pop()
        if isinstance(choice, Sap):
            place_sap(game, step, step.state.where[game.cat.index[choice.unit]], game.cat.hex_of[choice.to])

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nowhere."""
        step.pop()
