"""1, 3, 4: the counters, the map, the table and the cards, and what is said about mistakes in them."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from kemu.core.kit import KitError, read_toml
from kemu.games.hawaii import Hawaii, Settings

from .positions import CAT, GAME, KIT, K, overlaid, position, valued


@pytest.mark.rule("hawaii:1.0")
def test_there_are_forty_counters_and_eighteen_cards() -> None:
    assert len(CAT.counters) == 40
    assert [mask.bit_count() for mask in (*CAT.sides, CAT.kauai)] == [19, 18, 3]  # the earthworks are an Allied counter
    assert [mask.bit_count() for mask in CAT.deck] == [9, 9]


@pytest.mark.rule("hawaii:3.0", "hawaii:3.1")
def test_strengths_and_kinds_are_those_of_the_rulebook() -> None:
    kinds = Counter((c.side, c.kind, c.strength) for c in CAT.counters if c.kind == "warriors" and not c.elite)
    assert kinds["kamehameha", "warriors", 2] == 6
    assert kinds["kamehameha", "warriors", 1] == 3
    assert all(c.strength <= 5 for c in CAT.counters)
    assert all(not c.strength for c in CAT.counters if c.kind in ("canoe", "earthworks"))
    canoes = Counter(c.side for c in CAT.counters if c.kind == "canoe")
    assert (canoes["kamehameha"], canoes["allied"], canoes["kauai"]) == (4, 5, 1)


@pytest.mark.rule("hawaii:R7", "hawaii:3.1")
def test_leaders_carry_the_plus_and_young_is_kamehamehas() -> None:
    leaders = {c.id: c for c in CAT.counters if c.kind == "leader"}
    assert set(leaders) == {"k-kam", "k-you", "a-kal", "a-kai"}
    assert all(c.elite for c in leaders.values())
    assert leaders["k-you"].side == "kamehameha"


@pytest.mark.rule("hawaii:4.0", "hawaii:R1")
def test_the_map_has_two_forts_and_five_blue_and_yellow_spaces() -> None:
    colours = Counter(space.colour for space in CAT.spaces)
    assert colours == {"orange": 2, "blue": 4, "yellow": 1}
    assert [space.id for space in CAT.spaces if space.fort] == ["kona", "hilo"]
    assert {(CAT.spaces[a].id, CAT.spaces[b].id) for a, b in CAT.crossings if a < b} == {
        ("kona", "hilo"),
        ("waikiki", "koolau"),
    }


@pytest.mark.rule("hawaii:11.2")
def test_the_table_panics_more_than_it_eliminates_and_favours_elites() -> None:
    plain, elite = CAT.brt
    assert plain[1:] == (0, 0, 0, 1, 1, 2)
    assert elite[1:] == (0, 0, 1, 1, 2, 2)


def test_every_entry_of_the_kit_names_its_source() -> None:
    for file in sorted(KIT.glob("*.toml")):
        for name, entries in read_toml(file).items():
            for entry in entries:
                assert entry.get("source") in ("rulebook", "reconstruction"), f"{file.name}: {name} {entry}"


@pytest.mark.rule("hawaii:8.1")
def test_an_unknown_effect_is_an_error_that_names_the_card(tmp_path: Path) -> None:
    kit = overlaid(tmp_path, "cards.toml", 'effect = "capacity"', 'effect = "teleport"')
    with pytest.raises(
        KitError, match=r"cards\.toml, line \d+, card\[7\]\.event\[0\]\.effect: card K8, The Great Fleet"
    ):
        Hawaii(kit)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("counters.toml", 'id = "k-you"', 'id = "k-kam"', "stands there twice"),
        ("counters.toml", "strength = 3\nelite", "strength = 6\nelite", r"counter\[2\]\.strength"),
        (
            "counters.toml",
            'id = "k-w9"',
            'id = "K-W8"',
            r"counter\[14\]\.id: counter 'K-W8' differs from 'k-w8' only in",
        ),
        (
            "counters.toml",
            'kind = "canoe"\n',
            'kind = "canoe"\nstrength = 1\n',
            r"counter\[15\]\.strength: counter 'k-c1' never fights",
        ),
        (
            "counters.toml",
            'kind = "canoe"\n',
            'kind = "canoe"\nelite = true\n',
            r"counter\[15\]\.elite: counter 'k-c1' never fights",
        ),
        (
            "counters.toml",
            'kind = "earthworks"\n',
            'kind = "earthworks"\nstrength = 2\n',
            r"counter\[39\]\.strength: counter 'earth' never fights",
        ),
        (
            "counters.toml",
            'kind = "earthworks"\n',
            'kind = "earthworks"\nelite = true\n',
            r"counter\[39\]\.elite: counter 'earth' never fights",
        ),
        ("map.toml", 'id = "molokai"', 'id = "maui"', r"island\[2\]\.id: the island 'maui' stands there twice"),
        ("map.toml", 'id = "koolau"', 'id = "Hilo"', r"space\[5\]\.id: the space 'Hilo' differs from 'hilo' only in"),
        ("map.toml", 'island = "maui"', 'island = "lanai"', "no island 'lanai'"),
        ("brt.toml", "die = 6", "die = 5", "one row for each face"),
        ("cards.toml", '"k-van once"', '"a-bro once"', "cannot recruit 'a-bro once'"),
        ("cards.toml", 'needs = ["a-thu"]', 'needs = ["a-xxx"]', "no counter .in card A5"),
        (
            "cards.toml",
            'needs = ["a-thu"]',
            'needs = ["k-gua"]',
            "card A5, .* 'k-gua', which never fights for its side",
        ),
        ("cards.toml", 'needs = ["a-thu"]', 'needs = ["a-c1"]', "card A5, .* 'a-c1', which never fights for its side"),
        ("cards.toml", 'units = ["a-bro"]', 'units = ["a-bro", "a-bro"]', "card A8, .*: a counter stands there twice"),
        ("cards.toml", 'units = ["a-bro"]', "units = []", "card A8, .*: effect 'recall'"),
        ("cards.toml", 'units = ["a-bro"]', 'units = ["earth"]', "card A8, .* recalls 'earth', which is never on"),
        ("counters.toml", 'kind = "earthworks"', 'kind = "canoe"', "card A4, .*: counters.toml has no earthworks"),
        ("counters.toml", 'id = "k-w9"', 'id = "pikes"', r"counter\[14\]\.id: a counter cannot be called 'pikes'"),
        ("counters.toml", 'id = "k-w9"', 'id = "special"', r"counter\[14\]\.id: a counter cannot be called 'special'"),
        ("counters.toml", 'home = "kauai"\n', "", r"line 335, counter\[\d+\]: counter 'x-w1' of Kauaʻi needs a home"),
        ("counters.toml", 'id = "k-w1"\n', 'id = "k-w1"\nchief = true\n', r"\.chief: counter 'k-w1' is no leader"),
        ("cards.toml", "units = 3", 'units = "three"', "card K8, The Great Fleet: effect 'capacity'"),
        ("cards.toml", "held = true\n", "", "a card with this effect is held"),
        (
            "cards.toml",
            'text = "This turn each',
            'held = true\ntext = "This turn each',
            "card K8, .*: it is held, but its effect has its moment",
        ),
        ("cards.toml", "die = [1, 2]", "die = [1, 7]", "faces 1 to 6"),
        ("setups.toml", '"k-w1", "k-w2"', '"k-w1", "k-w3"', "a counter begins in two places"),
        ("setups.toml", '"k-w1", "k-w2"', '"k-w1", "k-w1"', r"start\[0\]\.units: counter 'k-w1' stands there twice"),
        (
            "setups.toml",
            '"k-van", "k-pik"',
            '"k-van", "k-van"',
            r"length\[1\]\.add\[0\]\.units: 'k-van' is added twice",
        ),
        (
            "setups.toml",
            'id = "short"',
            'id = "long"',
            r"length\[1\]\.id: the length 'long' stands there twice",
        ),
        ("cards.toml", 'id = "K5"', 'id = "K4"', r"card\[4\]\.id: card 'K4' stands there twice"),
        ("cards.toml", 'id = "K5"', 'id = "k4"', r"card\[4\]\.id: card 'k4' differs from 'K4' only in capitals"),
        ("setups.toml", 'at = "kona"', 'at = "lanai"', "no space or island 'lanai'"),
        ("setups.toml", "fixed = [1, 2]", "fixed = [1, 12]", "no card 12"),
        (
            "cards.toml",
            'effect = "capacity"\nunits = 3\n',
            'effect = "capacity"\nunits = 3\ndie = [1]\n',
            "not depend on a die",
        ),
        (
            "cards.toml",
            'units = ["a-kai", "a-kbw"]',
            'units = ["a-kal", "a-kbw"]',
            "musters 'a-kal', which it does not",
        ),
        ("cards.toml", '"k-van once"', '"earth once"', "cannot recruit 'earth once'"),
        ("setups.toml", '"k-van"', '"k-kam"', "'k-kam' is on the map already"),
        ("setups.toml", "fixed = [1, 2]", "fixed = [1, 1]", "a card stands there twice"),
        ("setups.toml", '"k-w1", "k-w2"', '"k-w1", "earth"', "'earth' is no counter that kamehameha sets up"),
        ("setups.toml", '"k-w1", "k-w2"', '"k-w1", "a-w4"', "'a-w4' is no counter that kamehameha sets up"),
        ("setups.toml", 'at = "maui"', 'at = "kona"', "two sides begin in 'kona'"),
        (
            "setups.toml",
            'side = "allied"\nat = "oahu"\nunits = ["a-kal"',
            'side = "allied"\nat = "hawaii"\nunits = ["a-kal"',
            "two sides begin in 'kona'",
        ),
        (
            "setups.toml",
            'side = "allied"\nat = "oahu"\nunits = ["a-bro"',
            'side = "allied"\nat = "hawaii"\nunits = ["a-bro"',
            r"length\[1\]\.add\[1\]\.at: another side begins on 'hawaii'",
        ),
        ("cards.toml", 'effect = "capacity"', 'effect = ["capacity"]', "card K8, .* knows no effect"),
        ("setups.toml", 'at = "kauai"', 'at = "molokai"', "every Kauaʻi counter begins on Kauaʻi"),
        ("setups.toml", 'first = "January"', 'first = "December"', "November comes before December"),
        ("setups.toml", '"k-van"', '"k-vann"', r"length\[1\]\.add\[0\]\.units: the short game: .* 'k-vann'"),
        ("map.toml", 'id = "koolau"', 'id = "waikiki"', "the space 'waikiki' stands there twice"),
        ("map.toml", "need = 4", "need = 9", "there are only 5 spaces of these colours"),
        ("map.toml", "need = 4", "need = 0", r"victory\[\d\]\.need"),
        ("cards.toml", 'title = "The Long Pikes"', 'title = ""', r"card\[1\]\.title"),
        ("map.toml", 'colours = ["blue", "yellow"]', 'colours = ["blue", "purple"]', "no space is 'purple'"),
        ("cards.toml", "number = 2", "number = 1", "two cards with the number 1"),
        ("cards.toml", "count = 2", "count = -2", "card K7, Warriors Go Home: effect 'go-home'"),
        ("cards.toml", "canoes = 1", "canoes = -1", "card K9, Storm in the Channels: effect 'storm'"),
        ("cards.toml", '"musketeers", "cannon"', '"muskets"', "card K3, .*: effect 'column'"),
        ("cards.toml", 'kinds = ["musketeers", "cannon"]', "kinds = []", "card K3, .*: effect 'column'"),
        (
            "cards.toml",
            'effect = "capacity"\nunits = 3\n',
            'effect = "capacity"\nunits = 3\n\n[[card.event]]\neffect = "capacity"\nunits = 4\n',
            "card K8, The Great Fleet: it has two effects of the same moment",
        ),
    ],
)
def test_mistakes_are_named_with_file_line_and_field(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(KitError, match=message) as caught:
        Hawaii(overlaid(tmp_path, file, old, new))
    assert file in str(caught.value)
    assert ", line " in str(caught.value)


def test_a_kit_of_ones_own_changes_the_game(tmp_path: Path) -> None:
    shutil.copy(KIT / "brt.toml", tmp_path)
    kit = overlaid(tmp_path, "cards.toml", "fleet = 1", "fleet = 3")
    assert Hawaii(kit).cat.cards[0].fleet == 3
    assert Hawaii(kit).kit.digest != GAME.kit.digest


@pytest.mark.rule("hawaii:8.1", "hawaii:8.2")
@pytest.mark.parametrize(
    ("event", "die", "moves"), [("moves = 2", 0, 4), ("moves = -5\ndie = [6]", 6, 0), ("moves = -5\ndie = [6]", 1, 2)]
)
def test_a_card_of_ones_own_is_composed_of_effects(tmp_path: Path, event: str, die: int, moves: int) -> None:
    old = 'text = "Roll a die. 1-2: Kauaʻi joins you. 3-5: nothing. 6: it joins the Allied Chiefs."'
    text = (KIT / "cards.toml").read_text(encoding="utf-8")
    start = text.index(old)
    end = text.index("[[card]]", start)
    card = f'source = "reconstruction"\n\n[[card.event]]\neffect = "fleet"\n{event}\n\n'
    (tmp_path / "cards.toml").write_text(text[:start] + card + text[end:], encoding="utf-8")
    game = Hawaii(tmp_path)
    from kemu.core.frames import Step, settle

    state = position("card", K, kona="k-kam k-c1", waikiki="a-kal")
    step = Step(state)
    settle(game, step)
    state, _ = game.apply(step.state, ("K6",))
    if die:
        state, _ = game.apply(state, (die,))
    else:
        assert [game.notation(option) for option in game.pending(state).options] == ["use k6", "decline k6"]  # type: ignore[union-attr]
        declined, _ = game.apply(state, game.pending(state).options[1])  # type: ignore[union-attr]
        assert declined.fleet == 2
        state, _ = game.apply(state, game.pending(state).options[0])  # type: ignore[union-attr]
    assert state.fleet == moves


def test_a_recruit_of_the_other_side_is_answered_with_what_this_side_recruits(tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        Hawaii(overlaid(tmp_path, "cards.toml", '"k-van once"', '"a-bro once"'))
    _, _, can = str(caught.value).partition("it can recruit ")
    names = can.split(", ")
    assert {"leader", "warriors", "special", "k-van"} <= set(names)
    assert not [name for name in names if name.startswith(("a-", "x-")) or name == "earth"]


@pytest.mark.rule("hawaii:R42")
@pytest.mark.parametrize(
    ("old", "new"), [('needs = ["a-thu"]', 'needs = ["a-w1"]'), ('["a-bro"]', '["a-w1", "a-bro"]')]
)
def test_a_counter_that_a_card_names_is_equal_to_no_other(tmp_path: Path, old: str, new: str) -> None:
    cat = Hawaii(overlaid(tmp_path, "cards.toml", old, new)).cat
    one, two = cat.index["a-w1"], cat.index["a-w2"]
    assert CAT.alike[one] >> two & 1
    assert cat.distinct(1 << one | 1 << two) == [one, two]


def test_a_game_of_one_month_is_played_by_who_looks_at_the_value_of_positions(tmp_path: Path) -> None:
    game = Hawaii(
        overlaid(tmp_path, "setups.toml", 'last = "November"\nfixed = [1, 2]', 'last = "January"\nfixed = [1]')
    )
    state = game.start(Settings(length="long"))
    assert game.cat.last["long"] == 1
    assert all(-1.0 <= value <= 1.0 for value in valued(state, game))
