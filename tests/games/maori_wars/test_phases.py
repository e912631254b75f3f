"""5.0, 7.0, 8.0, 12.0, 13.0: reinforcements, rally, alliance, construction and attrition."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action
from kemu.games.maori_wars.model.actions import (
    Build,
    Done,
    Negotiate,
    Place,
    Receive,
    Repair,
    Starve,
    Stop,
    Support,
    Visit,
)
from kemu.games.maori_wars.rules.board import DUE
from kemu.games.maori_wars.rules.rally import rallies_on
from kemu.games.maori_wars.rules.reinforcement import near_enemy, overflow

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    asked,
    is_disrupted,
    options,
    place,
    play,
    position,
    rolls,
    site,
    targets,
    unit,
)

FAR = {"0707": "village maori", "0906": "settlement british"}


def refused(state: object, action: Action) -> str:
    """The clause of the refusal."""
    refusal = GAME.why_not(state, asked(state).seat, action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.clause


# -- 5.0 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R10")
def test_one_unit_may_come_from_the_box_where_its_kind_arrives() -> None:
    box = "b-infantry-1 b-militia-1 q-warrior-1"
    sites = {"1519": "settlement british", "1620": "village queenite"}
    state = position("FromBox", box=box, sites=sites, scenario="heke")
    assert targets(state, Receive, "unit") == {"b-infantry-1", "b-militia-1"}
    assert Done() in options(state)
    militia = play(state, Receive("b-militia-1"))
    assert targets(militia, Place) == {"1417", "1519"}
    state = play(state, Receive("b-infantry-1"))
    assert place(state, "b-infantry-1") == "1417"
    assert asked(state).clause == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:5.0", "maori_wars:14.0.5")
def test_in_the_waikato_two_come_from_the_box() -> None:
    state = position("FromBox", MAORI, box="m-warrior-1..3", sites={"1722": "village maori"})
    state = play(state, Receive("m-warrior-1"), Receive("m-warrior-2"))
    assert asked(state).clause == "maori_wars:6.0"
    assert place(state, "m-warrior-3") == "box"


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R10", "maori_wars:13.0.1")
def test_maori_who_could_not_be_fed_stay_in_the_box() -> None:
    at = {"1722": "m-warrior-1..3"}
    state = position("FromBox", MAORI, at=at, box="m-warrior-4", sites={"1722": "village maori"})
    assert asked(state).clause == "maori_wars:6.0"
    state = position(
        "FromBox", MAORI, at={"1722": "m-warrior-1..2"}, box="m-warrior-4", sites={"1722": "village maori"}
    )
    assert targets(state, Receive, "unit") == {"m-warrior-4"}


@pytest.mark.rule("maori_wars:5.0")
def test_a_full_structure_takes_no_unit_from_the_box() -> None:
    sites = {"1722": "village maori", "1724": "village maori"}
    state = position("FromBox", MAORI, at={"1722": "m-warrior-1..4"}, box="m-warrior-5", sites=sites)
    state = play(state, Receive("m-warrior-5"))
    assert place(state, "m-warrior-5") == "1724"


def arriving(scenario: str, turn: int, seat: int, due: str, at: dict[str, str]) -> object:
    """A state in which these counters arrive now."""
    state = position("Moving", seat, at=at, scenario=scenario, turn=turn)
    where = list(state.where)
    for name in due.split():
        where[unit(name)] = DUE
    from msgspec.structs import replace

    from kemu.games.maori_wars.rules.reinforcement import Arrivals

    from .positions import settled

    return settled(replace(state, where=tuple(where), stack=(*state.stack, Arrivals(seat))))


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R10")
def test_automatic_reinforcements_arrive_and_overflow_to_the_next_hex() -> None:
    state = arriving("heke", 4, BRITISH, "b-infantry-16", {"0907": "m-warrior-9"})
    assert place(state, "b-infantry-16") == "1417"  # type: ignore[arg-type]
    full = arriving("heke", 4, BRITISH, "b-infantry-16", {"1417": "b-infantry-1..4", "1618": "m-warrior-1"})
    beside = targets(full, Place)  # type: ignore[arg-type]
    assert beside
    assert beside <= {CAT.label[to] for to in CAT.walks[CAT.hex_of["1417"]]}
    assert "1518" not in beside  # next to the Maori


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R10")
def test_british_overflow_goes_to_the_closest_coast_and_maori_overflow_into_the_box() -> None:
    auckland = CAT.hex_of["1417"]
    # Maori stand everywhere around Auckland: no hex beside it is away from an enemy.
    near = sorted({far for to in CAT.walks[auckland] for far in CAT.walks[to]} - {auckland, *CAT.walks[auckland]})
    at = {"1417": "b-infantry-1..4"} | {CAT.label[far]: f"m-warrior-{i + 1}" for i, far in enumerate(near)}
    found = {CAT.hex_of[label] for label in targets(arriving("heke", 4, BRITISH, "b-infantry-16", at), Place)}  # type: ignore[arg-type]
    assert found
    assert all(CAT.coastal[to] and to not in CAT.walks[auckland] for to in found)
    assert len({CAT.distance(auckland, to) for to in found}) == 1
    # A Maori unit that finds no hex beside the full one goes into the Box: nowhere is offered, no coast either.
    there = position("Moving", MAORI, at={CAT.label[far]: f"b-militia-{i + 1}" for i, far in enumerate(near[:12])})
    assert overflow(GAME, there, unit("m-warrior-30"), [auckland]) == []
    # The same for those who arrive where every Structure of theirs is full.
    full = arriving("tekooti", 4, MAORI, "m-warrior-30", {"1722": "m-warrior-1..4"})
    assert place(full, "m-warrior-30") == "box"  # type: ignore[arg-type]


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R40", "maori_wars:14.0.5")
def test_whoever_lands_on_a_coast_lands_together_away_from_the_maori_and_moves_no_more() -> None:
    state = arriving("heke", 2, BRITISH, "b-infantry-15 b-infantry-16 despard", {"0906": "m-warrior-1"})
    assert "0907" not in targets(state, Place)  # type: ignore[arg-type]
    state = play(state, Place("b-infantry-15", "1110"))  # type: ignore[arg-type]
    assert [place(state, name) for name in ("b-infantry-15", "b-infantry-16", "despard")] == ["1110"] * 3
    from kemu.games.maori_wars.model.actions import Take

    assert not {"b-infantry-15", "despard"} & targets(state, Take, "unit")


# -- 7.0 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:7.0", "maori_wars:R19", "maori_wars:3.0.2", "maori_wars:3.0.4")
@pytest.mark.parametrize(
    ("helper", "who", "needed"),
    [
        *(("", "b-infantry-1", 6), ("cameron", "b-infantry-1", 5), ("cameron", "q-warrior-1", 5)),
        *(("von-tempsky", "b-ranger-1", 4), ("jackson", "b-ranger-1", 4), ("von-tempsky", "b-infantry-1", 5)),
        *(("te-wheoro", "q-warrior-1", 4), ("rewi", "m-warrior-1", 4)),
    ],
)
def test_what_a_unit_needs_to_rally(helper: str, who: str, needed: int) -> None:
    assert rallies_on(GAME, unit(who), unit(helper) if helper else -1) == needed


@pytest.mark.rule("maori_wars:7.0", "maori_wars:R7", "maori_wars:R19")
def test_a_leader_helps_one_unit_of_his_own_and_each_rolls_once() -> None:
    at = {"1722": "b-infantry-1 b-militia-1 cameron", "1725": "q-warrior-1"}
    state = position("RallyPhase", at=at, disrupted="b-infantry-1 b-militia-1 q-warrior-1")
    assert set(options(state)) == {Support("cameron", "b-infantry-1"), Support("cameron", "b-militia-1")}
    state = play(state, Support("cameron", "b-militia-1"), 5)
    assert is_disrupted(state, "b-infantry-1")
    state = play(state, 5)
    assert not is_disrupted(state, "b-militia-1")
    state = play(state, 6)
    assert not is_disrupted(state, "q-warrior-1")
    assert asked(state).clause != "maori_wars:7.0"


@pytest.mark.rule("maori_wars:3.0.2", "maori_wars:7.0")
def test_queenite_leaders_do_not_help_the_british_and_the_bush_is_a_place_of_its_own() -> None:
    from kemu.games.maori_wars.rules.rally import rallied_by

    at = {"1722": "te-wheoro b-infantry-1 q-warrior-1", "W": "q-warrior-2 cameron", "1723": "b-militia-1"}
    state = position("Construction", at=at, disrupted="b-infantry-1 q-warrior-1 q-warrior-2 b-militia-1")
    assert rallied_by(GAME, state, unit("te-wheoro")) == [unit("q-warrior-1")]
    assert rallied_by(GAME, state, unit("cameron")) == [unit("q-warrior-2")]


# -- 8.0 -----------------------------------------------------------------------------------------------------


NEUTRALS = {"1722": "village neutral", "0707": "village maori"}


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R20", "maori_wars:3.0.15")
def test_neutrals_join_on_a_six_and_the_enemy_on_a_one() -> None:
    at = {"1722": "n-warrior-1", "1721": "cameron b-infantry-1"}
    state = play(position("Alliance", at=at, sites=NEUTRALS), Negotiate("cameron", "1722"))
    assert rolls(state) == "maori_wars:8.0"
    joined = play(state, 6)
    assert site(joined, "1722") == "village queenite"
    assert place(joined, "q-warrior-1") == "1722"
    assert (place(joined, "n-warrior-1"), joined.vp) == ("gone", 0)
    lost = play(state, 1)
    assert site(lost, "1722") == "village maori"
    assert place(lost, "m-warrior-1") == "1722"
    assert lost.vp == -1
    assert site(play(state, 5), "1722") == "village neutral"


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R20")
def test_who_has_a_modification_in_negotiations() -> None:
    from kemu.games.maori_wars.rules.alliance import negotiation_drm

    def drm(leader: str, at: dict[str, str], sites: dict[str, str] | None = None) -> int:
        return negotiation_drm(GAME, position("Construction", at=at, sites=sites), unit(leader))

    assert drm("cameron", {"1721": "cameron"}) == 1
    assert drm("cameron", {"1721": "cameron carey rewi"}) == 1
    assert drm("cameron", {"1721": "cameron b-artillery-1"}) == 0
    assert drm("cameron", {"1721": "cameron"}, {"1721": "settlement british"}) == 0
    assert drm("rewi", {"1721": "rewi m-warrior-1"}) == 1
    assert drm("te-wheoro", {"1721": "te-wheoro"}) == 0


@pytest.mark.rule("maori_wars:8.0")
def test_each_leader_and_each_village_negotiates_once_in_a_phase() -> None:
    at = {"1722": "n-warrior-1", "1721": "cameron carey b-infantry-1"}
    state = play(position("Alliance", at=at, sites=NEUTRALS), Negotiate("cameron", "1722"), 3)
    assert asked(state).clause != "maori_wars:8.0"
    two = {**NEUTRALS, "1620": "pa neutral"}
    state = play(position("Alliance", at=at, sites=two), Negotiate("cameron", "1722"), 3)
    assert set(options(state)) == {Negotiate("carey", "1620"), Done()}
    assert refused(state, Negotiate("cameron", "1620")) == "maori_wars:8.0"


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R21")
def test_a_sole_leader_who_negotiated_may_go_to_a_friendly_unit_within_three() -> None:
    at = {
        "1722": "n-warrior-1",
        "1721": "cameron",
        "1723": "b-infantry-1",
        "1621": "b-gunboat-1",
        "1727": "b-militia-1",
        "1724": "b-militia-2",
        "1725": "b-militia-3",
    }
    state = play(position("Alliance", at=at, sites=NEUTRALS), Negotiate("cameron", "1722"), 3)
    assert set(options(state)) == {Visit("1723"), Visit("1724"), Stop()}
    joined = play(position("Alliance", at=at, sites=NEUTRALS), Negotiate("cameron", "1722"), 5)
    assert "1722" in targets(joined, Visit)
    state = play(state, Visit("1723"))
    assert place(state, "cameron") == "1723"


@pytest.mark.rule("maori_wars:R21")
def test_a_leader_and_a_disrupted_warrior_are_replaced_too() -> None:
    at = {"0907": "n-warrior-1..2 pomare", "0908": "heke"}
    sites = {"0907": "pa neutral"}
    state = position("Alliance", MAORI, scenario="heke", at=at, sites=sites, disrupted="n-warrior-1")
    state = play(state, Negotiate("heke", "0907"), 5)
    assert site(state, "0907") == "pa maori"
    assert {place(state, "m-warrior-1"), place(state, "m-warrior-2")} == {"0907"}
    assert is_disrupted(state, "m-warrior-1")
    assert any(
        place(state, counter.id) == "0907"
        for counter in CAT.counters
        if counter.name == CAT.counters[unit("pomare")].name and counter.side == 2
    )


# -- 12.0 ----------------------------------------------------------------------------------------------------


def built(state: object) -> set[tuple[str, str]]:
    """What may be built where."""
    pending = GAME.pending(state)  # type: ignore[arg-type]
    return {(option.what, option.to) for option in getattr(pending, "options", ()) if isinstance(option, Build)}


@pytest.mark.rule("maori_wars:12.0", "maori_wars:14.0.3", "maori_wars:R38", "maori_wars:3.0.8")
def test_good_militia_near_a_structure_founds_a_settlement_in_the_area() -> None:
    at = {"1520": "b-militia-1", "1620": "b-infantry-1", "1729": "b-militia-2", "1721": "b-militia-3"}
    sites = {"1519": "settlement british"}
    state = position("Construction", at=at, sites=sites, disrupted="b-militia-3")
    assert {where for what, where in built(state) if what == "settlement"} == {"1520"}
    assert refused(state, Build("settlement", "1729")) in ("maori_wars:12.0", "maori_wars:14.0.3")
    state = play(state, Build("settlement", "1520"))
    assert site(state, "1520") == "settlement british"
    other = position("Construction", at={"1520": "b-militia-1"}, sites=sites, scenario="taranaki")
    assert ("settlement", "1520") not in built(other)
    assert refused(other, Build("settlement", "1520")) == "maori_wars:14.0.3"


@pytest.mark.rule("maori_wars:12.0", "maori_wars:R38")
def test_nothing_is_built_next_to_an_enemy_unit_or_good_structure_but_leaders_do_not_hinder() -> None:
    at = {"1520": "b-militia-1"}
    sites = {"1519": "settlement british"}
    for more in ({"1521": "m-warrior-1"}, {"1521": "m-canoe-1"}):
        state = position("Construction", at={**at, **more}, sites=sites)
        assert ("settlement", "1520") not in built(state)
        assert refused(state, Build("settlement", "1520")) == "maori_wars:12.0"
    assert ("settlement", "1520") in built(position("Construction", at={**at, "1521": "rewi"}, sites=sites))
    assert ("settlement", "1520") not in built(
        position("Construction", at=at, sites={**sites, "1521": "village maori"})
    )
    assert ("settlement", "1520") in built(
        position("Construction", at=at, sites={**sites, "1521": "village maori disrupted"})
    )


@pytest.mark.rule("maori_wars:12.0", "maori_wars:R2", "maori_wars:R38")
def test_a_settlement_or_town_becomes_a_fort_for_a_point_even_if_it_loses_the_game() -> None:
    state = position("Construction", sites={"1519": "settlement british"})
    assert {("fort", "1519"), ("fort", "1417")} <= built(state)
    state = play(state, Build("fort", "1519"))
    assert site(state, "1519") == "fort british"
    assert (state.vp, state.forts) == (-1, 1)
    assert (
        play(position("Construction", sites={"1519": "settlement british"}, vp=-8), Build("fort", "1519")).ended
        is not None
    )


@pytest.mark.rule("maori_wars:14.0.4", "maori_wars:14.0.5")
def test_only_one_fort_is_built_in_the_first_scenario() -> None:
    state = position(
        "Construction", scenario="heke", sites={"1519": "settlement british"}, at={"1518": "b-militia-1"}, forts=1
    )
    assert ("fort", "1519") not in built(state)
    assert refused(state, Build("fort", "1519")) == "maori_wars:14.0.5"


@pytest.mark.rule("maori_wars:12.0")
def test_a_good_village_becomes_a_pa_and_disrupted_structures_are_repaired() -> None:
    sites = {"1722": "village maori", "1724": "village maori disrupted"}
    state = position("Construction", MAORI, sites=sites)
    assert built(state) == {("pa", "1722")}
    assert Repair("1724") in options(state)
    assert refused(state, Build("pa", "1724")) == "maori_wars:12.0"
    assert site(play(state, Build("pa", "1722")), "1722") == "pa maori"
    assert site(play(state, Repair("1724")), "1724") == "village maori"


@pytest.mark.rule("maori_wars:12.0", "maori_wars:3.0.4", "maori_wars:3.0.13")
def test_maori_and_queenites_found_villages() -> None:
    state = position("Construction", MAORI, at={"1722": "m-warrior-1"}, sites={"1724": "village maori"})
    assert ("village", "1722") in built(state)
    state = position("Construction", at={"1722": "q-warrior-1"}, sites={"1724": "village queenite"})
    state = play(state, Build("village", "1722"))
    assert site(state, "1722") == "village queenite"


# -- 13.0 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:13.0", "maori_wars:13.0.1", "maori_wars:R39")
def test_a_structure_feeds_three_wherever_they_are_and_one_unit_at_most_goes() -> None:
    at = {"1722": "m-warrior-1..3 m-canoe-1 rewi", "CI": "m-warrior-4..5"}
    state = position("Hunger", MAORI, at=at, sites={"1722": "pa maori disrupted"})
    assert targets(state, Starve, "unit") == {"m-warrior-1", "m-warrior-4"}
    state = play(state, Starve("m-warrior-4"))
    assert place(state, "m-warrior-4") == "away"
    assert (state.vp, state.seat) == (0, BRITISH)
    fed = position("Hunger", MAORI, at={"1722": "m-warrior-1..3"}, sites={"1722": "village maori"})
    assert fed.seat == BRITISH


@pytest.mark.rule("maori_wars:13.0.3", "maori_wars:R39")
def test_queenites_are_fed_by_queenite_structures_only() -> None:
    at = {"1722": "q-warrior-1..3", "1723": "q-warrior-4"}
    state = position("Hunger", BRITISH, at=at, sites={"1722": "village queenite", "1519": "settlement british"})
    assert asked(state).clause == "maori_wars:13.0"
    assert asked(state).seat == BRITISH


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R39")
def test_a_british_unit_beyond_three_hexes_is_disrupted_by_its_owner() -> None:
    at = {"1722": "b-infantry-1", "1725": "b-infantry-2 b-militia-1"}
    state = position("BritishSupply", at=at, sites={"1720": "settlement british", "0707": "village maori"})
    assert targets(state, Starve, "unit") == {"b-infantry-2", "b-militia-1"}
    state = play(state, Starve("b-militia-1"))
    assert is_disrupted(state, "b-militia-1")
    state = position("BritishSupply", at=at, sites={"1720": "settlement british"}, disrupted="b-militia-1")
    assert rolls(play(state, Starve("b-militia-1"))) == "maori_wars:11.0"


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R39")
def test_the_line_goes_round_maori_but_not_through_them() -> None:
    from kemu.games.maori_wars.rules.supply import supplied

    at = CAT.hex_of["1723"]
    source = {"1721": "settlement british"}
    blocked = {"1722": "m-warrior-1"}
    assert at in supplied(GAME, position("Construction", at=blocked, sites=source))
    wall = {"1722": "m-warrior-1", "1822": "m-canoe-1", "1622": "m-warrior-2", "1823": "m-warrior-3"}
    assert at not in supplied(GAME, position("Construction", at=wall, sites=source))
    through = {"1722": "n-warrior-1", "1822": "rewi", "1622": "m-warrior-2"}
    assert at in supplied(GAME, position("Construction", at=through, sites=source))


@pytest.mark.rule("maori_wars:13.0.2")
def test_the_line_crosses_water_only_with_a_gunboat_at_its_structure() -> None:
    from kemu.games.maori_wars.rules.supply import supplied

    from_hex, to_hex = next(
        (at, to)
        for at in range(CAT.n)
        for to in range(CAT.n)
        if CAT.open[at]
        and CAT.open[to]
        and CAT.coastal[at]
        and CAT.distance(at, to) == 2
        and to not in supplied(GAME, position("Construction", sites={CAT.label[at]: "settlement british"}))
        and not any(CAT.town[town] and CAT.distance(town, to) <= 3 for town in range(CAT.n))
        and any(CAT.terrain[mid] == 4 and CAT.distance(mid, to) == 1 for mid in CAT.neighbours[at] if mid >= 0)
    )
    sites = {CAT.label[from_hex]: "settlement british"}
    assert to_hex not in supplied(GAME, position("Construction", sites=sites))
    assert to_hex in supplied(GAME, position("Construction", sites=sites, at={CAT.label[from_hex]: "b-gunboat-1"}))
    assert to_hex not in supplied(
        GAME, position("Construction", sites=sites, at={CAT.label[from_hex]: "b-artillery-1"})
    )


@pytest.mark.rule("maori_wars:R39")
def test_a_town_that_the_maori_hold_supplies_nobody() -> None:
    from kemu.games.maori_wars.rules.supply import supplied

    at = CAT.hex_of["1418"]
    assert at in supplied(GAME, position("Construction"))
    assert at not in supplied(GAME, position("Construction", at={"1417": "m-warrior-1"}))


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R20", "maori_wars:R21")
@pytest.mark.parametrize(
    ("start", "friend", "sites"), [("1417", "1519", {}), ("1520", "1519", {"1520": "settlement british"})]
)
def test_a_leader_in_a_town_or_structure_is_not_sole(start: str, friend: str, sites: dict[str, str]) -> None:
    around = (CAT.label[to] for to in CAT.walks[CAT.hex_of[start]])
    village = next(label for label in around if label != friend)
    at = {start: "cameron", friend: "b-infantry-1"}
    state = position("Alliance", at=at, sites={"0707": "village maori", village: "village neutral", **sites})
    state = play(state, Negotiate("cameron", village), 5)
    # Five stays five, and he does not go to the Infantry.
    assert site(state, village) == "village neutral"
    assert not any(isinstance(option, Visit) for option in options(state))


@pytest.mark.rule("maori_wars:5.0")
@pytest.mark.parametrize(("who", "hinders"), [("rewi", False), ("m-warrior-1", True), ("m-canoe-1", True)])
def test_a_reinforcement_that_overflows_keeps_away_from_units_and_not_from_leaders(who: str, hinders: bool) -> None:
    state = position(at={"1622": who})
    assert near_enemy(GAME, state, CAT.hex_of["1621"], BRITISH) is hinders
