"""Why not: every refusal names its clause and says why."""

from __future__ import annotations

from typing import get_args

import pytest

from kemu import QuickRng
from kemu.core.pending import Action, Decide, Over, Touch
from kemu.core.refusal import Refusal
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import (
    Advance,
    Ambush,
    AnyAction,
    Attack,
    Begin,
    Build,
    Burn,
    Carry,
    Charge,
    Counter,
    Done,
    Embark,
    Emerge,
    EnterBush,
    Evade,
    Everyone,
    Go,
    Intimidate,
    Join,
    Load,
    Lose,
    Lurk,
    Negotiate,
    Place,
    Raid,
    Receive,
    Repair,
    Retreat,
    Roam,
    Shift,
    Stand,
    Support,
    Take,
)
from kemu.games.maori_wars.model.island import OCEAN

from .positions import BRITISH, CAT, GAME, MAORI, asked, play, position

SITES = {"0707": "village maori", "0906": "settlement british"}


def why(state: State, intent: Action | Touch) -> tuple[str, str]:
    """The clause and the words."""
    refusal = GAME.why_not(state, asked(state).seat, intent)
    assert refusal is not None
    return refusal.clause.partition(":")[2], refusal.reason


AT = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1825": "n-warrior-1", "1622": "b-gunboat-1 b-militia-1..3"}


@pytest.mark.parametrize(
    ("phase", "intent", "clause", "words"),
    [
        ("Moving", Take("m-warrior-1"), "2.0", "opponent"),
        ("Moving", Take("n-warrior-1"), "3.0.15", "negotiate"),
        ("Moving", Take("b-cavalry-1"), "6.0", "not on the map"),
        ("Moving", Attack("1722"), "9.0.1", "Combat Phase"),
        ("Moving", Go("1722"), "6.0", "Choose a counter"),
        ("Moving", Take("nobody"), "6.0", "no counter"),
        ("CombatPhase", Attack("1825"), "9.0.1", "Neutrals"),
        ("CombatPhase", Attack("1518"), "9.0.1", "no enemy"),
        ("CombatPhase", Attack("9999"), "9.0.1", "no hex"),
        ("CombatPhase", Take("b-infantry-1"), "6.0", "Movement Phase"),
        ("BushPhase", EnterBush("b-infantry-1"), "10.0.1", "may not enter"),
        ("BushPhase", EnterBush("m-warrior-1"), "2.0", "opponent"),
        ("BushPhase", Raid("1722"), "10.0.4", "raider"),
        ("Construction", Build("pa", "1417"), "12.0", "nothing"),
        ("Construction", Build("tower", "1417"), "12.0", "Village, Pa, Settlement or Fort"),
        ("Construction", Negotiate("cameron", "1825"), "8.0", "Alliance"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_clause(phase: str, intent: Action, clause: str, words: str) -> None:
    state = position(phase, at=AT, sites=SITES)
    found, text = why(state, intent)
    assert found == clause
    assert words in text


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_boats_say_why_they_take_nobody() -> None:
    state = play(position("Moving", at=AT, sites=SITES), Take("b-gunboat-1"))
    assert why(state, Load("b-infantry-1"))[0] == "R13"
    assert why(state, Load("b-gunboat-1"))[0] == "R13"
    full = play(state, Load("b-militia-1"), Load("b-militia-2"))
    assert why(full, Load("b-militia-3"))[0] == "6.0.4"


@pytest.mark.rule("maori_wars:9.0.2")
def test_whoever_cannot_evade_is_told_why() -> None:
    at = {"1722": "b-infantry-1..2 b-ranger-1 cameron", "1721": "m-warrior-1..2"}
    state = position(seat=MAORI, at=at, sites=SITES, disrupted="b-infantry-1")
    state = play(state, Attack("1722"), Everyone())
    assert why(state, Evade("b-infantry-1"))[0] == "9.0.2"
    assert why(state, Evade("cameron"))[0] == "R17"


def test_a_click_says_what_can_be_done_or_why_not() -> None:
    state = position("Moving", at=AT, sites=SITES)
    assert "take b-infantry-1" in why(state, Touch("b-infantry-1"))[1]
    assert why(state, Touch("m-warrior-1"))[0] == "2.0"
    going = play(state, Take("b-infantry-1"))
    assert why(going, Touch("1722"))[0] == "6.0"
    fight = position(at=AT, sites=SITES)
    assert why(fight, Touch("1825"))[0] == "9.0.1"
    joining = play(position(at={**AT, "1723": "b-artillery-1"}, sites=SITES), Attack("1722"))
    assert why(joining, Touch("b-artillery-1"))[0] == "9.0"
    assert why(state, Touch("nothing at all"))[1].startswith("Nothing")


INTENTS: tuple[Action, ...] = (
    *(Done(), Go("1722"), Take("b-infantry-1"), Attack("1722"), Join("m-warrior-1"), Build("fort", "1417")),
    *(
        EnterBush("heke"),
        Raid("0907"),
        Load("b-militia-1"),
        Carry("m-warrior-1", "m-canoe-1"),
        Negotiate("heke", "0907"),
    ),
    *(Evade("m-warrior-1"), Everyone()),
)


def test_nothing_that_is_tried_in_a_whole_game_goes_wrong_and_all_names_a_clause() -> None:
    rng, state = QuickRng(11), GAME.start(Settings(scenario="heke"))
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            for intent in (*INTENTS, Touch("0907"), Touch("heke")):
                refusal = GAME.why_not(state, pending.seat, intent)
                if refusal is None:
                    assert intent in pending.options
                else:
                    assert refusal.reason
                    assert refusal.clause in GAME.clauses
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))


MANY = {
    "1722": "m-warrior-1 m-canoe-1 rewi",
    "1721": "b-infantry-1 b-artillery-1 cameron",
    "1825": "n-warrior-1",
    "1824": "m-warrior-2 tamihana",
    "1622": "b-gunboat-1 b-militia-1..3",
    "1418": "q-warrior-1 q-canoe-1",
    "W": "m-warrior-3 b-ranger-1",
}
HELD = {**SITES, "1825": "village neutral", "1519": "settlement british", "1724": "village maori"}


@pytest.mark.parametrize(
    ("phase", "seat", "intent", "clause", "words"),
    [
        ("Moving", BRITISH, Carry("b-militia-1", "q-canoe-1"), "6.0.3", "does not carry"),
        ("Moving", BRITISH, Carry("q-warrior-1", "m-canoe-1"), "2.0", "opponent"),
        ("Moving", BRITISH, Carry("q-warrior-1", "b-gunboat-1"), "6.0.3", "Only Canoes"),
        ("Moving", MAORI, Carry("m-warrior-2", "m-canoe-1"), "6.0.3", "not with"),
        ("Moving", BRITISH, Burn("m-canoe-1"), "2.0", "opponent"),
        ("Moving", BRITISH, Burn("b-gunboat-1"), "6.0.5", "Canoes"),
        ("Moving", BRITISH, Take("b-ranger-1"), "10.0.2", "bush"),
        ("Moving", BRITISH, Build("village", "1418"), "12.0", "Construction"),
        ("Moving", BRITISH, Embark(), "14.0.4", "shipment"),
        ("RallyPhase", BRITISH, Support("cameron", "m-warrior-1"), "7.0", "not Disrupted"),
        ("RallyPhase", BRITISH, Support("rewi", "b-infantry-1"), "2.0", "opponent"),
        ("RallyPhase", BRITISH, Support("cameron", "b-militia-2"), "7.0", "in its hex"),
        ("RallyPhase", BRITISH, Support("b-infantry-1", "b-militia-2"), "7.0", "Only leaders"),
        ("Alliance", MAORI, Negotiate("cameron", "1825"), "2.0", "opponent"),
        ("Alliance", MAORI, Negotiate("rewi", "1825"), "8.0", "not next"),
        ("Alliance", MAORI, Negotiate("tamihana", "1724"), "8.0", "no Neutral"),
        ("Alliance", MAORI, Negotiate("m-warrior-2", "1825"), "8.0", "Only leaders"),
        ("CombatPhase", BRITISH, Intimidate("b-artillery-1", "1825"), "9.0.4", "not next"),
        ("CombatPhase", BRITISH, Intimidate("b-infantry-1", "1825"), "9.0.4", "no gun"),
        ("CombatPhase", BRITISH, Intimidate("b-artillery-1", "1722"), "R22", "no Neutrals"),
        ("CombatPhase", MAORI, Intimidate("b-artillery-1", "1825"), "3.0.5", "no guns"),
        ("CombatPhase", BRITISH, Attack("1825"), "9.0.1", "Neutrals"),
        ("CombatPhase", MAORI, Attack("1417"), "14.0.3", "designated area"),
        ("CombatPhase", MAORI, Attack("1519"), "9.0.1", "No unit of yours"),
        ("BushPhase", MAORI, Ambush("CI"), "10.0.5", "no enemy"),
        ("BushPhase", MAORI, Raid("1519"), "10.0.4", "no enemy unit"),
        ("BushPhase", BRITISH, Raid("1724"), "10.0.4", "no enemy unit"),
        ("BushPhase", MAORI, EnterBush("m-canoe-1"), "10.0.1", "may not enter"),
        ("BushPhase", MAORI, EnterBush("m-warrior-3"), "10.0.1", "not on the map"),
        ("Construction", MAORI, Build("fort", "1724"), "12.0", "nothing"),
        ("Construction", MAORI, Build("pa", "1519"), "12.0", "enemy"),
        ("Construction", MAORI, Build("village", "1722"), "12.0", "enemy"),
        ("Construction", MAORI, Build("village", "1825"), "R38", "already"),
        ("Construction", MAORI, Repair("1724"), "12.0", "No Disrupted"),
        ("Construction", BRITISH, Build("fort", "3032"), "12.0", "nothing"),
        ("FromBox", MAORI, Receive("m-warrior-1"), "5.0", "not in the Reinforcement Box"),
        ("FromBox", MAORI, Receive("b-militia-9"), "2.0", "opponent"),
    ],
)
def test_each_phase_says_why_not_with_the_clause_that_forbids_it(
    phase: str, seat: int, intent: Action, clause: str, words: str
) -> None:
    # Taranaki's area is Taranaki alone: Auckland is no Town that the Maori may attack in it.
    scenario = "taranaki" if clause == "14.0.3" else "waikato"
    state = position(
        phase,
        seat,
        at=MANY,
        sites=HELD,
        disrupted="b-infantry-1 b-militia-2",
        scenario=scenario,
        box="m-warrior-9 b-militia-9",
    )
    if phase == "RallyPhase":
        state = position(
            phase,
            seat,
            at=MANY | {"1721": "b-infantry-1..2 cameron"},
            sites=HELD,
            disrupted="b-infantry-1..2 b-militia-2",
        )
    found, text = why(state, intent)
    assert (found, words in text) == (clause, True), text


def test_every_kind_of_action_is_refused_in_every_phase_with_a_known_clause_and_changes_nothing() -> None:
    """Whatever is named, in whatever phase: refused with a clause, or an answer of the list."""
    rng = QuickRng(3)
    ids = ("b-infantry-1", "m-warrior-1", "rewi", "cameron", "m-canoe-1", "b-gunboat-1", "b-artillery-1", "n-warrior-1")
    labels = ("1722", "1721", "1825", "1724", "1417", "0101", "W", "CI")
    words = ("pa", "village", "fort", "settlement", "units", "canoe", "1722", "m-warrior-1")
    pools = {"to": labels, "at": labels, "what": words}
    for phase in ("Moving", "RallyPhase", "Alliance", "CombatPhase", "BushPhase", "Construction", "FromBox", "Hunger"):
        for seat in (BRITISH, MAORI):
            state = position(phase, seat, at=MANY, sites=HELD, disrupted="b-infantry-1 m-warrior-1", box="m-warrior-9")
            pending = GAME.pending(state)
            if not isinstance(pending, Decide):
                continue
            for kind in get_args(AnyAction):
                for _ in range(4):
                    given = {
                        field: (pool := pools.get(field, ids))[rng.below(len(pool))] for field in kind.__struct_fields__
                    }
                    intent = kind(**given)
                    refusal = GAME.why_not(state, pending.seat, intent)
                    if refusal is None:
                        assert intent in pending.options
                        continue
                    assert refusal.reason
                    assert refusal.clause in GAME.clauses
                    with pytest.raises(Refusal):
                        GAME.apply(state, intent)


@pytest.mark.rule("maori_wars:4.0", "maori_wars:R8", "maori_wars:R18")
def test_a_hex_that_one_may_not_be_moved_or_retreat_to_is_named_with_its_reason() -> None:
    at = {"1722": "b-infantry-1..5", "1723": "b-militia-1..4", "1825": "n-warrior-1", "1721": "m-warrior-1"}
    state = play(position("Moving", at=at, sites=SITES), Done())
    assert why(state, Shift("b-infantry-1", "1723")) == ("4.0", "Hex 1723 (1 NE of Ngāruawāhia) is fully stacked.")
    assert "enemy" in why(state, Shift("b-infantry-1", "1721"))[1]
    assert "adjacent" in why(state, Shift("b-infantry-1", "1417"))[1]
    fight = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1822": "n-warrior-1", "1723": "b-militia-1"}
    back = play(
        position(at=fight, sites={**SITES, "1822": "village neutral"}),
        Attack("1722"),
        Everyone(),
        Stand(),
        5,
        Stand(),
        1,
    )
    assert why(back, Retreat("m-warrior-1", "1822"))[0] == "R18"
    assert why(back, Retreat("m-warrior-1", "1723"))[0] == "6.0"
    assert why(back, Retreat("m-warrior-1", "1417"))[0] == "R18"
    assert why(back, Retreat("b-infantry-1", "1621"))[0] == "2.0"


@pytest.mark.parametrize(
    ("intent", "clause", "words"),
    [
        (Emerge("m-warrior-3", "1417"), "10.0.2", "not in the territory"),
        (Emerge("m-warrior-3", "1721"), "R36", "enemy"),
        (Emerge("m-warrior-3", "1825"), "R36", "Neutrals"),
        (Emerge("m-warrior-3", "1824"), "4.0", "fully stacked"),
        (Roam("m-warrior-3", "WE"), "10.0.2", "not adjacent"),
        (Emerge("b-ranger-1", "1723"), "2.0", "opponent"),
        (Emerge("m-warrior-1", "1723"), "10.0.2", "not in the bush"),
    ],
)
@pytest.mark.rule("maori_wars:10.0.2", "maori_wars:R36", "maori_wars:4.0")
def test_a_raider_is_told_where_it_may_not_come_out(intent: Action, clause: str, words: str) -> None:
    at = {**MANY, "1824": "m-warrior-4..7"}
    state = play(position("BushPhase", MAORI, at=at, sites=HELD), Take("m-warrior-3"))
    found, text = why(state, intent)
    assert (found, words in text) == (clause, True), text


@pytest.mark.rule("maori_wars:10.0.1", "maori_wars:10.0.4", "maori_wars:10.0.2")
def test_a_raid_says_who_may_not_take_part_and_from_where() -> None:
    at = {**MANY, "W": "m-warrior-3 m-warrior-5", "CI": "m-warrior-8"}
    state = position("BushPhase", MAORI, at=at, sites=HELD, disrupted="m-warrior-5")
    raid = play(state, Raid("1721"))
    assert why(raid, Lurk("m-warrior-3", "1417"))[0] == "10.0.4"
    assert "Disrupted" in why(raid, Lurk("m-warrior-5", "1722"))[1]
    assert "territory" in why(raid, Lurk("m-warrior-8", "1722"))[1]
    assert "not in the bush" in why(raid, Lurk("m-warrior-1", "1722"))[1]
    entered = play(state, EnterBush("m-warrior-1"))
    assert why(entered, Take("m-warrior-1"))[0] == "10.0.1"
    assert why(entered, Take("m-warrior-2"))[0] == "6.0"


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R30", "maori_wars:R27", "maori_wars:9.0.9", "maori_wars:3.0.2")
def test_a_combat_says_who_may_not_be_struck_lost_or_advance() -> None:
    at = {"1722": "m-warrior-1..2 m-canoe-1 rewi", "1721": "b-cavalry-1", "1621": "b-infantry-1", "1723": "b-militia-1"}
    state = position(at=at, sites=SITES, disrupted="m-warrior-2")
    state = play(state, Attack("1722"), Join("b-cavalry-1"), Join("b-infantry-1"), Begin())
    state = play(state, Stand(), 5, Charge("b-cavalry-1"), 1)
    assert why(state, Counter("1721"))[0] == "R30"
    assert why(state, Counter("1723"))[0] == "9.0.6"
    struck = play(state, Stand(), 6)
    assert why(struck, Lose("m-canoe-1"))[0] == "9.0.9"
    assert why(struck, Lose("rewi"))[0] == "3.0.2"
    assert why(struck, Lose("b-infantry-1"))[0] == "2.0"
    village = position(at={"1721": "b-infantry-1..2", "1621": "b-militia-1"}, sites={**SITES, "1722": "village maori"})
    village = play(village, Attack("1722"), Join("b-infantry-1"), Join("b-infantry-2"), Begin(), 5, 2)
    assert why(village, Advance("b-militia-1"))[0] == "9.0.11"


@pytest.mark.rule("maori_wars:5.0", "maori_wars:4.0")
def test_a_reinforcement_is_told_where_it_does_not_arrive() -> None:
    sites = {**HELD, "1721": "village maori"}
    state = position("FromBox", MAORI, at={"1724": "m-warrior-1..4"}, sites=sites, box="m-warrior-9")
    state = play(state, Receive("m-warrior-9"))
    assert why(state, Place("m-warrior-9", "1724")) == ("4.0", "Kirikiriroa (1724) is fully stacked.")
    assert why(state, Place("m-warrior-9", "1519"))[0] == "5.0"
    assert why(state, Place("m-warrior-9", "1822"))[0] == "5.0"


@pytest.mark.rule("maori_wars:6.0", "maori_wars:R9")
def test_whoever_may_not_walk_over_water_or_into_the_sea_is_told_so() -> None:
    # The way round from 1210 to 1211 is barred: the water between them is not.
    held = {CAT.label[to]: "village maori" for to in CAT.walks[CAT.hex_of["1211"]]}
    going = play(position("Moving", at={"1210": "b-infantry-1"}, sites={**SITES, **held}), Take("b-infantry-1"))
    assert "water lies between" in why(going, Go("1211"))[1]
    state = play(position("Moving", at={"1418": "b-infantry-1"}, sites=SITES), Take("b-infantry-1"))
    sea = next(CAT.label[to] for to in range(CAT.n) if CAT.terrain[to] == OCEAN)
    assert why(state, Go(sea))[0] == "R9"
    interior = CAT.territory_index["CI"]
    at, to = next(
        (at, to) for at in CAT.land for to in CAT.walks[at] if CAT.territory[at] != interior == CAT.territory[to]
    )
    state = position("Moving", at={CAT.label[at]: "b-ranger-1"}, sites=SITES, bans=((9, interior),))
    assert why(play(state, Take("b-ranger-1")), Go(CAT.label[to]))[0] == "9.0.3"


@pytest.mark.parametrize(
    ("phase", "touched", "clause", "words"),
    [
        ("BushPhase", "b-infantry-1", "10.0.1", "may not enter"),
        ("CombatPhase", "n-warrior-1", "9.0.1", "Neutrals"),
        ("CombatPhase", "1518", "9.0.1", "no enemy"),
        ("Moving", "m-warrior-1", "2.0", "opponent"),
    ],
)
def test_a_click_says_why_not_as_the_typed_move_does(phase: str, touched: str, clause: str, words: str) -> None:
    told = why(position(phase, at=AT, sites=SITES), Touch(touched))
    assert told[0] == clause
    assert words in told[1]


@pytest.mark.rule("maori_wars:14.0.4")
@pytest.mark.parametrize(("touched", "words"), [("0906", "next to a Maori"), ("0909", "not on the coast")])
def test_a_click_says_why_a_shipment_does_not_go_there(touched: str, words: str) -> None:
    at = {"1417": "b-infantry-1..2", "0907": "m-warrior-1"}
    state = play(position("Moving", at=at, sites={"1318": "settlement british"}, scenario="heke", turn=1), Embark())
    told = why(state, Touch(touched))
    assert told[0] == "14.0.4"
    assert words in told[1]


def test_a_click_on_anything_at_any_time_is_answered() -> None:
    rng = QuickRng(8)
    state = GAME.start(GAME.parse_settings({"scenario": "tauranga"}))
    ply = 0
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide) and (ply := ply + 1) % 60 == 0:
            scene = GAME.scene(GAME.view(state, pending.seat), pending)
            things = [*(piece.id for piece in scene.pieces), *(zone.id for zone in scene.zones)]
            for _ in range(6):
                refusal = GAME.why_not(state, pending.seat, Touch(things[rng.below(len(things))]))
                assert refusal is not None
                assert refusal.clause.startswith("maori_wars:")
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:14.0.5", "maori_wars:R26")
def test_whoever_is_tied_or_has_evaded_is_not_told_that_there_are_too_many() -> None:
    at = {"2736": "b-infantry-1 b-militia-1 fraser", "2735": "m-warrior-1..3"}
    state = position(seat=MAORI, scenario="hauhau", at=at, sites={**SITES, "2736": "fort british"})
    state = play(state, Attack("2736"), Everyone())
    assert why(state, Evade("b-infantry-1"))[0] == "14.0.5"
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1822": "m-warrior-2..3", "1821": "b-infantry-2..3"}
    state = play(position(at=at, sites=SITES), Attack("1722"), Join("b-infantry-1"), Begin(), Evade("m-warrior-1"), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Done(), Attack("1822"), Everyone())
    assert why(state, Evade("m-warrior-1"))[0] == "R26"
    assert why(play(state, Evade("m-warrior-2")), Evade("m-warrior-2"))[0] == "9.0.2"


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:14.0.5", "maori_wars:9.0.3")
def test_a_boat_is_told_of_distance_dispatch_and_river_before_of_who_is_there() -> None:
    at = {"1621": "b-gunboat-1 b-infantry-1", "1417": "b-gunboat-2", "2230": "m-canoe-1"}
    state = position("Moving", scenario="waikato", turn=1, at=at, sites=SITES)
    assert why(play(state, Take("b-gunboat-1")), Go("2230"))[0] == "6.0.2"
    assert why(play(state, Take("b-gunboat-2")), Go("1622"))[0] == "14.0.5"
    assert why(play(state, Take("b-gunboat-1")), Go("1621"))[0] == "6.0.2"
    shut = position("Moving", at=at, sites=SITES, bans=((2, CAT.territory_index["CI"]),))
    shut = play(shut, Take("b-gunboat-1"), Load("b-infantry-1"))
    assert why(shut, Go("1539"))[0] == "9.0.3"
