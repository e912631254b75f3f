"""Opponents: programs that answer decisions. They see views and work on redeals, so they cannot cheat."""

from __future__ import annotations

from .player import Player, consult
from .specs import REGISTER, make_player, player_maker

__all__ = ["REGISTER", "Player", "consult", "make_player", "player_maker"]
