"""What is kept, followed or drawn without listing gives what working it out anew would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from kemu.core.game import Game
from kemu.core.pending import Action, Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege import Siege
from kemu.games.siege.model.actions import ComeOn, Fire, Move, Stay, Withdraw
from kemu.games.siege.model.field import Field
from kemu.games.siege.model.layout import EYE, OUTSIDE
from kemu.games.siege.rules.offers import Orders, sure
from kemu.games.siege.rules.placing import Places
from kemu.games.siege.rules.reinforcements import Arrival, two_deep
from kemu.games.siege.rules.sight import HARD, OPEN, SOFT, Eye, figure_cover, group_cover, in_view, terrain_clear

OPTIONS: list[dict[str, Any]] = [{}, {"layout": "mission", "fires": True}, {"layout": "boulevard", "army": "riders"}]


def _played(game: Siege, chosen: dict[str, Any], seed: int, most: int) -> Iterator[tuple[Any, Any]]:
    """Yield the states of a random game, with what each waits for."""
    rng = QuickRng(seed)
    state = game.start(game.parse_settings(chosen))
    for _ in range(most):
        pending = game.pending(state)
        yield state, pending
        if isinstance(pending, Over):
            return
        state, _ = game.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))


def _same(field: Field, anew: Field) -> None:
    assert list(field.bodies.items()) == list(anew.bodies.items())
    assert [list(side.items()) for side in field.sides] == [list(side.items()) for side in anew.sides]
    assert field.rooms == anew.rooms
    assert field.guns == anew.guns
    assert field.locked == anew.locked
    assert all(field.figures(side) == anew.figures(side) for side in (0, 1))
    assert all(field.spots(side) == anew.spots(side) for side in (0, 1))


def test_a_field_does_not_follow_another_table_where_an_id_is_the_other_sides() -> None:
    game = Siege()
    state = list(_played(game, {}, 3, 100))[-1][0]
    outdoors = [group for group in state.groups if group.men and group.room == OUTSIDE]
    assert {group.side for group in outdoors} == {0, 1}
    for group in outdoors:
        turned = replace(group, side=1 - group.side)
        other = replace(state, groups=tuple(turned if g is group else g for g in state.groups))
        ground = game.ground(state)
        _same(Field(ground, other, Field(ground, state)), Field(ground, other))


@pytest.mark.parametrize("chosen", OPTIONS)
def test_a_field_that_follows_another_is_the_same_as_one_made_anew(chosen: dict[str, Any]) -> None:
    game = Siege()
    for state, _ in _played(game, chosen, 3, 300):
        field, anew = game.field(state), Field(game.ground(state), state)
        _same(field, anew)
        for group in state.groups:
            if group.men and group.room == OUTSIDE:
                lined = {index for man in group.men for index in field.ground.lined(man, state.down)}
                assert field.lined_by(group) == tuple(sorted(lined))


@pytest.mark.parametrize("chosen", OPTIONS)
def test_a_figure_may_stand_near_and_far_where_ground_figures_and_contact_allow_it(chosen: dict[str, Any]) -> None:
    game, rng = Siege(), QuickRng(5)
    refused = {True: 0, False: 0}
    for state, _ in list(_played(game, chosen, 6, 260))[60::20]:
        field = game.field(state)
        foes = field.spots(1)
        for group in [group for group in state.groups if group.men and group.side == 0][:3]:
            for contact in (True, False):
                places = Places(field, group, OUTSIDE, contact=contact)
                # Who is near the first place is looked up once; places beside enemies are mostly far from it.
                places.free(group.men[0])
                for _ in range(12 if foes else 0):
                    x, y = foes[rng.below(len(foes))]
                    p = (x + rng.below(2400) - 1200, y + rng.below(2400) - 1200)
                    stands = field.ground.fits(p, OUTSIDE, field.down) and not field.taken(p, OUTSIDE, group.id, -1)
                    met = bool(field.contacts(p, OUTSIDE, 1))
                    assert places.free(p) == (stands and (contact or not met))
                    refused[contact] += stands and met
    assert min(refused.values()) > 0


@pytest.mark.parametrize("chosen", OPTIONS)
def test_a_strip_that_is_free_at_a_glance_is_free_place_by_place(chosen: dict[str, Any]) -> None:
    game, rng, glances = Siege(), QuickRng(7), 0
    for state, _ in _played(game, chosen, 4, 200):
        for edge in (1, 2, 3, 4):
            arrival = Arrival(game, state, edge, 1 + rng.below(10))
            come = ComeOn(rng.below(50_000) - 1000)
            places = two_deep(arrival.layout, edge, come.at, arrival.bodies)
            free = [Arrival(game, state, edge, arrival.bodies).places.free(place) for place in places]
            assert (arrival.check(come) is None) == all(free)
            glances += arrival._nobody_about(come.at)
    assert glances > 100


@pytest.mark.rule("siege:SH.3", "siege:SH.9", "siege:R22")
@pytest.mark.parametrize("chosen", OPTIONS)
def test_many_seen_from_one_place_are_those_who_are_seen_one_by_one(chosen: dict[str, Any]) -> None:
    game, rng, found = Siege(), QuickRng(9), set[int]()
    for state, _ in _played(game, chosen, 6, 150):
        field, down = game.field(state), state.down
        eyes = [Eye(g.men[0], EYE) for g in state.groups if g.men and g.room == OUTSIDE]
        rooms = [room for room in field.ground.layout.rooms if room.openings]
        room = rooms[rng.below(len(rooms))]
        way = room.openings[rng.below(len(room.openings))]
        eyes.append(Eye(way.at, room.level * 3000 + EYE, room.index, room.house, way.out))
        for eye in (eyes[rng.below(len(eyes))], eyes[-1]):
            for group in state.groups:
                if not group.men or group.room != OUTSIDE:
                    continue
                one_by_one = [man for man in group.men if terrain_clear(field.ground, down, eye, Eye(man, EYE))]
                assert list(in_view(field.ground, down, eye, group.men)) == one_by_one
                covers = [figure_cover(field, eye, man, OUTSIDE) for man in group.men]
                hard, any_ = covers.count(HARD), len(covers) - covers.count(OPEN)
                expected = HARD if 2 * hard > len(covers) else SOFT if 2 * any_ > len(covers) else OPEN
                assert group_cover(field, eye, group) == expected
                found.add(expected)
    assert {OPEN, HARD} <= found


class _Every:
    """Draws whatever it is told to, and remembers among how many."""

    def __init__(self, told: list[int]) -> None:
        self.told = told
        self.of: list[int] = []

    def below(self, n: int) -> int:
        self.of.append(n)
        return self.told[len(self.of) - 1] if len(self.of) <= len(self.told) else 0


def _chances(draw: Callable[[_Every], Action]) -> dict[Action, Fraction]:
    """Return the exact chance of every answer that a draw can give."""
    chances: dict[Action, Fraction] = {}
    open_: list[list[int]] = [[]]
    while open_:
        rng = _Every(open_.pop())
        action = draw(rng)
        share = Fraction(1)
        for n in rng.of:
            share /= n
        chances[action] = chances.get(action, Fraction(0)) + share
        drawn = rng.told + [0] * (len(rng.of) - len(rng.told))
        open_ += [[*drawn[:at], other] for at in range(len(rng.told), len(drawn)) for other in range(1, rng.of[at])]
    return chances


def test_an_order_is_drawn_with_the_same_chance_as_every_other_one() -> None:
    legal = {Fire(1), Fire(4), Withdraw(), Stay()}
    offers = [(Fire, target, lambda target: target in (1, 4)) for target in range(1, 6)]

    def draw(rng: _Every) -> Action:
        return Orders(lambda: [*offers, sure(Withdraw()), sure(Stay())], ()).draw(rng)

    assert _chances(draw) == dict.fromkeys(legal, Fraction(1, 4))


@pytest.mark.parametrize("chosen", OPTIONS)
def test_orders_that_are_drawn_or_found_are_those_that_are_listed(chosen: dict[str, Any]) -> None:
    game, rng, seen = Siege(), QuickRng(2), 0
    for state, pending in _played(game, chosen, 8, 160):
        if not isinstance(pending, Decide) or not isinstance(pending.options, Orders):
            continue
        listed = Orders.all(game.without_memory().pending(state).options)  # type: ignore[arg-type]
        assert pending.options.draw(rng) in listed
        asked = game.without_memory().pending(state)
        assert isinstance(asked, Decide)
        for action in (*listed, Fire(999), Move(0, 5, 5)):
            assert (asked.options.find(action) is not None) == (action in listed)  # type: ignore[attr-defined]
            assert (action in asked.options) == (action in listed)
        seen += len(listed)
    assert seen > 50


@pytest.mark.parametrize(
    "action",
    [
        Move(0, 5, 6),
        Move(0, 5, 6, 0, 0, 0, 0, ((1, 2), (3, 4))),
        Move(0, 5.5, 6),  # type: ignore[arg-type]
        Move(0, 5, 600_000),
        Move(0, 5, 6, rest=((1, 2, 3),)),  # type: ignore[arg-type]
        Move(0, 5, 6, rest=[(1, 2)]),  # type: ignore[arg-type]
        Fire("x"),  # type: ignore[arg-type]
        ComeOn(10**30),
        Stay(),
    ],
)
def test_an_action_read_by_its_own_class_is_read_as_by_the_union_of_all(action: Action) -> None:
    game = Siege()
    assert game._typed(action) == Game._typed(game, action)
