"""Chances of battles: exact, sampled, and what recorded games say of the balance."""
