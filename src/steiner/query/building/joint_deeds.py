"""What somebody does together with another: "who acted with Ann" is in a film that she is in."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.query.building.query_graph import QueryGraph
from steiner.query.naming.values.linked_values import Value

_WITH = r"(?:with|alongside)"
_BEFORE = re.compile(rf"\b{_WITH}\W+(?:the\W+)?$", re.IGNORECASE)
"""Right before who does it, too: "who acted with Ann"."""
_ASKED_WITH = re.compile(
    rf"^\W*(?:(?:together|along)\W+)?{_WITH}\W+(?:whom|who|which|what)\b"
    rf"|^\W*(?:whom?|which|what)\b.*\b{_WITH}\W*$",
    re.IGNORECASE,
)
"""Who it was done with is asked for: "with whom did Ann act", "who did Ann act with"."""


def join_deed(built: QueryGraph, value: Value, label: str, negated: bool) -> bool:
    """Link somebody to another of the kind by what both of them did.

    "Who acted with Ann": (who)-ACTED_IN->(a film)<-ACTED_IN-(Ann). Where a type joins two of a
    kind, it says by itself who is with whom.
    """
    said = _BEFORE.search(built.text[: value.start])
    doer = _doer(built, label)
    if doer is None or not (said or _ASKED_WITH.search(built.text)):
        return False
    number = _deed(built, doer, negated)
    if number is None:
        return False
    done, shared = built.links[number], built.far(number)
    back = SchemaHop(done.types[0], done.source != doer, label)
    built.link(shared, back, False, None, done.types)
    built.others[built.current] = doer
    if said:
        built.used.append((said.start(), value.start))
    return True


def _doer(built: QueryGraph, label: str) -> int | None:
    """Return the last variable of a label that no name is known of."""
    named = {bound.property.owner for bound in built.bounds if bound.operator == "="}
    own = [i for i, known in enumerate(built.labels) if known == label]
    return next((i for i in reversed(own) if Owner(i) not in named), None)


def _deed(built: QueryGraph, doer: int, negated: bool) -> int | None:
    """Return the link from somebody to what they do: that of a verb, or their last one."""
    for verb, type in reversed(built.waiting):
        if hop := _shared(built, doer, type.lstrip("!")):
            built.waiting = []
            number = built.link(doer, hop, negated or type.startswith("!"))
            built.places[verb.start, verb.end] = Owner(number, True)
            return number
    done = [i for i, k in enumerate(built.links) if _is_done(built, i, doer) and not k.negated]
    if not done or built.waiting:
        return None
    if negated:  # "With Ann but not with Bob": in no film of Bob's.
        built.link_again(done[-1], built.far(done[-1]), negated=True)
        return len(built.links) - 1
    return done[-1]


def _shared(built: QueryGraph, doer: int, type: str) -> SchemaHop | None:
    """Return the step by which a type leads from somebody to another kind, never to their own."""
    joins_two = built.hop(doer, type, built.labels[doer])
    return None if joins_two else built.hop(doer, type, "")


def _is_done(built: QueryGraph, number: int, doer: int) -> bool:
    link = built.links[number]
    far = built.far(number)
    return doer == min(link.source, link.target) and built.labels[far] != built.labels[doer]


def is_joint(built: QueryGraph, type: str, label: str) -> bool:
    """Say whether a verb is what somebody named did with who is asked for: "who did Ann act with".

    Not one that joins two of a kind.
    """
    asked = _ASKED_WITH.search(built.text) and label == built.labels[0]
    return bool(asked) and _shared(built, 0, type) is not None
