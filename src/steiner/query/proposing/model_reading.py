"""A language model proposes a query: a form that is checked and mended once, never Cypher."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.errors import InvalidInput, ModelFailed
from steiner.evidence import Usage
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.reply_object import reply_object

_MEND = """{prompt}
{reply}

That was refused: {error}
The whole JSON again, mended, or {{"cannot": "why"}} where the graph has nothing for that:"""
Spelt = Callable[[Query], Query]
"""Gives a query the texts that the graph has; InvalidInput where it has none like that."""
_LONGEST = 160
"""Characters of a model's reason that are shown."""


class Filled(NamedTuple):
    """What a model wrote for a form, and what that took."""

    text: str
    usage: Usage


class FormWriter(Protocol):
    """A language model that fills forms."""

    def fill(self, prompt: str, schema: Mapping[str, Any] | None) -> Filled:
        """Return the reply to a prompt, by a JSON Schema where the model can be held to it.

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
    *,
    most: int,
) -> Proposal:
    """Ask a model for a query of a graph with `schema`; once more with the error of its form.

    `form` is the JSON Schema of what it fills, to which it is held where its first form was
    refused: a provider may read it as more tokens than the prompt has, and large models need none
    of it (docs/decisions/probability.md). `spelt` gives a query the texts that the graph has. It is
    not asked for what would take more than `most` tokens, prompts and replies together.
    """
    asked, refused, usage = prompt, "", Usage()
    for held_to in (None, form):
        tokens = model.count_tokens(asked)
        if over := _over(usage, tokens, most):
            return Proposal(None, refused=f"{over}{refused}", usage=usage)
        try:
            filled = model.fill(asked, held_to)
        except ModelFailed as error:
            return Proposal(None, refused=str(error), usage=usage + Usage(1, tokens))
        usage += filled.usage
        if not filled.text.strip():
            return Proposal(None, refused=refused or "it wrote nothing", usage=usage)
        try:
            return replace(read_reply(filled.text, schema, spelt), usage=usage)
        except InvalidInput as error:
            refused = str(error)
        asked = _MEND.format(prompt=prompt, reply=filled.text, error=refused)
    return Proposal(None, refused=refused, usage=usage)


def _over(usage: Usage, asked: int, most: int) -> str:
    """Return why a model is not asked, "" where tokens are left; `asked`: those of the prompt.

    A provider may count more than the prompt's text, the schema of the form above all: what was
    read before is then the better guess.
    """
    needed = usage.tokens + max(asked, usage.prompt)
    if needed <= most:
        return ""
    over = f"{needed:,} tokens would be more than reader_tokens={most:,} of a question"
    return f"{over}, so it was not asked to mend this: " if usage.calls else over


def read_reply(reply: str, schema: GraphSchema, spelt: Spelt = _as_it_is) -> Proposal:
    """Return what a reply proposes.

    Raises InvalidInput where it holds no whole form, or one that the graph's schema refuses.
    """
    given = dict(reply_object(reply, ("find", "cannot")))
    if cannot := given.pop("cannot", None):
        return Proposal(None, cannot=" ".join(str(cannot).split())[:_LONGEST])
    other = given.pop("or_else", None)
    query = spelt(query_from(given, schema))
    return Proposal(query, _second(other, schema, spelt))


def _second(given: object, schema: GraphSchema, spelt: Spelt) -> Query | None:
    """Return a second query, None where the schema refuses it: it is worth no repair."""
    try:
        return spelt(query_from(given, schema)) if given else None
    except InvalidInput:
        return None
