"""Marches and charges that opponents think of: legal, few, and the obvious ones among them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from kemu.core.record import load_record, replay
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice import Maurice, State
from kemu.games.maurice.mind.marches import marches
from kemu.games.maurice.mind.value import charges
from kemu.games.maurice.model.moves import Advance, Move
from kemu.games.maurice.model.state import InForce
from kemu.games.maurice.rules import movement
from kemu.games.maurice.rules.cinc import Displaced
from kemu.games.maurice.rules.keeping import kept_answers
from kemu.games.maurice.rules.measuring import nearest_foe
from kemu.games.maurice.rules.orders import Charges, Moves
from kemu.players.clock import Clock
from kemu.players.search import SearchPlayer

from .fields import EAST, SOUTH, column, field, gun, horse, line
from .playthrough import GOLDEN
from .positions import asked, battle, card, cav, game, inf, settled

NUMBERS = game().mind.numbers


def test_every_march_thought_of_is_legal_and_they_are_few() -> None:
    f = field(
        line(1, 0, 10, 10), line(2, 0, 14.5, 10), line(3, 0, 19, 10), horse(4, 0, 25, 10), column(5, 0, 30, 10),
        gun(6, 0, 33, 10), line(11, 1, 12, 16, SOUTH), line(12, 1, 20, 16, SOUTH), horse(13, 1, 28, 14, SOUTH),
    )  # fmt: skip
    for force in ((1, 2, 3), (4,), (5,), (6,)):
        moves = Moves(f, force)
        found = marches(f, force, NUMBERS)
        assert 2 <= len(found) <= 60
        assert all(moves.check(move) is None for move in found)
    together = marches(f, (1, 2, 3), NUMBERS)
    assert Advance((1, 2, 3), 2_000) in together
    assert Advance((1, 2, 3), 4_000) in together


def test_a_column_near_the_enemy_thinks_of_deploying() -> None:
    f = field(column(1, 0, 20, 10), line(11, 1, 28, 8, EAST + 180))
    found = [move for move in marches(f, (1,), NUMBERS) if isinstance(move, Move)]
    assert any(move.change == "line_right" for move in found)
    planned = [movement.plan(f, move) for move in found]
    assert not any(isinstance(plan, Refusal) for plan in planned)


def test_a_charge_that_flanks_comes_first() -> None:
    state = battle([cav(1, 15, 9, 9_000), inf(21, 20, 10), inf(22, 19.5, 5.5)])
    found = charges(game(), state, 1)
    orders = Charges(game().field(state), (1,))
    assert found
    assert all(orders.check(order) is None for _, order in found)
    assert found[0][0] == max(worth for worth, _ in found)


def test_an_army_that_has_come_forward_and_bears_on_the_enemy_looks_better() -> None:
    """Without that, nobody would ever leave his own line."""
    far = battle([inf(1, 20, 5), inf(21, 20, 25, 18_000)], cinc=(None, None))
    near = battle([inf(1, 20, 9), inf(21, 20, 25, 18_000)], cinc=(None, None))
    turned = battle([inf(1, 20, 9, 18_000), inf(21, 20, 12, 18_000)])
    facing = battle([inf(1, 20, 9), inf(21, 20, 12, 18_000)])
    value = {name: worth(state) for name, state in {"far": far, "near": near, "away": turned, "at": facing}.items()}
    assert value["near"] > value["far"]
    assert value["at"] > value["away"]


def test_whoever_is_ahead_looks_for_the_last_of_the_enemy_wherever_he_is() -> None:
    """He has gone past an enemy who stands far aside: only for one who is ahead is it better to be closer."""
    foe = inf(21, 40, 6, 27_000)
    far, near = [cav(1, 20, 15), foe], [cav(1, 28, 15), foe]
    drawn = [worth(battle(units, cinc=(None, None))) for units in (far, near)]
    ahead = [worth(battle(units, cinc=(None, None), morale=(10, 4))) for units in (far, near)]
    assert ahead[1] - ahead[0] > max(0.0, drawn[1] - drawn[0])


def test_without_time_a_commander_who_is_displaced_is_set_down_all_the_same() -> None:
    # The mind knows no place for him, and one has to be found.
    state = settled(battle([inf(0, 20, 8), inf(20, 20, 25, 18_000)], Displaced(0), cinc=((20_000, 7_500), None)))
    pending = asked(state)
    player = SearchPlayer(1, seconds=2.0, clock=Clock(str(game().mind.turn(state)), 2.0))
    assert pending.check(player.choose(game(), game().view(state, 0), pending)) is None


def test_an_army_without_an_enemy_on_the_table_is_valued_too() -> None:
    """So it is while the first army is set up."""
    assert worth(battle([inf(1, 20, 9)], cinc=(None, None))) != 0


def test_a_position_counts_the_same_whatever_was_asked_before() -> None:
    """What is kept from one field for the next is what would be found afresh."""
    record = load_record((GOLDEN / "broken-oblong-by-morale.jsonl").read_bytes())
    known, moments = Maurice().without_memory(), [moment.state for moment in replay(record, game())]
    for state in moments[::7]:
        assert known.mind.features(state) == game().without_memory().mind.features(state)


def test_a_charge_is_worth_more_with_a_card_in_force() -> None:
    state = battle([cav(1, 15, 9, 9_000), inf(21, 20, 10)])
    helped = replace(state, effects=(InForce(card("Stirrups In"), 0, 0, (1,)),))
    assert charges(game(), helped, 1)[0][0] > charges(game(), state, 1)[0][0]


def test_somebody_may_ask_a_field_while_its_answers_are_taken_over() -> None:
    """A server has one game for all its tables, and many threads."""
    enemies = [inf(21, 20, 30), inf(22, 30, 30)]
    old = game().field(battle([inf(1, 5, 5), inf(2, 10, 5), *enemies]))
    answers = [nearest_foe(old, uid) for uid in (1, 2)]
    new = game().field(battle([inf(1, 5, 5), inf(2, 10, 5), *enemies, inf(23, 40, 30)]))
    taken_over = kept_answers(new, old)
    found = [next(taken_over)]
    nearest_foe(old, 21)
    assert dict([*found, *taken_over]) == {
        ("foe", 1): answers[0],
        ("foe", 2): answers[1],
    }


def test_a_position_that_comes_again_keeps_its_field() -> None:
    """A search meets the same positions by other ways."""
    state, other = battle([inf(1, 20, 9), inf(21, 20, 20)]), battle([inf(1, 20, 8), inf(21, 20, 20)])
    one = Maurice().without_memory()
    first = one.field(state)
    one.field(other)
    assert one.field(one.decode(one.encode(state))) is first


@pytest.mark.parametrize("change", [{"aside": None}, {"bravery": 1.0}, {"singles": 4.5}])
def test_numbers_that_are_not_those_of_the_mind_are_not_read(change: dict[str, float | None]) -> None:
    maurice = Maurice()
    given = maurice.mind.weights
    changed = {name: number for name, number in ({**given.numbers, **change}).items() if number is not None}
    vars(maurice.mind)["weights"] = replace(given, numbers=changed)
    with pytest.raises(msgspec.ValidationError):
        maurice.mind.numbers  # noqa: B018


def worth(state: State) -> float:
    """How good a position looks to Red."""
    return game().mind.value(state, game().pending(settled(state)), QuickRng(1))[0]
