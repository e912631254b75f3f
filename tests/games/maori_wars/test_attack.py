"""9.0: the attack of step 7, what results do, retreats, advances, and a whole combat."""

from __future__ import annotations

import pytest

from kemu.games.maori_wars.model.actions import (
    Absorb,
    Advance,
    Attack,
    Begin,
    Bombard,
    Charge,
    Counter,
    Evade,
    Everyone,
    Follow,
    Hold,
    Join,
    Lose,
    Retreat,
    Stand,
    Withdraw,
)
from kemu.games.maori_wars.model.events import Rolled

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    UNIT,
    Told,
    asked,
    is_disrupted,
    options,
    place,
    play,
    position,
    rolls,
    site,
    targets,
)

CHIT = 5
FAR = {"0707": "village maori"}
"""A Maori Village far away, so that the last one is not lost by the way."""


# -- the attack ----------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.7", "maori_wars:9.0.8", "maori_wars:R24", "maori_wars:R25")
def test_strengths_make_the_column() -> None:
    from kemu.games.maori_wars.rules.strength import defence

    at = CAT.hex_of["1722"]
    assert defence(GAME, position(at={"1722": "m-warrior-1..2"}, disrupted="m-warrior-1"), at, MAORI) == 2
    assert defence(GAME, position(sites={"1722": "pa maori"}), at, MAORI) == 0
    assert defence(GAME, position(sites={"1722": "fort british"}), at, BRITISH) == 2
    assert (
        defence(
            GAME, position(at={"1722": "b-infantry-1..3 b-artillery-1"}, sites={"1722": "fort british"}), at, BRITISH
        )
        == 3
    )


@pytest.mark.rule("maori_wars:9.0.7")
def test_an_occupied_pa_gives_minus_two_an_empty_one_minus_one_and_rough_is_not_added() -> None:
    from kemu.games.maori_wars.rules.strength import attack_drm

    at, rough, band = CAT.hex_of["1722"], CAT.hex_of["1523"], [CAT.index["b-infantry-1"]]
    assert attack_drm(GAME, position(at={"1722": "m-warrior-1"}, sites={"1722": "pa maori"}), at, BRITISH, band) == -2
    assert attack_drm(GAME, position(sites={"1722": "pa maori"}), at, BRITISH, band) == -1
    assert attack_drm(GAME, position(at={"1523": "m-warrior-1"}), rough, BRITISH, band) == -1
    assert (
        attack_drm(GAME, position(at={"1523": "m-warrior-1"}, sites={"1523": "pa maori"}), rough, BRITISH, band) == -2
    )
    assert (
        attack_drm(GAME, position(at={"1722": "m-warrior-1"}, sites={"1722": "village maori"}), at, BRITISH, band) == 0
    )


@pytest.mark.rule("maori_wars:3.0.8", "maori_wars:R32", "maori_wars:3.0.7", "maori_wars:3.0.9", "maori_wars:3.0.10")
@pytest.mark.parametrize(
    ("companion", "drm"),
    [("", -1), ("b-ranger-1", -1), ("b-cavalry-1", -1), ("q-warrior-1", -1)]
    + [(name, 0) for name in ("b-infantry-1", "b-australian-1", "b-naval-1", "b-constabulary-1")],
)
def test_militia_without_infantry_loses_a_point(companion: str, drm: int) -> None:
    from kemu.games.maori_wars.rules.strength import attack_drm

    band = [CAT.index[name] for name in ("b-militia-1", companion) if name]
    state = position(at={"1722": "m-warrior-1"})
    assert attack_drm(GAME, state, CAT.hex_of["1722"], BRITISH, band) == drm


@pytest.mark.rule("maori_wars:9.0.12", "maori_wars:R31", "maori_wars:R3")
def test_a_good_pa_may_take_the_hit_on_four_or_more() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1621": "b-infantry-3..4"}
    state = position(at=at, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Stand(), 6)
    assert set(options(state)) == {Absorb(), Lose("m-warrior-1")}
    taken = play(state, Absorb(), 4)
    assert site(taken, "1722") == "village maori"
    assert place(taken, "m-warrior-1") == "1722"
    assert taken.vp == 1
    lost = play(state, Absorb(), 3)
    assert site(lost, "1722") == "pa maori"
    assert place(lost, "m-warrior-1") == "box"


@pytest.mark.rule("maori_wars:9.0.12")
def test_a_disrupted_pa_takes_no_hit() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1621": "b-infantry-3..4"}
    state = position(at=at, sites={**FAR, "1722": "pa maori disrupted"})
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Stand(), 6)
    assert place(state, "m-warrior-1") == "box"


@pytest.mark.rule("maori_wars:9.0.9", "maori_wars:R31")
def test_the_owner_chooses_his_loss_and_boats_are_never_taken() -> None:
    at = {"1622": "m-warrior-1..2 m-canoe-1", "1722": "b-infantry-1..4"}
    state = position(at=at, sites=FAR, disrupted="m-warrior-2")
    state = play(state, Attack("1622"), Everyone(), Stand(), CHIT, Stand(), 5)
    assert asked(state).seat == MAORI
    assert targets(state, Lose, "unit") == {"m-warrior-1", "m-warrior-2"}
    state = play(state, Lose("m-warrior-2"))
    assert place(state, "m-warrior-2") == "box"
    assert not is_disrupted(state, "m-warrior-2")


@pytest.mark.rule("maori_wars:R24", "maori_wars:R3", "maori_wars:3.0.1")
def test_an_empty_pa_goes_down_a_step_and_what_is_left_is_advanced_into() -> None:
    state = position(at={"1721": "b-infantry-1"}, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Everyone(), CHIT, Stand(), 6)
    assert site(state, "1722") == "village maori"
    assert state.vp == 1
    state = play(state, Advance("b-infantry-1"))
    assert site(state, "1722") == ""
    assert state.vp == 2


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R2")
def test_a_pa_advanced_into_pays_two_in_one_event() -> None:
    state = position(at={"1721": "b-infantry-1"}, sites={**FAR, "1722": "pa maori"})
    told: Told = []
    state = play(state, Attack("1722"), Everyone(), CHIT, Stand(), 3, Advance("b-infantry-1"), told=told)
    assert state.vp == 2
    assert [event.points for event in told if type(event).__name__ == "Scored"] == [2]  # type: ignore[attr-defined]
    assert place(state, "b-infantry-1") == "1722"


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R27")
def test_after_no_effect_nobody_advances_into_an_empty_structure() -> None:
    state = position(at={"1721": "b-infantry-1"}, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Everyone(), CHIT, Stand(), 1)
    assert site(state, "1722") == "pa maori"
    assert not any(isinstance(option, Advance) for option in options(state))


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R4")
def test_a_town_pays_two_with_a_fort_three_and_again_only_after_the_british_came_back() -> None:
    at = {"1518": "m-warrior-1..4"}
    state = position(
        seat=MAORI, at=at, scenario="heke", sites={**FAR, "0906": "settlement british", "1417": "fort british"}
    )
    told = play(state, Attack("1417"), Everyone(), CHIT, Stand(), 4, Everyone())
    assert told.vp == -3
    assert told.taken == (CAT.hex_of["1417"],)
    again = position(
        seat=MAORI, at=at, scenario="heke", sites={**FAR, "0906": "settlement british"}, taken=(CAT.hex_of["1417"],)
    )
    again = play(again, Attack("1417"), Everyone(), CHIT, 4, Everyone())
    assert again.vp == 0
    assert place(again, "m-warrior-1") == "1417"


@pytest.mark.rule("maori_wars:R4")
def test_a_british_unit_that_re_enters_a_town_makes_it_worth_points_again() -> None:
    from kemu.games.maori_wars.model.actions import Go, Take

    state = position("Moving", scenario="heke", at={"1518": "b-militia-1"}, taken=(CAT.hex_of["1417"],))
    state = play(state, Take("b-militia-1"), Go("1417"))
    assert state.taken == ()


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R27")
def test_leaders_advance_with_units_and_a_leader_left_in_the_hex_dies() -> None:
    at = {"1721": "b-infantry-1..2 cameron", "1722": "rewi"}
    state = position(at=at, sites={**FAR, "1722": "village maori"})
    state = play(state, Attack("1722"), Everyone(), CHIT, 4, Advance("b-infantry-1"))
    assert place(state, "rewi") == "gone"
    assert "cameron" in targets(state, Advance, "unit")
    state = play(state, Advance("cameron"))
    assert place(state, "cameron") == "1722"


@pytest.mark.rule("maori_wars:R5", "maori_wars:9.0.11")
def test_a_fort_advanced_into_counts_as_its_settlement() -> None:
    state = position(seat=MAORI, at={"1721": "m-warrior-1..3"}, sites={**FAR, "1722": "fort british"})
    state = play(state, Attack("1722"), Everyone(), CHIT, Stand(), 4, Everyone())
    assert state.ended is not None
    assert state.ended[0] == MAORI


# -- results, retreats and leaders ---------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R18")
def test_in_a_pa_nobody_is_forced_to_retreat() -> None:
    state = position(at={"1722": "m-warrior-1", "1721": "b-infantry-1..2"}, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Stand(), 3)
    assert Hold("m-warrior-1") in options(state)
    state = play(state, Hold("m-warrior-1"))
    assert place(state, "m-warrior-1") == "1722"


@pytest.mark.rule("maori_wars:9.0.10")
def test_whoever_cannot_retreat_is_eliminated() -> None:
    around = {"1621": "b-infantry-1..2", "1721": "b-infantry-3", "1821": "b-militia-1", "1822": "b-militia-2"}
    at = {**around, "1723": "b-militia-3", "1622": "b-militia-4", "1722": "m-warrior-1"}
    state = play(
        position(at=at, sites=FAR),
        Attack("1722"),
        Join("b-infantry-1"),
        Join("b-infantry-2"),
        Begin(),
        CHIT,
        Stand(),
        1,
    )
    assert place(state, "m-warrior-1") == "box"
    assert state.vp == UNIT


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R17")
def test_a_leader_retreats_only_with_a_unit() -> None:
    at = {"1722": "m-warrior-1..2 rewi", "1721": "b-infantry-1..3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), CHIT, Stand(), 1)
    state = play(state, Retreat("m-warrior-1", "1723"))
    assert Follow("rewi") in options(state)
    state = play(state, Stand(), Withdraw("1822"))
    assert place(state, "rewi") == place(state, "m-warrior-2") == "1822"


@pytest.mark.rule("maori_wars:R17", "maori_wars:3.0.2")
def test_a_leader_dies_with_the_last_unit_unless_another_went_earlier() -> None:
    at = {"1722": "m-warrior-1..2 rewi", "1721": "b-infantry-1..3"}
    alone = position(at={**at, "1722": "m-warrior-1 rewi"}, sites=FAR)
    alone = play(alone, Attack("1722"), Everyone(), Stand(), CHIT, Stand(), 5)
    assert place(alone, "rewi") == "gone"
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Evade("m-warrior-1"), Begin(), 4)
    state = play(state, Retreat("m-warrior-1", "1723"), Stand(), CHIT, Stand(), 5)
    assert place(state, "m-warrior-2") == "box"
    assert place(state, "rewi") == "1722"


@pytest.mark.rule("maori_wars:R16", "maori_wars:6.0.6")
def test_a_gunboat_is_driven_off_when_its_friends_are_gone() -> None:
    at = {"1621": "b-militia-1 b-gunboat-1", "1721": "m-warrior-1..2"}
    state = position(seat=MAORI, at=at, sites={**FAR, "0906": "settlement british"})
    state = play(state, Attack("1621"), Everyone(), CHIT, Stand(), 5)
    assert place(state, "b-militia-1") == "box"
    assert isinstance(options(state)[0], Retreat)
    assert asked(state).seat == BRITISH


# -- seven steps, and another combat behind ------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0", "maori_wars:9.0.3", "maori_wars:R28")
def test_a_combat_through_all_its_steps_with_another_one_behind_it() -> None:
    at = {
        "1722": "m-warrior-1..3 rewi",
        "1721": "b-infantry-1..2 b-cavalry-1 b-artillery-1 cameron",
        "1824": "m-warrior-4",
        "1825": "q-warrior-1",
    }
    state = position(at=at, sites=FAR, cup=(28, 13))
    told: Told = []
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), Begin(), 4, told=told)
    state = play(state, Retreat("m-warrior-1", "1822"), Stand(), 28, told=told)
    assert state.queue
    state = play(state, Bombard("b-artillery-1", "units"), 4, told=told)
    state = play(state, Charge("b-cavalry-1"), 1, Counter("1721"), 1, told=told)
    assert rolls(state) == "maori_wars:9.0.7"
    state = play(state, 4, told=told)
    steps = [event.clause.rpartition(".")[2] for event in told if isinstance(event, Rolled)]
    assert steps == ["2", "4", "5", "6", "7"]
    while not any(type(frame).__name__ == "ChitFight" for frame in state.stack):
        pending = GAME.pending(state)
        state = play(state, pending.options[0] if hasattr(pending, "options") else 1)
    assert asked(state).clause == "maori_wars:R28"
    assert asked(state).seat == BRITISH
    state = play(state, Attack("1824"), Everyone())
    assert "SingleCombat" in [type(frame).__name__ for frame in state.stack]
    assert not state.spent >> CAT.index["q-warrior-1"] & 1
