"""Whether a question asks how what it names is connected: "How are Ann and Bob related?"."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.question.seeds import Entity
from steiner.question.tokens import TokenisedText, positions
from steiner.text import STOP_WORDS, plain_words, stem

_CONNECTED = frozenset(
    """
    connect connects connected connecting connection connections link links linked linking
    relate relates related relating relation relations relationship relationships
    associate associates associated association associations tie ties tied join joins joined
    common share shares shared sharing path paths chain shortest short between among another
    through via together directly indirectly degree degrees separation separate separates separated
    """.split()  # noqa: SIM905
)
"""Words that say of two things no more than that there is something between them."""
_ACQUAINTED = frozenset({"know", "knows", "known"})
"""So do these behind "how": "how does Ann know Bob"; "does Ann know Bob" asks for one relation."""


def connected_entities(question: TokenisedText, entities: Sequence[Entity]) -> list[Entity]:
    """Return the named things that a question asks the connection of; none where it asks more.

    "How is customer Ann connected to Bob?" says no more than their names and what Ann is. "Which
    films connect Ann and Bob?" asks for films.
    """
    named: list[Entity] = []
    for entity in (e for e in entities if e.named and (e.is_sure() or e.key not in _CONNECTED)):
        if not any({*entity.nodes} & {*other.nodes} for other in named):
            named.append(entity)
    masked = positions(question.words, [entity.key for entity in named])
    kinds = {stem(w) for e in named for label in e.labels for w in plain_words(label).split()}
    said = {w for i, w in enumerate(question.words) if i not in masked} - STOP_WORDS
    between = _CONNECTED | (_ACQUAINTED if question.words[:1] == ("how",) else frozenset())
    said = {word for word in said if word in between or stem(word) not in kinds}
    return named if len(named) > 1 and said and said <= between else []
