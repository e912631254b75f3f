"""3.0: every kind of counter, and the exceptions that its paragraph makes, played out on the map."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action
from kemu.games.maori_wars import State
from kemu.games.maori_wars.model.actions import (
    Advance,
    Attack,
    Begin,
    Bombard,
    Charge,
    Counter,
    Done,
    EnterBush,
    Everyone,
    Go,
    Join,
    Lose,
    Lurk,
    Negotiate,
    Raid,
    Stand,
    Take,
)
from kemu.games.maori_wars.model.events import Rolled

from .positions import (
    BRITISH,
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
    site,
    targets,
)

FAR = {"0707": "village maori", "0906": "settlement british"}
PLAN = 5


def drms(told: Told) -> list[int]:
    """The modifications of the dice that were read."""
    return [event.drm for event in told if isinstance(event, Rolled)]


def attack(at: dict[str, str], *choices: Action | int, sites: dict[str, str] | None = None) -> tuple[State, Told]:
    """The British attack 1722 with all they have."""
    told: Told = []
    state = play(position(at=at, sites={**FAR, **(sites or {})}), Attack("1722"), Everyone(), *choices, told=told)
    return state, told


@pytest.mark.rule("maori_wars:3.0.3", "maori_wars:9.0.8")
def test_artillery_and_boats_have_no_strength() -> None:
    at = {"1622": "b-infantry-1 b-artillery-1 b-gunboat-1", "1722": "m-warrior-1"}
    _, told = attack(at, Stand(), PLAN, Stand(), Stand(), 1)
    assert "equal" in [event.what for event in told if isinstance(event, Rolled)][-1]


@pytest.mark.rule("maori_wars:3.0.2")
def test_leaders_are_never_disrupted_and_never_taken_for_a_loss() -> None:
    at = {"1722": "m-warrior-1 rewi", "1721": "b-infantry-1..2 cameron"}
    state, _ = attack(at, Stand(), PLAN, Counter("1721"), 4)
    # The two Infantry are alike, so nobody is asked, and for Cameron least of all.
    assert not is_disrupted(state, "cameron")
    assert is_disrupted(state, "b-infantry-1")


@pytest.mark.rule("maori_wars:3.0.2", "maori_wars:6.0")
@pytest.mark.parametrize(
    ("who", "dies"),
    [("m-warrior-1", True), ("m-canoe-1", False), ("heke", False)],
)
def test_a_sole_leader_is_eliminated_by_units_that_enter_and_not_by_leaders(who: str, dies: bool) -> None:
    if who == "m-canoe-1":
        state = position("Moving", MAORI, at={"1521": who, "1621": "cameron"}, sites=FAR)
        assert "1621" not in targets(play(state, Take(who)), Go)
        return
    state = play(position("Moving", MAORI, at={"1722": who, "1721": "cameron"}, sites=FAR), Take(who), Go("1721"))
    assert place(state, "cameron") == ("gone" if dies else "1721")


@pytest.mark.rule("maori_wars:3.0.2", "maori_wars:R1")
def test_artillery_that_enters_eliminates_a_sole_leader_too() -> None:
    state = position("Moving", at={"1722": "b-artillery-1", "1721": "rewi"}, sites=FAR)
    assert place(play(state, Take("b-artillery-1"), Go("1721")), "rewi") == "gone"


@pytest.mark.rule("maori_wars:3.0.1", "maori_wars:R3")
@pytest.mark.parametrize(("what", "vp", "left"), [("village", 1, ""), ("pa", 1, "village maori")])
def test_a_structure_pays_by_whatever_it_is_destroyed(what: str, vp: int, left: str) -> None:
    at = {"1721": "b-artillery-1"}
    state = play(position(at=at, sites={**FAR, "1722": f"{what} maori"}), Attack("1722"), PLAN)
    state = play(state, Bombard("b-artillery-1", what), 6)
    assert (state.vp, site(state, "1722")) == (vp, left)


@pytest.mark.rule("maori_wars:3.0.4", "maori_wars:4.0", "maori_wars:10.0.1")
def test_queenites_move_attack_and_raid_for_the_british() -> None:
    state = position("Moving", at={"1723": "q-warrior-1"}, sites=FAR)
    assert "1722" in targets(play(state, Take("q-warrior-1")), Go)
    state = play(position(at={"1722": "m-warrior-1", "1721": "q-warrior-1 b-infantry-1"}, sites=FAR), Attack("1722"))
    assert targets(state, Join, "unit") == {"q-warrior-1", "b-infantry-1"}
    state = position("BushPhase", at={"W": "q-warrior-1", "1722": "m-warrior-1"}, sites=FAR)
    state = play(state, Raid("1722"), Lurk("q-warrior-1", "1721"), 6)
    assert place(state, "m-warrior-1") == "box"


@pytest.mark.rule("maori_wars:3.0.5", "maori_wars:9.0.6")
def test_artillery_neither_attacks_nor_strikes_back_nor_fires_in_the_enemys_turn() -> None:
    at = {"1722": "b-artillery-1", "1721": "m-warrior-1"}
    state = play(position(seat=MAORI, at=at, sites=FAR), Attack("1722"), Everyone())
    told: Told = []
    state = play(state, Stand(), PLAN, told=told)  # It may evade; then comes the chit, and at once the attack.
    state = play(state, 4, told=told)
    assert [event.clause for event in told if isinstance(event, Rolled)] == ["maori_wars:9.0.7"]
    assert place(state, "b-artillery-1") == "box"


@pytest.mark.rule("maori_wars:3.0.5", "maori_wars:9.0.4")
@pytest.mark.parametrize(
    ("at", "sites", "found"),
    [
        ({"1722": "m-warrior-1"}, {}, {"units"}),
        ({"1722": "m-warrior-1"}, {"1722": "pa maori"}, {"units", "pa"}),
        ({"1722": "m-warrior-1"}, {"1722": "village maori"}, {"units", "village"}),
        ({"1622": "m-warrior-1 m-canoe-1"}, {}, {"units", "canoe"}),
        ({"1622": "m-canoe-1"}, {"1622": "pa maori"}, {"pa", "canoe"}),
    ],
)
def test_guns_choose_one_kind_of_target(at: dict[str, str], sites: dict[str, str], found: set[str]) -> None:
    where = next(iter(at))
    gun = "1721" if where == "1722" else "1722"
    state = play(position(at={**at, gun: "b-artillery-1"}, sites={**FAR, **sites}), Attack(where))
    if any(isinstance(option, Stand) for option in options(state)):
        state = play(state, Stand())
    assert targets(play(state, PLAN), Bombard, "what") == found


@pytest.mark.rule("maori_wars:3.0.6", "maori_wars:9.0.5")
def test_a_charge_comes_before_the_counter_attack_and_has_plus_one() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-cavalry-1..2", "1621": "b-infantry-1"}
    state, _ = attack(at, Stand(), PLAN)
    assert asked(state).clause == "maori_wars:9.0.5"
    told: Told = []
    state = play(state, Charge("b-cavalry-1"), Begin(), 1, told=told)
    assert drms(told) == [1]
    # One has charged, the other waits for step 7: its hex may be struck at.
    assert targets(state, Counter) == {"1621", "1721"}


@pytest.mark.rule("maori_wars:3.0.7", "maori_wars:3.0.10", "maori_wars:10.0")
@pytest.mark.parametrize("kind", ["infantry", "australian", "naval", "cavalry", "artillery"])
def test_whoever_does_not_raid_does_not_enter_the_bush(kind: str) -> None:
    state = position("BushPhase", at={"1722": f"b-{kind}-1 b-militia-1"}, sites=FAR)
    assert targets(state, EnterBush, "unit") == {"b-militia-1"}
    refusal = GAME.why_not(state, BRITISH, EnterBush(f"b-{kind}-1"))
    assert refusal is not None
    assert refusal.clause == "maori_wars:10.0.1"


@pytest.mark.rule("maori_wars:3.0.8", "maori_wars:R32")
@pytest.mark.parametrize(("companion", "drm"), [("", -1), (" b-naval-1", 0), (" b-ranger-1", -1)])
def test_militia_attacks_at_minus_one_without_infantry_that_is_good_at_the_roll(companion: str, drm: int) -> None:
    _, told = attack({"1722": "m-warrior-1", "1721": f"b-militia-1{companion}"}, Stand(), PLAN, Stand(), 1)
    assert drms(told)[-1] == drm


@pytest.mark.rule("maori_wars:3.0.8", "maori_wars:R32")
def test_infantry_that_is_disrupted_before_the_roll_does_not_steady_the_militia() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-militia-1", "1621": "b-infantry-1"}
    told: Told = []
    state, _ = attack(at, Stand(), PLAN, Counter("1621"), 4)
    assert is_disrupted(state, "b-infantry-1")
    play(state, 1, told=told)
    assert drms(told)[-1] == -1


@pytest.mark.rule("maori_wars:3.0.8", "maori_wars:10.0.3", "maori_wars:R35")
@pytest.mark.parametrize(
    ("raider", "leader", "drm"),
    [
        ("b-militia-1", "", 1),
        ("b-constabulary-1", "", 0),
        ("b-ranger-1", "", 0),
        ("b-ranger-1", "von-tempsky", 2),
        ("b-ranger-1", "jackson", 2),
        ("b-ranger-1", "cameron", 0),
        ("b-militia-1", "von-tempsky", 1),
        ("q-warrior-1", "", 0),
    ],
)
def test_what_each_kind_adds_to_a_raid(raider: str, leader: str, drm: int) -> None:
    told: Told = []
    state = position("BushPhase", at={"W": f"{raider} {leader}".strip(), "1722": "m-warrior-1"}, sites=FAR)
    state = play(state, Raid("1722"), Lurk(raider, "1721"))
    if leader:
        state = play(state, Lurk(leader, "1721"))
    play(state, 6, told=told)
    assert drms(told) == [drm]


@pytest.mark.rule("maori_wars:3.0.13", "maori_wars:10.0.3")
def test_maori_raid_at_plus_one() -> None:
    told: Told = []
    state = position("BushPhase", MAORI, at={"W": "m-warrior-1", "1722": "b-infantry-1"}, sites=FAR)
    play(state, Raid("1722"), Lurk("m-warrior-1", "1721"), 1, told=told)
    assert drms(told) == [1]


@pytest.mark.rule("maori_wars:3.0.9", "maori_wars:3.0.11", "maori_wars:11.0")
@pytest.mark.parametrize(
    ("who", "die", "dies"),
    [
        *(("b-constabulary-1", 2, False), ("b-constabulary-1", 1, True), ("b-ranger-1", 2, False)),
        *(("b-naval-1", 2, False), ("b-australian-1", 2, False), ("b-infantry-1", 2, False)),
        *(("b-militia-1", 2, True), ("b-militia-1", 3, False), ("q-warrior-1", 2, True), ("b-cavalry-1", 2, True)),
    ],
)
def test_a_disrupted_unit_out_of_luck_panics_on_its_own_number(who: str, die: int, dies: bool) -> None:
    at = {"1722": who, "1721": "m-warrior-1"}
    state = position(seat=MAORI, at=at, sites=FAR, disrupted=who)
    state = play(state, Attack("1722"), Everyone(), PLAN, 4, die)
    assert place(state, who) == ("box" if dies else "1722")
    assert state.vp == (-UNIT if dies else 0)


@pytest.mark.rule("maori_wars:3.0.12", "maori_wars:6.0.2")
def test_gunboats_keep_to_coasts_and_navigable_rivers() -> None:
    state = play(position("Moving", at={"1417": "b-gunboat-1"}, sites=FAR), Take("b-gunboat-1"))
    reached = targets(state, Go)
    assert {"1420", "1623", "1539"} <= reached
    assert not {"1722", "1825", "2230"} & reached


@pytest.mark.rule("maori_wars:3.0.15", "maori_wars:8.0")
def test_neutrals_do_nothing_of_their_own_accord() -> None:
    at = {"1722": "n-warrior-1", "1721": "m-warrior-1 rewi", "1723": "b-infantry-1 cameron"}
    sites = {**FAR, "1722": "village neutral"}
    for seat in (BRITISH, MAORI):
        for phase in ("Moving", "CombatPhase", "BushPhase", "Construction"):
            state = position(phase, seat, at=at, sites=sites)
            assert not any("n-warrior" in str(option) for option in options(state))
    state = position("Alliance", at=at, sites=sites)
    assert Negotiate("cameron", "1722") in options(state)


@pytest.mark.rule("maori_wars:3.0.14", "maori_wars:9.0.9")
def test_boats_are_not_losses_and_a_canoe_alone_is_no_target_for_units() -> None:
    at = {"1622": "m-canoe-1", "1722": "b-infantry-1", "1621": "b-gunboat-1"}
    state = play(position(at=at, sites=FAR), Attack("1622"))
    # Guns alone: the Infantry next to it enters such a hex, and does not attack it.
    assert not targets(state, Join, "unit")
    state = play(state, Stand(), PLAN, Bombard("b-gunboat-1", "canoe"), 1)
    assert place(state, "m-canoe-1") == "1622"
    assert not any(isinstance(option, Attack) for option in options(state))
    hit = play(
        position(
            at={"1622": "m-canoe-1 m-warrior-1..2", "1722": "b-infantry-1..3"}, sites=FAR, disrupted="m-warrior-2"
        ),
        *(Attack("1622"), Everyone(), Stand(), PLAN, Stand(), 5),
    )
    assert targets(hit, Lose, "unit") == {"m-warrior-1", "m-warrior-2"}


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:3.0.2")
def test_whoever_advances_onto_a_leader_and_a_canoe_takes_both() -> None:
    at = {"1622": "m-warrior-1 m-canoe-1 rewi", "1722": "b-infantry-1..3"}
    state = position(at=at, sites=FAR, disrupted="m-warrior-1")
    state = play(state, Attack("1622"), Everyone(), Stand(), PLAN, 5)
    assert (place(state, "m-warrior-1"), place(state, "rewi")) == ("box", "gone")
    state = play(state, Advance("b-infantry-1"), Done())
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == UNIT + 1
