"""Raises the version of a game's rules in whatever process imports it, as a later release would have it."""

from __future__ import annotations

from kemu.games.moeraki import MoerakiKemu

MoerakiKemu.rules_version += 1
