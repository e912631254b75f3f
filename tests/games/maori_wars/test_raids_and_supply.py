"""10.0 to 13.0 once more: raids from several places, what is built and by whom, who is fed and by which line."""

from __future__ import annotations

import pytest

from kemu.games.maori_wars.model.actions import (
    Advance,
    Ambush,
    Build,
    Counter,
    Disrupt,
    Done,
    Emerge,
    EnterBush,
    Join,
    Lose,
    Lurk,
    Place,
    Raid,
    Receive,
    Repair,
    Roam,
    Stand,
    Starve,
    Take,
)
from kemu.games.maori_wars.model.events import Rolled
from kemu.games.maori_wars.rules.supply import supplied

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
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

SITES = {"0707": "village maori", "0906": "settlement british"}
A, W, CI = (CAT.territory_index[code] for code in ("A", "W", "CI"))


def border(one: int, other: int) -> tuple[str, str, str]:
    """A clear hex of one territory, and two neighbours of it: one of it too, one of the other."""
    for at in range(CAT.n):
        if CAT.territory[at] == one and CAT.terrain[at] == 0 and not CAT.town[at]:
            near = [to for to in CAT.walks[at] if CAT.territory[to] == one and not CAT.town[to]]
            far = [to for to in CAT.walks[at] if CAT.territory[to] == other and not CAT.town[to]]
            if near and far:
                return CAT.label[at], CAT.label[near[0]], CAT.label[far[0]]
    raise AssertionError("they do not touch")


# -- 10.0 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:10.0.3")
def test_raiders_of_two_territories_may_raid_one_hex_together_each_from_its_own() -> None:
    target, near, far = border(W, A)
    state = position(
        "BushPhase", MAORI, at={"W": "m-warrior-1", "A": "m-warrior-2", target: "b-infantry-1..2"}, sites=SITES
    )
    state = play(state, Raid(target))
    found = {(option.unit, option.to) for option in options(state) if isinstance(option, Lurk)}
    assert ("m-warrior-1", near) in found
    assert ("m-warrior-2", far) in found
    assert ("m-warrior-1", far) not in found
    told: Told = []
    state = play(state, Lurk("m-warrior-1", near), Lurk("m-warrior-2", far), 1, told=told)
    assert "equal" in [event.what for event in told if isinstance(event, Rolled)][-1]
    assert targets(state, Counter) == {near, far}


@pytest.mark.rule("maori_wars:R34", "maori_wars:10.0.3")
def test_no_one_retreats_from_a_raid_and_raiders_stay_on_the_map() -> None:
    at = {"W": "m-warrior-1..2", "1722": "b-infantry-1..2"}
    state = position("BushPhase", MAORI, at=at, sites=SITES)
    state = play(state, Raid("1722"), Lurk("m-warrior-1", "1721"), Lurk("m-warrior-2", "1721"), 1, Counter("1721"), 3)
    assert place(state, "b-infantry-1") == "1722"
    assert {place(state, "m-warrior-1"), place(state, "m-warrior-2")} == {"1721"}


@pytest.mark.rule("maori_wars:R34", "maori_wars:R25")
def test_a_raid_on_artillery_alone_has_no_answer_and_its_ground_is_taken() -> None:
    at = {"W": "m-warrior-1", "1722": "b-artillery-1"}
    state = position("BushPhase", MAORI, at=at, sites=SITES)
    state = play(state, Raid("1722"), Lurk("m-warrior-1", "1721"), 4)
    assert (place(state, "b-artillery-1"), state.vp) == ("box", 0)
    assert targets(state, Advance, "unit") == {"m-warrior-1"}


@pytest.mark.rule("maori_wars:R34", "maori_wars:10.0.4")
@pytest.mark.parametrize("there", ["b-gunboat-1", "cameron", "b-gunboat-1 cameron"])
def test_neither_boats_nor_leaders_alone_are_raided(there: str) -> None:
    state = position("BushPhase", MAORI, at={"W": "m-warrior-1", "1622": there}, sites=SITES)
    assert not targets(state, Raid)


@pytest.mark.rule("maori_wars:10.0.3", "maori_wars:9.0.12")
def test_what_is_raided_answers_with_its_good_survivors_only() -> None:
    at = {"W": "m-warrior-1..3", "1722": "b-infantry-1..2"}
    state = position("BushPhase", MAORI, at=at, sites=SITES, disrupted="b-infantry-2")
    state = play(state, Raid("1722"), *(Lurk(f"m-warrior-{n}", "1721") for n in (1, 2, 3)), 3)
    assert asked(state).seat == BRITISH
    state = play(state, Lose("b-infantry-1"))
    assert not targets_or_none(state, Counter)


def targets_or_none(state: object, kind: type) -> set[str]:
    """What the options of a kind name; none if chance is due."""
    pending = GAME.pending(state)  # type: ignore[arg-type]
    return {option.to for option in getattr(pending, "options", ()) if isinstance(option, kind)}  # type: ignore[attr-defined]


@pytest.mark.rule("maori_wars:10.0.5")
def test_whoever_has_not_found_the_enemy_neither_tries_again_nor_does_anything_else() -> None:
    at = {"W": "m-warrior-1..2 q-warrior-1"}
    state = position("BushPhase", MAORI, at=at, sites=SITES)
    state = play(state, Ambush("W"), Join("m-warrior-1"), Join("m-warrior-2"), 4)
    assert not any(
        isinstance(option, Ambush | Take)
        for option in (options(state) if hasattr(GAME.pending(state), "options") else ())
    )


@pytest.mark.rule("maori_wars:10.0", "maori_wars:R36")
def test_above_the_limit_one_may_also_raid_out_of_the_bush() -> None:
    at = {"W": "b-ranger-1 b-militia-1", "1825": "q-warrior-1", "1722": "m-warrior-1"}
    state = play(position("BushPhase", at=at, sites=SITES), EnterBush("q-warrior-1"))
    assert Raid("1722") in options(state)
    assert Done() not in options(state)
    state = play(state, Raid("1722"), Lurk("b-ranger-1", "1721"))
    state = play(state, options(state)[-1]) if asked_or_none(state) else state
    state = play(state, 1, Stand())
    assert Done() in options(state)


def asked_or_none(state: object) -> bool:
    """Whether a decision is due."""
    return hasattr(GAME.pending(state), "options")  # type: ignore[arg-type]


@pytest.mark.rule("maori_wars:10.0.2", "maori_wars:R36")
def test_leaders_go_into_and_through_the_bush_by_themselves_and_come_out_anywhere_legal() -> None:
    state = position("BushPhase", at={"W": "cameron", "1722": "m-warrior-1", "1825": "jackson"}, sites=SITES)
    assert EnterBush("jackson") in options(state)
    state = play(state, Take("cameron"))
    assert targets(state, Roam) == {"A", "CI", "BP"}
    out = targets(state, Emerge)
    assert "1721" in out  # Next to an enemy.
    assert "1722" not in out
    assert not any(isinstance(option, Raid) for option in options(state))


@pytest.mark.rule("maori_wars:10.0.3", "maori_wars:R37")
def test_a_raid_disrupts_whom_the_raided_player_chooses() -> None:
    at = {"W": "m-warrior-1", "1722": "b-infantry-1 b-militia-1"}
    state = position("BushPhase", MAORI, at=at, sites=SITES)
    state = play(state, Raid("1722"), Lurk("m-warrior-1", "1721"), 4)
    assert asked(state).seat == BRITISH
    assert targets(state, Disrupt, "unit") == {"b-infantry-1", "b-militia-1"}


# -- 5.0 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:5.0", "maori_wars:14.0.3")
def test_each_kind_arrives_where_its_paragraph_says_and_in_the_area_only() -> None:
    sites = {
        "1519": "settlement british",
        "1520": "fort british",
        "1419": "village queenite",
        "3032": "settlement british",
    }
    sites |= {"2326": "village queenite"}
    state = position("FromBox", sites=sites, box="b-militia-9 b-infantry-9 q-warrior-9")
    assert targets(play(state, Receive("b-militia-9")), Place) == {"1417", "1519", "1520"}
    assert place(play(state, Receive("b-infantry-9")), "b-infantry-9") == "1417"
    assert place(play(state, Receive("q-warrior-9")), "q-warrior-9") == "1419"


@pytest.mark.rule("maori_wars:5.0", "maori_wars:R10")
def test_queenites_beyond_what_their_structures_feed_stay_in_the_box() -> None:
    at = {"1419": "q-warrior-1..3"}
    state = position(
        "FromBox", at=at, sites={**SITES, "1419": "village queenite", "1418": "pa queenite"}, box="q-warrior-9"
    )
    assert Receive("q-warrior-9") in options(state)
    full = position("FromBox", at=at, sites={**SITES, "1419": "village queenite"}, box="q-warrior-9 b-infantry-9")
    assert targets(full, Receive, "unit") == {"b-infantry-9"}


# -- 12.0 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:12.0")
def test_one_thing_is_built_in_a_turn_by_british_and_queenites_together() -> None:
    at = {"1518": "b-militia-1", "1419": "q-warrior-1"}
    sites = {**SITES, "1519": "settlement british", "1420": "village queenite disrupted"}
    state = position("Construction", at=at, sites=sites)
    assert {Build("settlement", "1518"), Build("village", "1419"), Build("fort", "1519"), Repair("1420")} <= set(
        options(state)
    )
    state = play(state, Build("village", "1419"))
    assert site(state, "1419") == "village queenite"
    assert state.seat == MAORI  # Nothing more: the next Player Turn has begun.


@pytest.mark.rule("maori_wars:12.0", "maori_wars:R38")
def test_a_disrupted_structure_is_not_upgraded_and_is_repaired_next_to_enemies() -> None:
    sites = {**SITES, "1519": "settlement british disrupted"}
    state = position("Construction", at={"1520": "m-warrior-1"}, sites=sites)
    assert Repair("1519") in options(state)
    assert Build("fort", "1519") not in options(state)


@pytest.mark.rule("maori_wars:12.0", "maori_wars:R38")
def test_a_disrupted_enemy_structure_does_not_hinder_a_good_one_and_a_canoe_do() -> None:
    at = {"1722": "m-warrior-1"}
    near = {"1724": "village maori"}

    def may(sites: dict[str, str], more: dict[str, str] | None = None) -> bool:
        state = position("Construction", MAORI, at={**at, **(more or {})}, sites={**SITES, **near, **sites})
        return Build("village", "1722") in options(state)

    assert may({})
    assert may({"1721": "settlement british disrupted"})
    assert not may({"1721": "settlement british"})
    assert not may({}, {"1622": "q-canoe-1"})
    assert may({}, {"1622": "cameron"})


@pytest.mark.rule("maori_wars:12.0", "maori_wars:3.0.1")
def test_when_the_counters_are_used_up_nothing_of_the_kind_is_built() -> None:
    most = CAT.structures[3, 2]
    labels = [CAT.label[at] for at in CAT.land if CAT.open[at] and CAT.territory[at] == CAT.territory_index["EC"]][
        :most
    ]
    sites = {**SITES, **dict.fromkeys(labels, "pa maori"), "1724": "village maori"}
    state = position("Construction", MAORI, at={"1825": "m-warrior-1"}, sites=sites)
    assert Build("pa", "1724") not in options(state)
    refusal = GAME.why_not(state, MAORI, Build("pa", "1724"))
    assert refusal is not None
    assert "counter" in refusal.reason


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R21")
def test_neutrals_who_join_are_replaced_as_far_as_there_are_counters() -> None:
    from kemu.games.maori_wars.model.actions import Negotiate

    most = CAT.structures[3, 2]
    labels = [CAT.label[at] for at in CAT.land if CAT.open[at] and CAT.territory[at] == CAT.territory_index["EC"]][
        :most
    ]
    at = {"1722": "n-warrior-1", "1721": "rewi m-warrior-2"}
    state = position(
        "Alliance", MAORI, at=at, sites={**SITES, **dict.fromkeys(labels, "pa maori"), "1722": "pa neutral"}
    )
    state = play(state, Negotiate("rewi", "1722"), 5)
    assert site(state, "1722") == ""
    assert place(state, "m-warrior-1") == "1722"


# -- 13.0 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:13.0.1", "maori_wars:13.0")
def test_the_starved_unit_is_its_owners_choice_off_the_map_and_pays_nothing() -> None:
    at = {"1722": "m-warrior-1..3", "W": "m-warrior-4"}
    state = position("Hunger", MAORI, at=at, sites={"0707": "village maori"})
    assert asked(state).seat == MAORI
    assert targets(state, Starve, "unit") == {"m-warrior-1", "m-warrior-4"}
    state = play(state, Starve("m-warrior-4"))
    assert (place(state, "m-warrior-4"), state.vp) == ("away", 0)


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R39")
@pytest.mark.parametrize(
    ("who", "suffers"),
    [
        ("b-infantry-1", True),
        ("b-artillery-1", True),
        ("b-gunboat-1", False),
        ("cameron", False),
        ("q-warrior-1", False),
    ],
)
def test_supply_is_for_british_units_and_guns_on_land(who: str, suffers: bool) -> None:
    sites = {"0906": "settlement british", "0507": "village queenite"}
    state = position("BritishSupply", at={"2230": who} if who != "b-gunboat-1" else {"3032": who}, sites=sites)
    assert is_disrupted(state, who) == suffers


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R37", "maori_wars:R39")
def test_whoever_is_out_of_supply_and_disrupted_may_panic_for_nothing() -> None:
    state = position("BritishSupply", at={"2230": "b-militia-1"}, sites=SITES, disrupted="b-militia-1")
    assert rolls(state) == "maori_wars:11.0"
    state = play(state, 2)
    assert (place(state, "b-militia-1"), state.vp) == ("box", 0)


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R39")
@pytest.mark.parametrize(
    ("blocker", "blocks"), [("m-warrior-1", True), ("m-canoe-1", True), ("rewi", False), ("n-warrior-1", False)]
)
def test_what_blocks_a_line_of_supply(blocker: str, blocks: bool) -> None:
    # All hexes by which a line of three could come from 1519 are held.
    source, goal = CAT.hex_of["1519"], CAT.hex_of["1621"]
    assert CAT.distance(source, goal) == 3
    ring = [at for at in range(CAT.n) if CAT.distance(source, at) == 2 and CAT.distance(goal, at) == 1]
    where = {
        CAT.label[at]: f"{blocker.rsplit('-', 1)[0]}-{i + 1}" if "-" in blocker else blocker
        for i, at in enumerate(ring)
    }
    if blocker == "rewi":
        where = {CAT.label[at]: who for at, who in zip(ring, ("rewi", "tamihana", "tawhiao"), strict=False)}
    state = position("Hunger", at=where, sites={"1519": "settlement british", "0507": "pa queenite"})
    assert (goal not in supplied(GAME, state)) == blocks


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R39")
def test_one_unit_a_phase_suffers_however_many_are_out_of_supply() -> None:
    state = position("BritishSupply", at={"2230": "b-infantry-1..2", "2730": "b-militia-1"}, sites=SITES)
    assert targets(state, Starve, "unit") == {"b-infantry-1", "b-militia-1"}
    state = play(state, Starve("b-militia-1"))
    assert bin(state.disrupted).count("1") == 1


@pytest.mark.rule("maori_wars:13.0.2", "maori_wars:R37")
def test_a_disrupted_unit_may_be_the_one_chosen_and_pays_nothing_if_it_panics() -> None:
    at = {"2230": "b-infantry-1", "2730": "b-militia-1"}
    state = position("BritishSupply", at=at, sites=SITES, disrupted="b-militia-1")
    state = play(state, Starve("b-militia-1"), 2)
    assert (place(state, "b-militia-1"), state.vp) == ("box", 0)
    assert not is_disrupted(state, "b-infantry-1")


@pytest.mark.rule("maori_wars:13.0.1", "maori_wars:R17")
def test_a_leader_is_lost_with_the_last_unit_around_him_that_starves() -> None:
    at = {"1722": "m-warrior-1 rewi", "1824": "m-warrior-2..4"}
    state = position("Hunger", MAORI, at=at, sites={"0707": "village maori"})
    assert place(play(state, Starve("m-warrior-1")), "rewi") == "gone"
    assert place(play(state, Starve("m-warrior-2")), "rewi") == "1722"


@pytest.mark.rule("maori_wars:10.0.3", "maori_wars:R34", "maori_wars:R25")
def test_the_raided_are_compared_with_all_who_stand_with_the_raiders() -> None:
    at = {"W": "m-warrior-1", "1721": "m-warrior-2..3", "1722": "b-infantry-1..2"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Raid("1722"), Lurk("m-warrior-1", "1721"), 1)
    told: Told = []
    play(state, Counter("1721"), 1, told=told)
    assert [event.what for event in told if isinstance(event, Rolled)] == ["the raided, lesser force"]


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:R4")
def test_a_raider_who_comes_out_in_a_town_has_re_entered_it() -> None:
    at = {"A": "b-ranger-1", "1518": "m-warrior-2"}
    state = position("BushPhase", at=at, sites=SITES, taken=(CAT.hex_of["1417"],))
    state = play(state, Raid("1518"))
    assert play(state, Lurk("b-ranger-1", "1417")).taken == ()
    other = next(to for to in targets(state, Lurk) if to != "1417")
    assert play(state, Lurk("b-ranger-1", other)).taken == (CAT.hex_of["1417"],)


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:3.0.1")
def test_a_town_is_a_structure_also_for_raids_on_maori_who_hold_it() -> None:
    at = {"A": "b-ranger-1", "1417": "m-warrior-1", "1518": "m-warrior-2"}
    state = position("BushPhase", at=at, sites=SITES)
    assert targets(state, Raid) == {"1518"}


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:4.0")
def test_raiders_do_not_come_out_where_the_stack_is_full() -> None:
    at = {"W": "m-warrior-1", "1721": "m-warrior-2..5", "1722": "b-infantry-1..2"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Raid("1722"))
    assert "1621" in targets(state, Lurk)
    assert "1721" not in targets(state, Lurk)


@pytest.mark.rule("maori_wars:12.0", "maori_wars:3.0.1")
def test_a_town_without_units_hinders_maori_builders_next_to_it() -> None:
    at = {"1518": "m-warrior-1", "1619": "m-warrior-2"}
    state = position("Construction", MAORI, at=at, sites={**SITES, "1620": "village maori"})
    assert targets(state, Build) >= {"1619"}
    assert "1518" not in targets(state, Build)
