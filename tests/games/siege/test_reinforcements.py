"""The attackers' groups: dice, kinds, pool, edges; and the set-up of both sides."""

from __future__ import annotations

from collections import Counter

import pytest

from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Choose, ComeOn, Fire, LeaveEdge, Lose, Place, PlaceGun, RollEdge
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, PoolGun
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.facing import Facing
from kemu.games.siege.rules.reinforcements import ComingOn, Composition, EdgeDie, Entry, PickKind, two_deep
from kemu.games.siege.rules.setup import Edges, SetUp
from kemu.parts.dice import AVERAGE
from kemu.parts.tabletop.points import within

from .positions import GAME, foes, on_table, options, order, play, refused, row, settled, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(24, 24, 7))
SPARE = foes(6, row(40, 30, 3))
ALL = (60, 20, 20, 0, 0, 0)


def entry(throw: tuple[int, int, int], joker: bool = False, chosen: Settings | None = None, **more: object) -> object:
    """The position after the dice for a group on the north edge."""
    more.setdefault("pool", ALL)
    more.setdefault("pool_guns", (PoolGun(4, False),))
    position = state(SQUAD, SPARE, game=OPEN, stack=(Entry(1, joker),), options=chosen, **more)
    return play(OPEN, position, throw)[0]


@pytest.mark.rule("siege:AF.5", "siege:AF.3", "siege:AF.1")
def test_the_printed_example_of_a_group() -> None:
    assert entry((4, 3, 5)).stack[-1] == ComingOn(1, "boxers", 7)
    better = entry((4, 3, 6)).stack[-1]
    assert better == PickKind(1, ("muskets", "tigers"), 4)


@pytest.mark.rule("siege:AF.1", "siege:AF.3", "siege:EQ.2")
def test_groups_of_four_to_ten_seven_on_average() -> None:
    assert AVERAGE == (2, 3, 3, 4, 4, 5)
    sizes: Counter[int] = Counter()
    better: Counter[int] = Counter()
    total = 0
    for (a, b, die), weight in Composition("siege:AF.3", "").outcomes():
        total += weight
        if die == 1:
            sizes[a + b] += weight
        if die == 6:
            better[max(a, b)] += weight
    assert total == 216
    assert [sizes[n] for n in range(4, 11)] == [1, 4, 8, 10, 8, 4, 1]
    assert set(better) == {2, 3, 4, 5}


@pytest.mark.rule("siege:AF.4", "siege:R45", "siege:RE.3")
@pytest.mark.parametrize("edge", [1, 2, 3, 4])
def test_a_group_stands_two_deep_along_its_edge(edge: int) -> None:
    places = two_deep(GAME.grounds["legation"].layout, edge, 24_000, 7)
    deep = [(48_000 - y, 48_000 - x, y, x)[edge - 1] for x, y in places]
    assert deep == [500] * 4 + [1500] * 3
    assert all(any(within(p, q, 1050) for q in places if q != p) for p in places)
    position = state(SQUAD, game=OPEN, stack=(ComingOn(edge, "boxers", 7),), pool=ALL)
    assert refused(OPEN, position, ComeOn(24_000)) == ""
    assert refused(OPEN, position, ComeOn(1_999)) == "siege:R3"
    after, _ = play(OPEN, position, ComeOn(24_000))
    assert after.pool[0] == 53
    assert after.groups[-1].men == places


@pytest.mark.rule("siege:RE.2", "siege:RE.1")
def test_the_edge_die_brings_nobody_on_five_and_six() -> None:
    position = state(SQUAD, SPARE, game=OPEN, stack=(EdgeDie(),))
    for die in (5, 6):
        assert isinstance(play(OPEN, position, (die,))[0].stack[-1], NextCard)
    for die in (1, 2, 3, 4):
        assert play(OPEN, position, (die,))[0].stack[-1] == Entry(die)


@pytest.mark.rule("siege:RE.3")
def test_reinforcements_come_after_the_actions() -> None:
    position, _ = play(OPEN, state(SQUAD, SPARE, game=OPEN), ("K clubs",))
    assert isinstance(position.stack[-1], Act)
    assert not any(isinstance(frame, EdgeDie | Entry) for frame in position.stack)


@pytest.mark.rule("siege:RE.4", "siege:R46")
def test_the_pool_is_finite() -> None:
    assert entry((5, 5, 1), pool=(3, 20, 20, 0, 0, 0)).stack[-1] == ComingOn(1, "boxers", 3)
    assert isinstance(entry((5, 5, 1), pool=(0, 20, 20, 0, 0, 0)).stack[-1], NextCard)
    assert isinstance(entry((4, 3, 6), pool=(60, 0, 0, 0, 0, 0)).stack[-1], NextCard)
    assert entry((4, 3, 6), pool=(60, 2, 0, 0, 0, 0)).stack[-1] == ComingOn(1, "muskets", 2)
    both = entry((4, 3, 6))
    assert OPEN.pending(both).seat == ATTACKERS
    assert set(options(OPEN, both)) == {Choose("muskets"), Choose("tigers")}


@pytest.mark.rule("siege:R46")
def test_without_room_out_of_contact_a_group_stays_in_the_pool() -> None:
    crowd = [squad(10 + i, row(0.5 + 2 * i, 46.5, 1)) for i in range(24)]
    position = state(SPARE, *crowd, game=OPEN, stack=(EdgeDie(),), pool=ALL)
    after, events = play(OPEN, position, (1,), (5, 5, 1))
    assert isinstance(after.stack[-1], NextCard)
    assert after.pool == ALL
    assert any("no room" in event.tell(OPEN) for event in events)


@pytest.mark.rule("siege:SA.1", "siege:R43")
def test_the_gun_comes_on_a_five_with_its_living_crew() -> None:
    assert options(OPEN, entry((5, 3, 6))) == (Choose("muskets"), Choose("tigers"), Choose("gun"))
    hurt = entry((5, 3, 6), pool_guns=(PoolGun(3, True),))
    after, _ = play(OPEN, hurt, Choose("gun"), ComeOn(24_000))
    assert len(after.groups[-1].men) == 3
    assert after.guns[-1].fired
    assert after.pool_guns == ()
    jingals = entry((5, 3, 6), chosen=Settings(gun="jingals"), pool=(60, 20, 20, 0, 0, 4), pool_guns=())
    after, _ = play(OPEN, jingals, Choose("jingals"), ComeOn(24_000))
    assert len(after.groups[-1].men) == 4
    assert Choose("jingals") not in options(OPEN, entry((4, 3, 6), pool=(60, 20, 20, 0, 0, 4), pool_guns=()))


@pytest.mark.rule("siege:RC.1", "siege:R51")
def test_with_the_option_a_five_is_enough_on_a_joker() -> None:
    chosen = Settings(composition=True)
    assert isinstance(entry((4, 3, 5), joker=True, chosen=chosen).stack[-1], PickKind)
    assert isinstance(entry((4, 3, 5), joker=False, chosen=chosen).stack[-1], ComingOn)
    assert isinstance(entry((4, 3, 5), joker=True).stack[-1], ComingOn)


@pytest.mark.rule("siege:RS.1", "siege:R51")
def test_with_the_option_a_pool_without_basic_troops_gives_better_ones() -> None:
    empty = (0, 20, 20, 0, 0, 0)
    assert isinstance(entry((4, 3, 1), chosen=Settings(depleted=True), pool=empty).stack[-1], PickKind)
    assert isinstance(entry((4, 3, 1), chosen=Settings(depleted=True), pool=(1, 20, 20, 0, 0, 0)).stack[-1], ComingOn)
    assert isinstance(entry((4, 3, 1), pool=empty).stack[-1], NextCard)


@pytest.mark.rule("siege:WI.3", "siege:R47")
def test_when_death_or_rout_leaves_no_attackers_one_group_comes_at_once() -> None:
    position = order(state(SQUAD, foes(9, row(24, 30, 1)), game=OPEN), 1, left=1)
    after, _ = play(OPEN, position, Fire(9), (6,) * 7)
    assert after.stack[-1] == EdgeDie(True)
    assert OPEN.pending(after).faces == (1, 2, 3, 4)
    routed = order(state(SQUAD, foes(9, row(24, 30, 3)), game=OPEN), 1, left=1)
    after, _ = play(OPEN, routed, Fire(9), (1,) * 7, Lose(9, 0), (1,))
    assert after.stack[-1] == EdgeDie(True)
    assert isinstance(after.stack[-2], Act) or any(isinstance(frame, Act) for frame in after.stack)


# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:SU.4", "siege:DF.1", "siege:DF.2", "siege:R45")
def test_the_garrison_sets_up_wholly_inside_its_compound() -> None:
    first = GAME.start()
    assert refused(GAME, first, Place(24_000, 23_000)) == ""
    assert refused(GAME, first, Place(24_000, 10_000)) == "siege:R45"
    assert refused(GAME, first, Place(16_500, 31_900, 0, 0, True)) == ""
    assert refused(GAME, first, Place(20_000, 28_000, 1, 0, True)) == "siege:R9"
    after, _ = play(GAME, first, Place(20_000, 28_000, 1))
    assert len(after.group(1).men) == 7
    assert after.group(1).room == 1


@pytest.mark.rule("siege:DF.1", "siege:DF.2", "siege:DF.3", "siege:SA.2", "siege:SU.5", "siege:EQ.1")
def test_five_squads_and_a_gun_then_the_attackers() -> None:
    position, rng = GAME.start(), QuickRng(1)
    assert (GAME.ground(position).layout.width, GAME.ground(position).layout.height) == (48_000, 48_000)
    while isinstance(position.stack[-1], SetUp | Facing):
        pending = GAME.pending(position)
        assert pending.seat == GARRISON
        position, _ = play(GAME, position, pending.free.sample(rng))
    assert [len(group.men) for group in position.groups] == [7] * 5 + [4]
    assert len(position.guns) == 1
    assert (position.rifle, position.shells) == (20, 5)
    assert isinstance(position.stack[-1], Edges)
    assert GAME.pending(position).seat == ATTACKERS


@pytest.mark.rule("siege:SU.4")
def test_the_gun_is_set_up_with_its_crew_and_faced() -> None:
    position = state(game=GAME, stack=(SetUp(5, 1, 5),))
    assert refused(GAME, position, PlaceGun(24_000, 20_000, 0, 0)) == "siege:MV.9"
    after, _ = play(GAME, position, PlaceGun(24_000, 20_000, 3, 4))
    assert after.guns[0].face == (3, 4)
    assert len(after.groups[0].men) == 4


@pytest.mark.rule("siege:AF.2", "siege:SU.5", "siege:R45")
def test_for_each_edge_the_attackers_roll_or_leave_it_but_not_all() -> None:
    position = state(SQUAD, game=OPEN, stack=(Edges(),), pool=ALL)
    assert options(OPEN, position) == (RollEdge(1), LeaveEdge(1))
    after, _ = play(OPEN, position, LeaveEdge(1), LeaveEdge(2), LeaveEdge(3))
    assert options(OPEN, after) == (RollEdge(4),)
    rolled, _ = play(OPEN, position, RollEdge(1))
    assert rolled.stack[-1] == Entry(1)
    done, _ = play(OPEN, rolled, (2, 2, 1), ComeOn(24_000), LeaveEdge(2), LeaveEdge(3))
    assert options(OPEN, done) == (RollEdge(4), LeaveEdge(4))


@pytest.mark.rule("siege:SA.1")
@pytest.mark.parametrize(
    ("army", "pool"), [("boxers", (60, 20, 20, 0)), ("massed", (70, 15, 15, 0)), ("riders", (60, 15, 10, 15))]
)
def test_the_sample_armies(army: str, pool: tuple[int, ...]) -> None:
    opening = GAME.start(Settings(army=army))
    assert opening.pool[:4] == pool
    assert opening.pool_guns == (PoolGun(4, False),)
    jingals = GAME.start(Settings(army=army, gun="jingals"))
    assert (jingals.pool[5], jingals.pool_guns) == (4, ())


@pytest.mark.rule("siege:DB.2", "siege:DB.3", "siege:DB.4", "siege:DB.5", "siege:DB.6", "siege:R52")
def test_a_double_sized_battle_doubles_everything() -> None:
    opening = GAME.start(Settings(layout="boulevard", squads=4))
    layout = GAME.ground(opening).layout
    assert (layout.width, layout.height) == (72_000, 48_000)
    assert len([house for house in layout.houses if "legation" in house.id]) == 2
    assert any(line.kind == "ditch" and not line.high for line in layout.lines)
    assert opening.stack[-1] == SetUp(8, 2)
    assert (opening.rifle, opening.shells, opening.pool[0], len(opening.pool_guns)) == (40, 10, 120, 2)
    doubled = Settings(layout="boulevard")
    rolled, _ = play(OPEN, state(SQUAD, SPARE, game=OPEN, options=doubled, stack=(EdgeDie(),)), (2,))
    assert rolled.stack[-2:] == (Entry(2), Entry(2))
    joker, _ = play(
        OPEN, state(SQUAD, SPARE, game=OPEN, options=Settings(layout="boulevard", joker="die")), ("joker 1",), (4,)
    )
    assert [frame.edge for frame in reversed(joker.stack) if isinstance(frame, Entry)] == [4, 4, 1, 1, 2, 2, 3, 3]
    alone, _ = play(OPEN, state(SQUAD, SPARE, game=OPEN, options=doubled, stack=(EdgeDie(True),)), (2,))
    assert sum(isinstance(frame, Entry) for frame in alone.stack) == 1
    start, _ = play(OPEN, state(SQUAD, game=OPEN, options=doubled, stack=(Edges(),)), RollEdge(1))
    assert sum(isinstance(frame, Entry) for frame in start.stack) == 2


@pytest.mark.rule("siege:R44")
def test_gunners_without_a_gun_leave_the_game_for_good() -> None:
    from kemu.games.siege.model.actions import Withdraw

    bare = order(state(SQUAD, foes(9, row(30, 30, 3), "gun"), SPARE, game=OPEN, pool_guns=()), 9)
    assert Fire(1) not in options(OPEN, bare)
    after, _ = play(OPEN, bare, Withdraw())
    assert after.pool_guns == ()
    assert after.pool == bare.pool


def test_every_edge_offers_a_place_that_can_be_sampled() -> None:
    for edge in (1, 2, 3, 4):
        position = state(SQUAD, game=GAME, stack=(ComingOn(edge, "boxers", 10),), pool=ALL)
        pending = GAME.pending(position)
        assert isinstance(pending, Decide)
        assert pending.free.check(pending.free.sample(QuickRng(edge))) is None


@pytest.mark.rule("siege:AF.4", "siege:R4", "siege:R46")
def test_no_wall_parts_a_new_group() -> None:
    def clause(at: int, *walls: object, number: int = 4) -> str:
        game = on_table(*walls)
        coming = state(SQUAD, game=game, stack=(ComingOn(3, "boxers", number),), pool=ALL)
        return refused(game, coming, ComeOn(at))

    along = wall((10, 1), (30, 1), "hasty")
    assert clause(20_000, along) == "siege:R4"  # its two ranks on either side
    assert clause(20_000, along, number=1) == ""
    assert clause(35_000, along) == ""
    across = wall((20, 0), (20, 3), "fence")
    assert clause(20_000, across) == "siege:R4"
    assert clause(21_000, across) == ""
    assert clause(20_000, wall((20, 0), (20, 0.9), "fence")) == ""  # those behind stand together
    shut = on_table(wall((0, 1), (48, 1), "hasty"))
    position, events, _ = settled(shut, state(SQUAD, game=shut, stack=(ComingOn(3, "boxers", 4),), pool=ALL))
    assert position.pool == ALL
    assert any("there is no room" in event.tell(shut) for event in events)
