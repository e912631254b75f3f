"""What a player can do at the table besides moving: ask why, undo, resign, agree, look back, read the rules, talk."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from browser.table import (
    PHONE,
    after,
    choose,
    open_table,
    pieces,
    play_to_the_end,
    ply,
    seat_link,
    settle,
    shoot,
    sit_at_both,
    state,
    type_move,
)
from kemu import Table
from kemu.core.rng import QuickRng

Visit = Callable[..., Page]


def play(page: Page, *notations: str) -> None:
    for notation in notations:
        settle(page)
        before = ply(page)
        type_move(page, notation)
        after(page, before)


def test_a_click_on_a_stone_says_why_not_with_the_clause(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    play(page, "f6", "d4")
    settle(page)
    page.locator(".piece[data-id*=d4]").click()
    notice = page.locator(".notice.refusal")
    expect(notice).to_contain_text("stone lies on d4")
    assert ply(page) == 2
    notice.locator(".clause").click()
    expect(page.locator(".rule.asked")).to_be_focused()
    expect(page.locator(".rule.asked")).to_contain_text("C.3")


def test_a_place_that_is_not_open_says_why_not(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    # At the first decision only the hollows in the circle are open.
    page.locator(".zone[data-id=hollow-c1]").click()
    expect(page.locator(".notice.refusal")).to_contain_text("outside the white circle")
    assert ply(page) == 0


def test_keys_reach_what_is_not_allowed_and_say_why(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    page.locator(".target[tabindex='0']").focus()
    for _ in range(6):
        page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".notice.refusal")).not_to_be_empty()
    assert ply(page) == 0


def test_a_typed_move_that_is_not_legal_says_why_not(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    type_move(page, "c1")
    expect(page.locator(".notice.refusal")).to_contain_text("outside the white circle")
    type_move(page, "f6")
    after(page, 0)
    expect(page.locator(".notice.refusal")).to_have_count(0)


def a_game_with_an_undo() -> list[str]:
    """Return moves, by notation, after which the last one can be taken back."""
    for seed in range(400):
        table = Table("moeraki", {"variant": "master"}, seed=seed)
        rng, moves = QuickRng(seed), list[str]()
        while table.outcome is None and len(moves) < 40:
            if moves and table.can_undo() is None:
                return moves
            action = table.pending.pick(rng)  # type: ignore[union-attr]
            moves.append(table.game.notation(action))
            table.play(action)
    raise AssertionError("no game with an undo found")


def test_undo_takes_the_last_choice_back(visit: Visit, server: str) -> None:
    moves = a_game_with_an_undo()
    page = visit(server)
    sit_at_both(page, variant="master")
    play(page, *moves[:-1])
    settle(page)
    before = pieces(page)
    play(page, moves[-1])
    settle(page)
    assert pieces(page) != before
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.now) === n", arg=len(moves) - 1)
    page.wait_for_function("(n) => document.querySelectorAll('.piece:not(.leaving)').length === n", arg=len(before))
    assert pieces(page) == before
    assert state(page) == "yours"


def test_no_key_acts_on_the_live_game_while_one_looks_at_the_past(visit: Visit, server: str) -> None:
    moves = a_game_with_an_undo()
    page = visit(server)
    sit_at_both(page, variant="master")
    play(page, *moves)
    settle(page)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.locator(".board-window").focus()
    page.keyboard.press(",")
    expect(page.locator(".table")).to_have_attribute("data-state", "past")
    for act in (lambda: page.keyboard.press("u"), lambda: page.keyboard.press("h"), lambda: type_move(page, moves[-1])):
        act()
        expect(page.locator(".notice.refusal")).to_contain_text("looking at the past")
        page.locator(".notice.refusal").get_by_role("button", name="Close").click()
        page.locator(".board-window").focus()
    page.wait_for_timeout(300)
    assert page.locator(".table").get_attribute("data-now") == str(len(moves))
    assert state(page) == "past"


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("hawaii", ("kamehameha", "allied")),
        pytest.param("moeraki", ("black", "white"), marks=pytest.mark.slow),
    ],
)
def test_the_last_move_is_marked_also_after_a_reload(
    visit: Visit, server: str, game: str, seats: tuple[str, str]
) -> None:
    opened = open_table(server, {seats[0]: {"kind": "you"}, seats[1]: {"kind": "computer", "level": "beginner"}}, game)
    page = visit(seat_link(server, opened, seats[0]))
    rng = random.Random(2)
    marked = ".last-moved, .below [data-layer^=last] *, .above [data-layer^=last] *"
    for _ in range(6):
        settle(page)
        choose(page, rng)
    settle(page)
    expect(page.locator(marked).first).to_be_attached()
    ids = "(all) => all.map((one) => one.dataset.of ?? '').sort()"
    before = page.locator(marked).evaluate_all(ids)
    page.reload()
    expect(page.locator(marked)).to_have_count(len(before))
    assert page.locator(marked).evaluate_all(ids) == before


def marked(page: Page) -> list[str]:
    """The ids of the pieces that are marked as moved last."""
    return page.locator(".last-moved").evaluate_all("(all) => all.map((one) => one.dataset.of).sort()")


def test_what_makes_room_is_not_marked_and_undo_marks_the_move_before(visit: Visit, server: str) -> None:
    page = visit(server)
    page.locator(".game-card a[href$='/hawaii']").click()
    for seat in ("kamehameha", "allied"):
        page.locator("label", has=page.locator(f"input[name=seat-{seat}][value=you]")).click()
    page.get_by_role("button", name="Start the game").click()
    rng = random.Random(4)
    steps: list[list[str]] = []
    for _ in range(12):
        settle(page)
        choose(page, rng)
        settle(page)
        moved = marked(page)
        # One answer moves one counter, or a canoe with what it carries; a space's other counters only make room.
        assert len(moved) <= 5, moved
        before = ply(page)
        undo = page.locator(".take-back[data-may='undo']:not([disabled])")
        if steps and moved != steps[-1] and undo.count():
            undo.click()
            page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.ply) < n", arg=before)
            expect(page.locator(".last-moved")).to_have_count(len(steps[-1]))
            assert marked(page) == steps[-1]
            return
        steps.append(moved)
    raise AssertionError("nothing could be undone")


def test_the_newest_line_of_the_log_is_in_sight_also_where_the_last_choice_told_nothing(
    visit: Visit, server: str
) -> None:
    seats = {"kamehameha": {"kind": "you"}, "allied": {"kind": "computer", "level": "beginner"}}
    opened = open_table(server, seats, "hawaii")
    page = visit(seat_link(server, opened, "kamehameha"))
    rng = random.Random(2)
    silent = 0
    for _ in range(30):
        if settle(page) == "over" or silent:
            break
        choose(page, rng)
        settle(page)
        lines = page.locator(".log li")
        newest = page.locator(".log li .log-ply").last.inner_text() if lines.count() else ""
        if lines.count() > 12 and newest != str(ply(page)):
            silent += 1
            page.reload()
            settle(page)
            expect(page.locator(".log li").last).to_be_in_viewport(ratio=0.9)
            expect(page.locator(".log li.here").last).to_have_text(page.locator(".log li").last.inner_text())
    assert silent, "every choice was told of: choose another seed"


def test_resigning_asks_first_and_then_ends_the_game(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    page.get_by_role("button", name="Resign").click()
    # Both sit at this screen: it is said who would resign.
    expect(page.locator("dialog.resign")).to_contain_text("Resign this game for Black?")
    page.get_by_role("button", name="Keep playing").click()
    assert state(page) == "yours"
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog.resign .danger").click()
    assert settle(page) == "over"
    expect(page.locator(".prompt")).to_contain_text("Victory for White")
    expect(page.locator(".prompt")).to_contain_text("resigns")


def test_two_at_one_screen_agree_on_a_draw(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    settle(page)
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("button", name="Offer a draw")).to_be_enabled()
    expect(page.locator(".notice.refusal")).to_have_count(0)
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name="Accept").click()
    assert settle(page) == "over"
    expect(page.locator(".prompt-who")).to_contain_text("A draw")


def test_a_draw_is_offered_declined_offered_and_accepted(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    settle(black)
    black.get_by_role("button", name="Offer a draw").click()
    expect(white.get_by_role("button", name="Decline")).to_be_visible()
    for page in (black, white):
        expect(page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    white.get_by_role("button", name="Decline").click()
    expect(black.get_by_role("button", name="Offer a draw")).to_be_enabled()
    expect(black.get_by_text("Your offer of a draw was declined.")).to_be_visible()
    white.get_by_role("button", name="Offer a draw").click()
    black.get_by_role("button", name="Accept").click()
    assert settle(white) == "over"
    expect(black.locator(".prompt-who")).to_contain_text("A draw")


def test_an_answer_that_comes_late_takes_no_offer_from_the_table(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat), lenient=True) for seat in ("black", "white"))
    settle(black)
    held: list[tuple[Route, APIResponse]] = []
    black.route(f"**/api/tables/{opened['table']}", lambda route: held.append((route, route.fetch())))
    late = {"code": "stale", "reason": "Asked too late."}
    black.route("**/answers", lambda route: route.fulfill(status=409, json=late))
    black.locator(".target").first.click()  # who is told that he is late asks how the table stands
    while not held:
        black.wait_for_timeout(20)
    white.get_by_role("button", name="Offer a draw").click()
    expect(black.get_by_role("button", name="Decline")).to_be_visible()
    held[0][0].fulfill(response=held[0][1])
    expect(black.get_by_role("button", name="Resign")).to_be_enabled()  # the answer has come, and was understood
    expect(black.get_by_role("button", name="Decline")).to_be_visible(timeout=1)


def test_a_hint_marks_one_of_the_choices(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".target.hinted")).to_have_count(1)
    expect(page.locator(".notice.hint")).to_contain_text("ball")
    shoot(page, "hint")


def test_the_scrubber_walks_through_the_game_while_it_runs(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    rng = random.Random(3)
    counts = [len(pieces(page))]
    for _ in range(6):
        settle(page)
        choose(page, rng)
        counts.append(len(pieces(page)))
    settle(page)
    bar = page.get_by_role("slider", name="Replay")
    bar.focus()
    for key, moment in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", 6), ("ArrowLeft", 5)):
        page.keyboard.press(key)
        page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.ply) === n", arg=moment)
        page.wait_for_function(
            "(n) => document.querySelectorAll('.piece:not(.leaving)').length === n", arg=counts[moment]
        )
        assert (state(page) == "past") == (moment < 6)
    assert page.locator(".target").count() == 0
    shoot(page, "past")
    page.locator(".banner.past button").click()
    assert settle(page) == "yours"
    expect(page.locator(".target").first).to_be_attached()


def test_a_move_elsewhere_does_not_tear_a_reader_from_the_past(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    play(black, "f6")
    play(white, "e5")
    white.locator(".log-line").first.click()
    white.wait_for_function("() => document.querySelector('.table').dataset.ply === '1'")
    play(black, "c3")
    after(white, 2)
    assert (state(white), ply(white), len(pieces(white))) == ("past", 1, 1)
    white.get_by_role("button", name="Back to now").first.click()
    assert settle(white) == "yours"
    assert len(pieces(white)) == 3


def test_the_log_leads_to_moments_and_clauses(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    play(page, "f6", "c3", "d4")
    page.locator(".log-line", has_text="c3").click()
    page.wait_for_function("() => document.querySelector('.table').dataset.ply === '2'")
    page.locator(".log li", has_text="ball").locator(".clause").click()
    expect(page.locator(".rule.asked .rule-id")).to_contain_text("B.2")


def test_the_rules_are_searched_and_say_what_is_a_ruling(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    page.get_by_role("tab", name="Rules").click()
    page.wait_for_selector(".chapter")
    whole = page.locator(".rule").count()
    expect(page.locator(".rule").first).to_be_hidden()
    page.locator(".chapter summary", has_text="How a game ends").click()
    expect(page.locator(".rule", has_text="Tahuna").first).to_be_visible()
    page.get_by_label("Search the rules").fill("ruling")
    page.wait_for_function("(n) => document.querySelectorAll('.rule').length < n", arg=whole)
    assert page.locator(".rule").count() >= 1
    expect(page.locator(".rule .label", has_text="Ruling").first).to_be_visible()
    page.get_by_label("Search the rules").fill("places the first ball")
    expect(page.locator(".rule code", has_text="first").first).to_be_visible()
    assert "`" not in page.locator(".rules").first.inner_text()
    page.get_by_label("Search the rules").fill("zzz")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()


def test_a_finished_game_is_shared_kept_and_proved(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)
    page.get_by_role("tab", name="Table").click()
    commitment = page.locator(".proof code").first.inner_text()
    assert page.locator(".proof dt", has_text="Secret").count() == 0
    page.get_by_role("tab", name="Log").click()
    play_to_the_end(page, seed=5)
    expect(page.locator(".prompt .means")).not_to_be_empty()
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download the record").click()
    record = kept.value.path().read_text().splitlines()
    assert commitment in record[0]
    # The commitment, two salts, the secret.
    expect(page.locator(".proof code")).to_have_count(4)
    assert page.locator(".proof code").last.inner_text() in record[-1]
    assert all(page.locator(".proof code").nth(n).inner_text() in record[0] for n in (1, 2))
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Picture of this position").click()
    assert drawn.value.path().read_bytes().startswith(b"\x89PNG")
    link = page.get_by_label("Link to this game").input_value()
    guest = visit(link)
    assert settle(guest) == "over"
    assert pieces(guest) == pieces(page)


def test_seats_chat_and_spectators_read(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    watcher = visit(f"{server}/t/{opened['table']}")
    for page in (black, white, watcher):
        page.wait_for_selector(".table")
    black.get_by_role("tab", name="Chat").click()
    black.get_by_label("Say something").fill("Kia ora!")
    black.keyboard.press("Enter")
    expect(black.locator(".chat li")).to_contain_text("Kia ora!")
    expect(white.get_by_role("tab", name="Chat")).to_contain_text("1")
    watcher.get_by_role("tab", name="Chat").click()
    expect(watcher.locator(".chat li")).to_contain_text("Kia ora!")
    assert watcher.get_by_label("Say something").count() == 0


def test_long_words_and_names_do_not_widen_a_phone(visit: Visit, server: str) -> None:
    seats = {"black": {"kind": "you", "name": "W" * 40}, "white": {"kind": "friend", "name": "m" * 40}}
    opened = open_table(server, seats)
    page = visit(seat_link(server, opened, "white"), **PHONE)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("w" * 200)
    page.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_have_count(1)
    shoot(page, "long-words")
    # On a phone the window's inner width grows along with what is too wide: it is held to the screen's.
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_whoever_cannot_store_anything_sits_at_his_own_table(visit: Visit, server: str) -> None:
    page = visit(server)
    page.add_init_script("Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('no') } })")
    page.reload()
    page.locator(".game-card a[href$='/moeraki']").click()
    page.get_by_role("button", name="Start the game").click()
    assert settle(page) == "yours"


def test_an_invitation_from_this_machine_alone_says_so(visit: Visit, server: str) -> None:
    page = visit(server)
    page.locator(".game-card a[href$='/moeraki']").click()
    page.locator("label", has=page.locator("input[name=seat-white][value=friend]")).click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".invite")).to_contain_text("works only on this machine")


@pytest.mark.parametrize(
    "game", ["moeraki", *(pytest.param(game, marks=pytest.mark.slow) for game in ("hawaii", "siege"))]
)
def test_the_computer_sits_down_with_the_same_strength_in_any_seat(visit: Visit, server: str, game: str) -> None:
    page = visit(f"{server}/#/new/{game}")
    seats = page.locator("fieldset.seat")
    expect(seats).to_have_count(2)
    first, second = seats.all()
    usual = second.locator("select").input_value()
    first.locator("label", has=page.locator("input[value=computer]")).click()
    expect(first.locator("select")).to_have_value(usual)


def test_title_and_icon_say_whose_turn_it_is(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    settle(black)
    white.wait_for_selector(".table")
    expect(black).to_have_title(re.compile("Your move"))
    assert "Your move" not in white.title()
    expect(white.locator("#favicon")).to_have_attribute("href", "/favicon.svg")
    play(black, "f6")
    settle(white)
    expect(white).to_have_title(re.compile("Your move"))
    expect(white.locator("#favicon")).to_have_attribute("href", "/favicon-turn.svg")
    assert "#" not in black.url, "the seat's secret must leave the address bar"


def test_the_board_zooms_and_moves_by_wheel_and_keys(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page)

    def box() -> list[float]:
        return [float(part) for part in (page.locator(".board-window svg").get_attribute("viewBox") or "").split()]

    whole = box()
    page.locator(".board-window").hover()
    for _ in range(4):
        page.mouse.wheel(0, -120)
    page.wait_for_function(
        "(w) => document.querySelector('.board-window svg').getAttribute('viewBox').split(' ')[2] < w", arg=whole[2] / 2
    )
    near = box()
    page.locator(".board-window").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert box()[0] > near[0]
    page.keyboard.press("0")
    assert box() == pytest.approx(whole)
    page.keyboard.press("+")
    assert box()[2] < whole[2]


def test_an_unknown_table_says_so(visit: Visit, server: str) -> None:
    page = visit(f"{server}/t/AAAAAAAAAAAAAAAA", lenient=True)
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()


def test_an_address_without_a_page_says_so_and_leads_to_the_games(visit: Visit, server: str) -> None:
    page = visit(f"{server}/nonsense", lenient=True)
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.locator(".game-picture").first).to_be_visible()


def test_pictures_that_have_not_come_hold_nobody_up_on_the_next_page(visit: Visit, server: str) -> None:
    page = visit(server)
    page.route("**/picture.svg", lambda route: None)
    with page.expect_request("**/picture.svg"):
        page.reload(wait_until="commit")
    with page.expect_event("requestfailed", lambda request: "picture.svg" in request.url):
        page.locator(".game-card a[href$='/moeraki']").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_nothing_is_offered_for_a_board_that_has_not_come(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    page = visit(server)
    held: list[Route] = []
    page.route("**/api/bases/*", lambda route: held.append(route))
    page.goto(seat_link(server, opened, "black"))
    page.wait_for_selector(".table[data-state=yours]")
    while not held:
        page.wait_for_timeout(20)
    # A button for each place of the board would come, and go again under the mouse.
    assert page.locator(".acts .choices button").count() == 0
    held[0].continue_()
    expect(page.locator(".target").first).to_be_attached()
