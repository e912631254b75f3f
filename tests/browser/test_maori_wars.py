"""Maori Wars in the browser: the part of the island where the war is, and what is shown on demand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.table import PHONE, open_table, seat_link, settle

BOTH = {"british": {"kind": "you"}, "maori": {"kind": "you"}}


def test_a_phone_is_shown_the_designated_area_first(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"), **PHONE)
    settle(page)
    expect(page.locator(".board-window.zoomed")).to_be_visible()
    window, town = page.locator(".board-window").bounding_box(), page.locator(".zone[data-id='1417']").bounding_box()
    assert window is not None
    assert town is not None
    assert window["x"] < town["x"] < window["x"] + window["width"] - town["width"]
    assert window["y"] < town["y"] < window["y"] + window["height"] - town["height"]
    assert town["width"] > 18
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".board-window.zoomed")).to_have_count(0)


def test_territories_are_shown_on_demand(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"))
    settle(page)
    lands = page.locator("[data-layer='lands']")
    expect(lands).to_have_count(0)
    page.locator("summary", has=page.locator("svg.sign")).and_(page.get_by_label("Show on the board")).click()
    page.get_by_role("button", name="Territories").click()
    expect(lands).to_have_count(1)
    page.get_by_role("button", name="Territories").click()
    expect(lands).to_have_count(0)
