"""The rules of Hawaii, 1795: one module a chapter of the rulebook, or a part of one."""
