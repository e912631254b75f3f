"""Exact chances before something is risked."""
