"""Short forms that names of a schema are made of, told by their letters: bal, categ, acct, nm."""

from __future__ import annotations

_VOWELS = frozenset("aeiou")
_LEFT_OUT = 3
"""Letters that a word has at least beyond the beginning that stands for it."""


def is_short(part: str) -> bool:
    """Say whether a part of a name may be a short form: a few letters, or hardly a vowel."""
    return part.isalpha() and (3 <= len(part) <= 5 or (len(part) == 2 and not _vowels(part)))


def shortens(part: str, word: str) -> bool:
    """Say whether a part of a name is a short form of a word.

    shortens("bal", "balance"), shortens("acct", "account") and shortens("nm", "name") are true:
    the beginning, letters in their order without a vowel behind the first, or of two letters the
    first and all consonants.
    """
    if part[0] != word[0] or not word.isalpha():
        return False
    if word.startswith(part):
        return len(part) >= 3 and len(word) >= len(part) + _LEFT_OUT
    if _vowels(part[1:]) or len(word) < len(part) + 2:
        return False
    if len(part) == 2:
        return part == word[0] + "".join(c for c in word[1:] if c not in _VOWELS)
    return _in_order(part, word)


def _vowels(letters: str) -> bool:
    return any(letter in _VOWELS for letter in letters)


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
