"""Triples as text: YAML by head, or one triple a line (Retrieval & Reasoning, section 3.3).

YAML writes a head once, and a relation once for each head; that is what it saves. It is written
and read here without a YAML library; any YAML parser reads the same from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from steiner.errors import InvalidInput

Triples = Iterable[tuple[str, str, str]]

_RESERVED = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])
_PLAIN = re.compile(r"[^\W\d_]|\d.*\s.*[^\W\d_]{2}")
"""How a text begins that is neither a mark, a number nor a date: a letter, or "12 Angry Men"."""
_ESCAPED = re.compile(r"\\(?:U([0-9a-f]{8})|(.)([0-9a-f]{4})?)", re.DOTALL)


def linear(triples: Triples) -> str:
    """Write `(head, relation, tail)`, one triple a line, each once, in the order given."""
    return "\n".join(f"({', '.join(triple)})" for triple in dict.fromkeys(triples))


def yaml(triples: Triples) -> str:
    """Write heads, below each its relations, below each the list of its tails.

    All stand in the order in which they first come; only what a YAML parser would misread is
    quoted (numbers, "yes", ": ", "- "). YAML allows no head or relation over 1,024 characters.

        (Heat, has genre, Crime), (Heat, has genre, Drama):

        Heat:
          has genre:
            - Crime
            - Drama
    """
    heads: dict[str, dict[str, dict[str, None]]] = {}
    for head, relation, tail in triples:
        heads.setdefault(head, {}).setdefault(relation, {})[tail] = None
    lines: list[str] = []
    for head, relations in heads.items():
        lines.append(f"{scalar(head)}:")
        for relation, tails in relations.items():
            lines.append(f"  {scalar(relation)}:")
            lines += [f"    - {scalar(tail)}" for tail in tails]
    return "\n".join(lines)


def read_yaml(text: str) -> list[tuple[str, str, str]]:
    """Read the triples that `yaml` wrote, in its order.

    Raises InvalidInput with the number of the first line that is no head, relation or tail.
    """
    triples: list[tuple[str, str, str]] = []
    keys: list[str] = []
    # Not splitlines: a name may hold what Python takes for the end of a line.
    for number, line in enumerate(text.split("\n"), 1):
        level, rest = _level(line)
        if level == 2 and len(keys) == 2 and rest.startswith("- "):
            triples.append((keys[0], keys[1], _read(rest[2:])))
        elif 0 <= level <= len(keys) and level < 2 and rest.endswith(":") and len(rest) > 1:
            keys[level:] = [_read(rest[:-1])]
        elif rest:
            raise InvalidInput(
                f"Line {number} of the YAML: expected `head:`, `  relation:` or `    - tail`, got "
                f"{line[:80]!r}. Write it with steiner.textualise.triple_texts.yaml."
            )
    return triples


def scalar(text: str) -> str:
    """Return a text as YAML: as it is where every parser reads it so, quoted otherwise."""
    plain = (
        _PLAIN.match(text)
        and text.isprintable()
        and text.casefold() not in _RESERVED
        and not text.endswith((":", " "))
        and ": " not in text
        and " #" not in text
    )
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    # YAML allows fewer characters as they are than JSON, and needs eight digits beyond four.
    return "".join(c if c.isprintable() else _escape(ord(c)) for c in written)


def _escape(point: int) -> str:
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def _level(line: str) -> tuple[int, str]:
    """Return how deep a line stands, -1 for an odd indentation, and the line without it."""
    rest = line.lstrip(" ").rstrip("\r")
    indent = len(line.rstrip("\r")) - len(rest)
    return (-1 if indent % 2 else indent // 2), rest


def _read(written: str) -> str:
    if not (len(written) > 1 and written[0] == written[-1] == '"'):
        return written
    return _ESCAPED.sub(_unescaped, written[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    long, mark, short = match.groups()
    if long:
        return chr(int(long, 16))
    if mark == "u" and short:
        return chr(int(short, 16))
    plain = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(mark, mark)
    return plain + (short or "")
