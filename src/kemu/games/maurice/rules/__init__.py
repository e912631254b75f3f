"""What may happen: one module a chapter of the rulebook, or a part of one."""
