"""Quoted text in OBO, functional syntax and Manchester syntax, as parts of regular expressions.

A backslash takes the meaning from the character after it.
"""

QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*"'
QUOTED_OR_OPEN = r'"[^"\\]*(?:\\(?:.|\Z)[^"\\]*)*(?:"|\Z)'
"""Text that is never closed reaches to the end. A pattern that fails on it would try again at every escaped mark in it,
in time that grows with the square of its length."""
