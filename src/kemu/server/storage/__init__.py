"""Storage: one row a game, one row an entry of its record. Everything else can be rebuilt from them."""

from __future__ import annotations

from .database import Busy, Database

__all__ = ["Busy", "Database"]
