"""Several groups fall back, flee a fire or move up: in what order is a choice of the player whose they are."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kemu.core.pending import Decide, Touch
from kemu.core.rng import QuickRng
from kemu.games.siege import Settings, State
from kemu.games.siege.model.actions import Move, Next, Stay
from kemu.games.siege.model.events import FellBack
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Group, Melee
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.fires import Fled
from kemu.games.siege.rules.melee import Settle
from kemu.games.siege.rules.occupying import MoveUp, Occupy
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.retreat.one_way import LONGEST
from kemu.games.siege.rules.retreat.order import Retire
from kemu.games.siege.rules.retreat.several_ways import Flight

from .positions import (
    OPEN,
    SPARE,
    crew,
    foes,
    house,
    on_table,
    options,
    piece,
    play,
    refused,
    row,
    settled,
    squad,
    state,
    wall,
)

SQUADS = (squad(1, row(21.5, 20, 1)), squad(2, row(23.5, 20, 1)))
BAND = foes(9, row(22, 10, 2))
MELEE = Melee((1, 2, 9), GARRISON)


def over(winner: int, *spots: tuple[int, int, int, int], stage: int = 1) -> Settle:
    return Settle(1, MELEE, (1, 1), spots, stage=stage, winner=winner)


def beaten(*groups: Group) -> State:
    """The attackers' groups 9 and 10 have lost to the squad, in the open: one of them is to fall back first."""
    melee = Melee((1, 9, 10), GARRISON)
    lost = Settle(1, melee, (1, 1), (), stage=1, winner=GARRISON)
    return settled(OPEN, state(*groups, SPARE, melee, game=OPEN, stack=(lost,)))[0]


@pytest.mark.rule("siege:ME.10", "siege:R37")
def test_the_loser_says_which_of_his_groups_falls_back_next() -> None:
    after, _, pending = settled(OPEN, state(*SQUADS, BAND, SPARE, MELEE, game=OPEN, stack=(over(ATTACKERS),)))
    assert isinstance(pending, Decide)
    assert (pending.seat, pending.options) == (GARRISON, (Next(1), Next(2)))
    first, _ = play(OPEN, after, Next(1))
    assert first.stack[-1] == FallBack(1, (22_500, 10_000), own=(22_500, 20_000))
    second, _ = play(OPEN, after, Next(2))
    assert second.stack[-1] == FallBack(2, (22_500, 10_000), own=(22_500, 20_000))
    # Who goes first has the place, and the other must find himself one.
    there = Move(0, 22_500, 25_900)
    assert refused(OPEN, first, there) == refused(OPEN, second, there) == ""
    second, _ = play(OPEN, second, there)
    assert second.stack[-1] == FallBack(1, (22_500, 10_000), own=(22_500, 20_000))
    assert refused(OPEN, second, there) == "siege:R3"
    second, _ = play(OPEN, second, Move(0, 21_500, 25_950))
    assert not any(isinstance(frame, FallBack | Retire) for frame in second.stack)


@pytest.mark.rule("siege:R37")
def test_straight_away_is_the_same_for_every_group_of_the_side() -> None:
    """A rank of four and two faces a rank of seven: both go straight back, neither away to its own flank."""
    things = (squad(1, row(22, 17.55, 4)), squad(2, row(26.03, 17.55, 2)), foes(9, row(22, 16.5, 7)), SPARE)
    position = state(*things, MELEE, game=OPEN, stack=(over(ATTACKERS),))
    after, _, _ = settled(OPEN, position)
    for gid, x in ((1, 22_000), (2, 26_030)):
        next_, _ = play(OPEN, after, Next(gid))
        assert refused(OPEN, next_, Move(0, x, 23_540)) == ""
        # The middle of the six is a little west of that of the seven, and so is straight away.
        assert OPEN.pending(next_).free.away == (-490, 1050)
    # Who goes second has the same direction as if he had gone first.
    after, _ = play(OPEN, after, Next(1), Move(0, 22_000, 23_540))
    assert OPEN.pending(after).free.away == (-490, 1050)


@pytest.mark.rule("siege:R37")
def test_a_group_on_the_other_side_of_the_enemy_goes_away_from_him_not_through_him() -> None:
    """Boxers north of the winners, muskets south of them: the side's direction is north-west, that of the boxers."""
    after = beaten(squad(1, row(21, 20, 7)), foes(9, row(20, 21, 8)), foes(10, row(22, 19, 3), "muskets"))
    boxers, _ = play(OPEN, after, Next(9))
    assert refused(OPEN, boxers, Move(0, 14_360, 26_640)) == ""
    assert refused(OPEN, boxers, Move(0, 20_000, 13_010)) == "siege:R37"
    muskets, _ = play(OPEN, after, Next(10))
    assert [way.away for way in OPEN.pending(boxers).free.ways] == [(-636, 455), (-1000, 8000)]
    assert OPEN.pending(muskets).free.away == (0, -3000)
    for x, y, clause in ((22_000, 11_010, ""), (27_640, 13_360, ""), (14_010, 19_000, "siege:R37")):
        assert refused(OPEN, muskets, Move(0, x, y)) == clause


@pytest.mark.rule("siege:R37")
@pytest.mark.parametrize(("x", "y", "both"), [(15, 20, True), (25, 20, True), (19, 24, False)])
def test_a_group_whom_the_side_would_lead_along_the_enemys_front_may_also_go_straight_back_from_him(
    x: int, y: int, both: bool
) -> None:
    """Boxers square before the squad; a crowd with muskets at a flank of it, or in the north-west, behind them."""
    crowd = tuple(man for i in range(4) for man in row(x, y + i, 5))
    after = beaten(squad(1, row(20, 20, 5)), foes(9, row(20, 21, 5)), foes(10, crowd, "muskets"))
    after, _ = play(OPEN, after, Next(10))
    after, _ = play(OPEN, after, OPEN.pending(after).free.known)
    assert after.stack[-1].group == 9
    free = OPEN.pending(after).free
    assert isinstance(free, Flight) == both
    aside = Move(0, 12_050, 21_000) if x < 20 else Move(4, 30_090, 26_110)
    assert refused(OPEN, after, Move(0, 20_000, 28_950)) == ""
    assert refused(OPEN, after, aside) == ("" if both else "siege:R37")
    assert refused(OPEN, after, Move(0, 20_000, 13_050)) == "siege:R37"
    if both:
        # Machines try both directions.
        rng = QuickRng(1)
        ends = [free.sample(rng) for _ in range(40)]
        assert any(free.ways[0].check(end) is not None for end in ends)
        assert any(free.ways[1].check(end) is not None for end in ends)


@pytest.mark.rule("siege:R37")
def test_of_two_directions_that_with_a_full_move_is_taken_and_the_refusal_speaks_of_the_way() -> None:
    crowd = tuple(man for i in range(4) for man in row(15, 20 + i, 5))
    melee = Melee((1, 9, 10), GARRISON)
    things = (squad(1, row(20, 20, 5)), foes(9, row(20, 21, 5)), foes(10, crowd, "muskets"), SPARE, melee)
    fall = FallBack(9, (22_000, 20_000), own=(17_000, 21_400))
    west, north = OPEN.pending(state(*things, game=OPEN, stack=(fall,))).free.ways
    # As if the way west were closed but for a step.
    west.stage, west.longest = LONGEST, 1
    free = Flight([west, north])
    assert free.ways == [north]
    assert free.check(Move(0, 20_000, 28_950)) is None
    told = free.check(Move(0, 20_000, 24_000))
    assert "opening" not in told.reason
    assert told.clause == "siege:R37"


@pytest.mark.rule("siege:R37")
def test_whoever_stands_all_round_the_enemy_goes_as_he_likes_north() -> None:
    ring = foes(9, ((19_000, 20_000), (21_000, 20_000)))
    things = (squad(1, ((20_000, 20_000),)), ring, SPARE, Melee((1, 9), GARRISON))
    fall = FallBack(9, (20_000, 20_000), own=(20_000, 20_000))
    position = state(*things, game=OPEN, stack=(fall,))
    assert refused(OPEN, position, Move(0, 19_000, 27_950)) == ""
    assert refused(OPEN, position, Move(0, 19_000, 12_050)) == "siege:R37"


@pytest.mark.rule("siege:R37")
def test_where_both_middles_are_one_place_each_group_goes_from_the_enemies_nearest_to_it() -> None:
    after = beaten(squad(1, row(20, 20, 3)), foes(9, row(20, 21, 3)), foes(10, row(20, 19, 3), "muskets"))
    for gid, away in ((9, (0, 3000)), (10, (0, -3000))):
        assert OPEN.pending(play(OPEN, after, Next(gid))[0]).free.away == away


@pytest.mark.rule("siege:ME.12", "siege:R37", "siege:R38")
def test_whoever_holds_the_house_leaves_by_the_far_side_though_the_rest_of_the_side_goes_the_other_way() -> None:
    """The enemy stands between the house and two squads south of it: the squad inside goes north all the same."""
    game = on_table(house(20, 20, 8, 8, [("door", 0, 24, 20), ("window", 0, 24, 28)]))
    melee = Melee((1, 2, 3, 9), GARRISON)
    squads = (squad(1, row(23, 22, 3), 1), squad(2, row(21, 17.5, 4)), squad(3, row(21, 16.4, 7)))
    lost = Settle(1, melee, (1, 1), (), stage=1, winner=ATTACKERS)
    things = (*squads, foes(9, row(22.5, 18.5, 4) + row(22.5, 19.5, 4)), SPARE, melee)
    after, _, _ = settled(game, state(*things, game=game, stack=(lost,)))
    inside, _ = play(game, after, Next(1))
    assert refused(game, inside, Move(0, 24_000, 33_990)) == ""
    outside, _ = play(game, after, Next(2))
    assert refused(game, outside, Move(0, 20_000, 11_600)) == ""
    assert refused(game, outside, Move(0, 21_000, 23_490)) == "siege:R37"


@pytest.mark.rule("siege:ME.12", "siege:R38")
def test_out_of_the_far_opening_straight_out_is_away_but_not_out_of_the_one_at_which_the_enemy_stands() -> None:
    openings = [("door", 0, 23, 20), ("window", 0, 23, 24)]
    game = on_table(house(20, 20, 6, 4, openings))
    # Met on the stairs, a little north of where he himself stands: his way by R37 would be south-west.
    position = state(squad(1, row(21, 21, 1), 1), SPARE, game=game, stack=(FallBack(1, (23_000, 21_800)),))
    assert game.pending(position).free.exit.at == (23_000, 24_000)
    assert refused(game, position, Move(0, 23_000, 29_990)) == ""
    shut = on_table(house(20, 20, 6, 4, openings[:1]))
    position = state(squad(1, row(21, 21, 1), 1), SPARE, game=shut, stack=(FallBack(1, (23_000, 18_400)),))
    assert refused(shut, position, Move(0, 23_000, 14_010)) == "siege:R37"


@pytest.mark.rule("siege:ME.12", "siege:R38")
def test_whoever_is_beaten_goes_by_the_far_opening_alone_though_another_would_take_him_farther() -> None:
    """Behind the far window is a yard, too small for more than a step. By the side window is room."""
    yard = ((21.5, 24), (21.5, 26), (24.5, 26), (24.5, 24))
    walls = [wall(a, b, height="high") for a, b in pairwise(yard)]
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 23, 24), ("window", 0, 26, 22)]), *walls)
    melee = Melee((1, 9), GARRISON)
    things = (squad(1, row(21, 22, 1), 1), foes(9, row(22, 19.4, 3)), SPARE, melee)
    fall = FallBack(1, (23_000, 19_400), own=(21_000, 22_000))
    position = state(*things, game=game, stack=(fall,))
    assert "as far as possible" in game.pending(position).prompt
    assert game.pending(position).free.exit.at == (23_000, 24_000)
    assert refused(game, position, Move(0, 31_990, 22_000)) != ""


@pytest.mark.rule("siege:R38")
def test_from_a_roof_it_is_the_farthest_opening_of_the_house_but_from_a_floor_only_its_own() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 23, 24)], 2))
    fall = FallBack(1, (23_000, 19_400), own=(21_000, 22_000))
    band = foes(9, row(22, 19.4, 3))
    position = state(squad(1, row(21, 22, 1), 3), band, SPARE, Melee((1, 9), GARRISON), game=game, stack=(fall,))
    assert game.pending(position).free.exit.at == (23_000, 24_000)
    # Beaten, not burnt out: with the upper window shut those of that floor stay, though there is a door below.
    band = foes(9, tuple(man for i in range(4) for man in row(19, 24.6 + i, 9)))
    fall = FallBack(1, (23_000, 26_000), own=(21_000, 22_000))
    position = state(squad(1, row(21, 22, 1), 2), band, SPARE, Melee((1, 9), GARRISON), game=game, stack=(fall,))
    after, events, _ = settled(game, position)
    assert after.group(1).room == 2
    assert any(isinstance(event, FellBack) and event.stuck for event in events)


@pytest.mark.rule("siege:R37")
def test_one_group_alone_is_not_asked_about() -> None:
    melee = Melee((1, 9), GARRISON)
    lost = Settle(1, melee, (1, 1), (), stage=1, winner=ATTACKERS)
    after, _, _ = settled(OPEN, state(SQUADS[0], BAND, SPARE, melee, game=OPEN, stack=(lost,)))
    assert isinstance(after.stack[-1], FallBack)


def corridor() -> object:
    """Return a passage between houses, shut by a wall at its east end."""
    return on_table(
        house(10, 10, 12, 9.45, [("door", 0, 11, 10)]),
        house(10, 20.55, 12, 9, [("door", 0, 11, 29.55)]),
        house(10, 19.45, 9, 1.1, [("door", 0, 10, 20)]),
        wall((21.2, 19.45), (21.2, 20.55)),
    )


@pytest.mark.rule("siege:R37")
def test_whoever_has_no_way_waits_until_the_others_have_cleared_it() -> None:
    game = corridor()
    behind, before = squad(1, row(19.5, 20, 1)), squad(2, row(20.6, 20, 1))
    losers = Retire((1, 2), (12_000, 20_000), (20_050, 20_000))
    after, events, _ = settled(game, state(behind, before, SPARE, game=game, stack=(losers,)))
    assert after.stack[-1] == FallBack(2, (12_000, 20_000), own=(20_050, 20_000))  # only he can get over the wall
    assert not any("locked" in event.tell(game) for event in events)
    after, _ = play(game, after, Move(0, 22_100, 20_000))
    assert after.stack[-1] == FallBack(1, (12_000, 20_000), own=(20_050, 20_000))
    after, _ = play(game, after, Move(0, 20_600, 20_000))
    assert isinstance(after.stack[-1], NextCard)


@pytest.mark.rule("siege:R37")
def test_nobody_may_choose_to_be_locked_by_going_too_early() -> None:
    game = corridor()
    three = (squad(1, row(19.5, 20, 1)), squad(2, row(20.6, 20, 1)), squad(3, row(40, 20, 1)))
    position = state(*three, SPARE, game=game, stack=(Retire((1, 2, 3), (12_000, 20_000), (26_700, 20_000)),))
    assert options(game, position) == (Next(2), Next(3))
    assert refused(game, position, Next(1)) == "siege:R37"
    assert refused(game, position, Next(6)) == "siege:R37"
    assert "no way yet" in game.why_not(position, GARRISON, Touch("g1-0")).reason
    assert "can be chosen" in game.why_not(position, GARRISON, Touch("g2-0")).reason


@pytest.mark.rule("siege:R37")
def test_if_nobody_has_a_way_all_stay_locked() -> None:
    game = on_table(
        house(10, 10, 20, 9.45, [("door", 0, 11, 10)]),
        house(10, 20.55, 20, 9, [("door", 0, 11, 29.55)]),
        house(10, 19.45, 9, 1.1, [("door", 0, 10, 20)]),
        house(21.1, 19.45, 8.9, 1.1, [("door", 0, 30, 20)]),
    )
    two = (squad(1, row(19.5, 20, 1)), squad(2, row(20.55, 20, 1)))
    after, events, _ = settled(
        game, state(*two, SPARE, game=game, stack=(Retire((1, 2), (12_000, 20_000), (20_025, 20_000)),))
    )
    assert sum("locked" in event.tell(game) for event in events) == 2
    assert isinstance(after.stack[-1], NextCard)


@pytest.mark.rule("siege:ME.11", "siege:R39")
def test_the_winner_says_which_of_his_groups_moves_up_next() -> None:
    lost = ((30_000, 30_000, 0, ATTACKERS),)
    gunners = (crew(3, 50, row(40, 20, 1)), piece(50, 40, 21))
    melee = Melee((1, 2, 3), GARRISON)
    won = Settle(1, melee, (0, 1), lost, stage=2, winner=GARRISON)
    after, _, pending = settled(OPEN, state(*SQUADS, *gunners, SPARE, melee, game=OPEN, stack=(won,)))
    assert isinstance(pending, Decide)
    assert after.stack[-1] == MoveUp((1, 2), ((30_000, 30_000, 0),))  # the crew stay at their gun
    assert (pending.seat, pending.options) == (GARRISON, (Next(1), Next(2)))
    assert refused(OPEN, after, Next(3)) == "siege:R39"
    after, _ = play(OPEN, after, Next(2), Move(0, 30_000, 30_000))
    assert after.stack[-1] == Occupy(1, ((30_000, 30_000, 0),))
    assert refused(OPEN, after, Move(0, 30_000, 30_000)) == "siege:R3"
    after, _ = play(OPEN, after, Stay())
    assert isinstance(after.stack[-1], NextCard)


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_out_of_a_burning_house_the_garrison_goes_first_in_the_order_it_likes() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 23, 24)], 2))
    inside = (squad(4, row(21, 22, 1), 1), squad(5, row(21, 22, 1), 2), foes(2, row(24, 22, 1), room=3))
    fled = Fled(0, (2, 4, 5))
    position = state(*inside, SPARE, game=game, stack=(fled,), options=Settings(fires=True))
    pending = game.pending(position)
    assert (pending.seat, pending.options) == (GARRISON, (Next(4), Next(5)))
    assert refused(game, position, Next(2)) == refused(game, position, Next(6)) == "siege:R54"
    after = position
    for choice, group in ((Next(5), 5), (None, 4), (None, 2)):
        after, _ = play(game, after, choice) if choice else (after, [])
        assert isinstance(after.stack[-1], FallBack)
        assert after.stack[-1].group == group
        after, _ = play(game, after, game.pending(after).free.known)
    assert after.ruins == 1


@pytest.mark.rule("siege:R37", "siege:R39")
def test_the_choice_is_shown_on_the_groups_and_in_words() -> None:
    position = state(*SQUADS, SPARE, game=OPEN, stack=(Retire((1, 2), (22_500, 10_000), (22_500, 20_000)),))
    decide, view = OPEN.pending(position), OPEN.view(position, GARRISON)
    targets = {choice.target for choice in OPEN.scene(view, decide).selectable}
    assert targets == {"g1", "g2"}
    assert OPEN.label(view, Next(2)) != OPEN.label(view, Next(1))
    assert OPEN.notation(Next(2)) == "next 2"
    assert OPEN.mind.candidates(view, decide) == (Next(1),)
