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

    shortens("bal", "balance"), shortens("acct", "account"), shortens("rte", "route") and
    shortens("cst", "cost") are true: the beginning, letters in their order of which none behind the
    first is a vowel, but for the last of both, or the first letter and all consonants.
    """
    if part[0] != word[0] or not word.isalpha():
        return False
    if word.startswith(part):
        return len(part) >= 3 and len(word) >= len(part) + _LEFT_OUT
    if len(word) > len(part) and part == word[0] + "".join(c for c in word[1:] if not _vowels(c)):
        return True
    # Words of their own begin with a vowel where they end with one: "age" is no "average".
    ends = part[-1] == word[-1] and not _vowels(part[0])
    inner = part[1:-1] if ends else part[1:]
    if len(part) == 2 or _vowels(inner) or len(word) < len(part) + 2:
        return False
    return _in_order(part, word)


def _vowels(letters: str) -> bool:
    return any(letter in _VOWELS for letter in letters)


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
