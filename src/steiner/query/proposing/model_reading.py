"""A language model proposes a query: a form that is checked and mended once, never Cypher."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.errors import InvalidInput
from steiner.evidence import Usage
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.reply_object import reply_object

_MEND = """{prompt}
{reply}

That was refused: {error}
The whole JSON again, mended, or {{"cannot": "why"}} where the graph has nothing for that:"""
Spelt = Callable[[Query], Query]
"""Gives a query the texts that the graph has; InvalidInput where it has none like that."""
_NONE = Usage()
_LONGEST = 160
"""Characters of a model's reason that are shown."""


class FormWriter(Protocol):
    """A language model that fills forms."""

    def fill(self, prompts: Sequence[str], schema: Mapping[str, Any]) -> list[str]:
        """Return a reply to each prompt, by the JSON Schema where the model can be held to one.

        Raises ModelFailed where it fails.
        """

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text`."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model proposes: a query, or why the graph `cannot` answer; neither where it failed.

    `other`: what the question can as well mean. `refused`: the last error of a form that could not
    be mended.
    """

    query: Query | None
    other: Query | None = None
    cannot: str = ""
    refused: str = ""
    usage: Usage = field(default_factory=Usage)


def _as_it_is(query: Query) -> Query:
    return query


def model_proposal(
    prompt: str,
    schema: GraphSchema,
    form: Mapping[str, Any],
    model: FormWriter,
    spelt: Spelt = _as_it_is,
) -> Proposal:
    """Ask a model for a query of a graph with `schema`; once more with the error of its form.

    `form` is the JSON Schema of what it fills; `spelt` gives a query the texts that the graph has.
    """
    asked, replied, refused = prompt, "", ""
    usage = Usage()
    for _ in range(2):
        (replied,) = model.fill([asked], form)
        read = model.count_tokens(asked), model.count_tokens(replied)
        usage = Usage(usage.calls + 1, usage.prompt + read[0], usage.reply + read[1])
        if not replied.strip():
            return Proposal(None, refused=refused or "it wrote nothing", usage=usage)
        try:
            return read_reply(replied, schema, usage, spelt)
        except InvalidInput as error:
            refused = str(error)
        asked = _MEND.format(prompt=prompt, reply=replied, error=refused)
    return Proposal(None, refused=refused, usage=usage)


def read_reply(
    reply: str, schema: GraphSchema, usage: Usage = _NONE, spelt: Spelt = _as_it_is
) -> Proposal:
    """Return what a reply proposes.

    Raises InvalidInput where it holds no whole form, or one that the graph's schema refuses.
    """
    given = dict(reply_object(reply, ("find", "cannot")))
    if cannot := given.pop("cannot", None):
        return Proposal(None, cannot=" ".join(str(cannot).split())[:_LONGEST], usage=usage)
    other = given.pop("or_else", None)
    query = spelt(query_from(given, schema))
    return Proposal(query, _second(other, schema, spelt), usage=usage)


def _second(given: object, schema: GraphSchema, spelt: Spelt) -> Query | None:
    """Return a second query, None where the schema refuses it: it is worth no repair."""
    try:
        return spelt(query_from(given, schema)) if given else None
    except InvalidInput:
        return None
