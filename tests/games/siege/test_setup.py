"""Set-up by one answer: everybody stands where a garrison should, and each can be set up somewhere else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide
from kemu.games.siege import Settings, State
from kemu.games.siege.model.actions import Again, Everyone, Place, Quarter, Ready, RollEdge
from kemu.games.siege.model.pieces import CREW, SQUAD, Group
from kemu.games.siege.rules.setup import MOST_CHANGES, Rearrange

from .positions import GAME, refused


def decide(position: State) -> Decide:
    pending = GAME.pending(position)
    assert isinstance(pending, Decide)
    return pending


def named(position: State) -> dict[tuple[str, int], Group]:
    return {(group.kind, group.name): group for group in position.groups}


def quick(settings: Settings | None = None) -> State:
    return GAME.apply(GAME.start(settings or Settings()), Everyone())[0]


@pytest.mark.rule("siege:SU.4", "siege:R45")
@pytest.mark.parametrize("layout", ["legation", "mission", "boulevard"])
@pytest.mark.parametrize("squads", [4, 6])
def test_one_answer_sets_the_whole_garrison_up_inside_its_compound(layout: str, squads: int) -> None:
    settings = GAME.parse_settings({"layout": layout, "squads": squads})
    position = quick(settings)
    times = settings.doubled
    ground = GAME.ground(position)
    assert sorted(named(position)) == sorted(
        [*((SQUAD, n) for n in range(squads * times)), *((CREW, n) for n in range(times))]
    )
    assert all(ground.in_compound(man) for group in position.groups for man in group.men)
    assert [len(group.men) for group in position.groups] == [7] * (squads * times) + [4] * times
    assert sum(group.room > 0 for group in position.groups) == 1, "one squad is in a house"


@pytest.mark.rule("siege:SU.4")
def test_what_was_set_up_by_hand_stays_where_it_is() -> None:
    first = GAME.apply(GAME.start(Settings()), Quarter(1))[0]
    position = GAME.apply(first, Everyone())[0]
    assert named(position)[SQUAD, 0] == named(first)[SQUAD, 0]
    assert len(position.groups) == 6


@pytest.mark.rule("siege:SU.4", "siege:R45")
def test_each_can_be_set_up_somewhere_else_before_the_siege_begins() -> None:
    position = quick()
    before = named(position)
    assert decide(position).options[0] == Ready()
    moved = before[SQUAD, 2]
    alone = GAME.apply(position, Again(moved.id))[0]
    assert (SQUAD, 2) not in named(alone)
    assert Everyone() not in decide(alone).options
    assert refused(GAME, alone, Place(1000, 1000)) == "siege:R45"
    after = GAME.apply(alone, Quarter(3))[0]
    assert named(after)[SQUAD, 2].room == 3
    assert {name: group for name, group in named(after).items() if name != (SQUAD, 2)} == {
        name: group for name, group in before.items() if name != (SQUAD, 2)
    }
    begun = GAME.apply(after, Ready())[0]
    assert RollEdge(1) in decide(begun).options


@pytest.mark.rule("siege:SU.4", "siege:R45")
def test_a_gun_goes_elsewhere_with_its_crew_and_is_turned() -> None:
    position = quick()
    crew = named(position)[CREW, 0]
    alone = GAME.apply(position, Again(crew.id))[0]
    assert alone.guns == ()
    free = decide(alone).free
    assert free is not None
    place = free.sample(_Zero())
    assert place is not None
    after = GAME.apply(alone, place)[0]
    assert len(after.guns) == 1
    assert named(after)[CREW, 0].gun == after.guns[0].id
    assert "face" in decide(after).prompt


def test_it_ends_after_so_many_changes() -> None:
    position = quick()
    top = position.stack[-1]
    assert isinstance(top, Rearrange)
    worn = replace(position, stack=(Rearrange(top.squads, top.guns, MOST_CHANGES),))
    assert decide(worn).options == (Ready(),)


class _Zero:
    """Always the first."""

    def below(self, n: int) -> int:
        return 0
