"""What holds of any query that reads a question: nothing of the words is lost, nothing added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Bound, Query, QueryLink
from steiner.query.checks.added_parts import added
from steiner.query.checks.asked_checks import asked
from steiner.query.checks.lost_words import lost
from steiner.query.checks.unexplained_words import unexplained
from steiner.query.checks.word_fit import fit
from steiner.query.composing.words.lattice import Lattice
from steiner.query.english.asking_words import LEVELS

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|except|excluding|besides|apart\s+from|aside\s+from|other\s+than|"
    r"lacks?|lacking|outside|non(?=[-\s]))\b|n['’]t\b"
)
_OR = re.compile(
    r"\b(?:or|either)\b(?!\s+(?:more|less|above|below|over|under|later|earlier|fewer|higher|lower|not)\b)"
)
_QUANTIFIERS = {
    "only": r"only|alone|exclusively|always|all\s+(?:of\s+)?(?:their|its|his|her)|themselves",
    "every": r"every|respectively|both",
    "share": r"half|ratio|percent\w*|share",
    "arithmetic": r"twice\s+as|difference|median|similar|consecutive",
    "relative day": r"(?:this|last|next)\s+(?:year|month|week)|ago|today|yesterday|currently|"
    r"(?:first|last)\s+(?:half|quarter)",
}
_QUANTIFYING = {name: re.compile(rf"\b(?:{said})\b") for name, said in _QUANTIFIERS.items()}
_LEVELS = re.compile(LEVELS)
_UN = re.compile(r"\b(?:un|in|non|dis)\w+")


def checks(query: Query, looked: Lattice) -> dict[str, float]:
    """Return, by name, how much of the question's words a query leaves out or makes up.

    0 is nothing wrong. Each holds for whoever proposed the query: rules, composition, a model.
    """
    bounds = [b for part in query.parts() for b in part.bounds]
    links = [link for part in query.parts() for link in part.links]
    return {
        **_logic(query, looked.folded, bounds, links),
        **asked(query, looked, bounds, links),
        **lost(query, looked, bounds, links),
        **fit(looked, query),
        **unexplained(looked, query),
        **added(query, looked, bounds),
        "links": float(len(links)),
        "conditions": float(len(bounds)),
    }


def _logic(
    query: Query, text: str, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Compare the denials, alternatives and quantifiers of a question with those of a query."""
    kept = {str(b.value) for b in bounds if not b.negated}
    # "The same street as Ann" is denied of Ann herself, who is not among those that share it.
    own = [b for b in bounds if not (b.negated and b.operator == "=" and str(b.value) in kept)]
    denied = sum(b.negated or b.operator in ("missing", "<>") or b.value is False for b in own)
    denied += sum(link.negated or ("=", 0) in link.count for link in links)
    denies, or_ = bool(_DENIAL.search(text)), bool(_OR.search(text))
    joins = bool(query.either) or any(b.operator == "in" for b in bounds)
    quantified = {name: float(bool(said.search(text))) for name, said in _QUANTIFYING.items()}
    quantified["only"] *= not any(link.negated for link in links)
    return {
        "denial lost": float(denies and not denied),
        "denial made up": float(bool(denied) and not denies and not _UN.search(text)),
        "or lost": float(or_ and not joins and query.order is None),
        "or made up": float(bool(query.either) and not or_),
        "levels lost": float(bool(_LEVELS.search(text)) != any(k.steps > 1 for k in links)),
        "denials lost": float(max(0, len(_DENIAL.findall(text)) - max(denied, 1) - _paired(text))),
        "denial inside": float(any(_denies_inside(link, links) for link in links)),
        **quantified,
    }


def _denies_inside(link: QueryLink, links: Sequence[QueryLink]) -> bool:
    """Say whether a denied link leaves what another one of its type has led on from.

    Of who has a set at Oslo and none at Bern no set at Oslo is one at Bern: that denies nothing.
    """
    near = min(link.source, link.target)
    others = (o for o in links if o is not link and not o.negated and o.types == link.types)
    return link.negated and near > 0 and any(min(o.source, o.target) == near for o in others)


def _paired(text: str) -> int:
    """Return how many denials only go on with one: "neither … nor", "no … at all"."""
    return len(re.findall(r"\bnor\b", text))
