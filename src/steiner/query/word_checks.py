"""What holds of any query that reads a question: nothing of the words is lost, nothing added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Bound, Query, QueryLink
from steiner.query.asked_checks import asked
from steiner.query.composing.lattice import Lattice
from steiner.query.lost_words import lost
from steiner.query.word_fit import fit

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|except|excluding|besides|apart\s+from|aside\s+from|other\s+than|"
    r"lacks?|lacking|outside)\b|n['’]t\b"
)
_OR = re.compile(
    r"\b(?:or|either)\b(?!\s+(?:more|less|above|below|over|under|later|earlier|fewer|higher|lower|not)\b)"
)
_QUANTIFIERS = re.compile(
    r"\b(?:only|every|all\s+(?:of\s+)?(?:their|its|his|her)|always|both|themselves|respectively|"
    r"twice\s+as|half|ratio|percent\w*|share|difference|median|similar|directly|indirectly|"
    r"consecutive|alone|exclusively|first\s+(?:half|quarter)|last\s+(?:year|month|week)|"
    r"(?:this|next)\s+(?:year|month|week)|ago|today|yesterday|currently)\b"
)
_UN = re.compile(r"\b(?:un|in|non|dis)\w+")


def checks(query: Query, looked: Lattice) -> dict[str, float]:
    """Return, by name, how much of the question's words a query leaves out or makes up.

    0 is nothing wrong. Each holds for whoever proposed the query: rules, composition, a model.
    """
    bounds = [b for part in query.parts() for b in part.bounds]
    links = [link for part in query.parts() for link in part.links]
    return {
        **_logic(query, looked.text.casefold(), bounds, links),
        **asked(query, looked, bounds, links),
        **lost(query, looked, bounds, links),
        **fit(looked, query),
        "links": float(len(links)),
        "conditions": float(len(bounds)),
    }


def _logic(
    query: Query, text: str, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Compare the denials, alternatives and quantifiers of a question with those of a query."""
    denied = sum(b.negated or b.operator in ("missing", "<>") or b.value is False for b in bounds)
    denied += sum(link.negated or ("=", 0) in link.count for link in links)
    denies, or_ = bool(_DENIAL.search(text)), bool(_OR.search(text))
    joins = bool(query.either) or any(b.operator == "in" for b in bounds)
    return {
        "denial lost": float(denies and not denied),
        "denial made up": float(bool(denied) and not denies and not _UN.search(text)),
        "or lost": float(or_ and not joins and query.order is None),
        "or made up": float(bool(query.either) and not or_),
        "quantifier": float(bool(_QUANTIFIERS.search(text))),
    }
