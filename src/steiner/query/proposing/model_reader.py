"""When a language model is asked how a question is read, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

import numpy as np

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.calls.background import in_time
from steiner.calls.remarks import remark
from steiner.calls.stopping import ending_in, seconds_left
from steiner.errors import QueryTimedOut, SteinerError
from steiner.evidence import Usage
from steiner.lexicon.taught_questions import TaughtQuestion
from steiner.query.composing.words.lattice import Lattice
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.proposing.form.form_schema import form_schema
from steiner.query.proposing.model_reading import FormWriter, Proposal, model_proposal
from steiner.query.proposing.prompt.question_prompt import question_prompt
from steiner.query.proposing.prompt.users_examples import nearest_examples
from steiner.query.proposing.proposed_readings import with_proposal
from steiner.query.proposing.spelt_values import SpeltValues
from steiner.query.readings import Readings
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words

_SHARE = 0.75
"""Of the time that is left to read and to compute, what a model may take: what rules read is run
in the rest."""


@dataclass(frozen=True, slots=True)
class ReadByModel:
    """Readings with what a model proposed; `cannot`: why the graph has no answer, by the model."""

    readings: Readings | None
    cannot: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Asks a model where rules are not sure, or for every question where it `always` is asked.

    Rules are sure from a probability of `sure` on. `tokens`: the most that a question may take.
    `examples`: the user's own, of which it is shown those nearest to the question.
    """

    model: FormWriter
    sure: float
    tokens: int
    always: bool = False
    examples: Sequence[TaughtQuestion] = ()

    def read(
        self,
        question: str,
        looked: Lattice,
        rules: Readings | None,
        alike: Alike,
        today: date,
        store: GraphStore | None = None,
    ) -> ReadByModel:
        """Return the readings of a question with the model's, if it was asked.

        It reads the `question` as it was asked; names in what was `looked` up may be spelt as the
        graph has them. What it compares with is spelt as `store` has it. Where the model fails, or
        is late, those of the rules stay, and one remark says so.
        """
        is_sure = rules is not None and rules.best.confidence >= self.sure
        if not looked.schema.labels or (is_sure and not self.always):
            return ReadByModel(rules)
        schema = looked.schema
        near = _nearest(question, list(schema.labels), alike)
        own = nearest_examples(question, self.examples, alike)
        prompt = question_prompt(question, looked, near, today, rules.best if rules else None, own)
        proposal = self._proposal(prompt, schema, store)
        if proposal.query is None:
            remark(_why(proposal))
        readings = with_proposal(rules, proposal, looked)
        return ReadByModel(readings, proposal.cannot, proposal.usage)

    def _proposal(self, prompt: str, schema: GraphSchema, store: GraphStore | None) -> Proposal:
        known = (SpeltValues(store, schema.names).of,) if store else ()
        seconds = _SHARE * seconds_left()

        def propose() -> Proposal:
            form = _form(schema)
            return model_proposal(prompt, schema, form, self.model, *known, most=self.tokens)

        try:
            with ending_in(seconds):
                return in_time(propose)
        except QueryTimedOut:
            late = f"it did not reply within {seconds:.3g} s, its part of the question's time"
            return Proposal(None, refused=late, usage=Usage(1, self.model.count_tokens(prompt)))
        except SteinerError as error:
            return Proposal(None, refused=str(error))
        except Exception as error:  # Whatever a provider raises: the rules have read already.
            return Proposal(None, refused=f"it failed: {type(error).__name__}")


@lru_cache(maxsize=8)
def _form(schema: GraphSchema) -> dict[str, Any]:
    return form_schema(schema)


def _nearest(question: str, labels: list[str], alike: Alike) -> list[str]:
    """Return labels by their likeness to the question, the nearest first."""
    cosines = alike([question], [plain_words(label) for label in labels])[0]
    return [labels[i] for i in np.argsort(-cosines, kind="stable").tolist()]


def _why(proposal: Proposal) -> str:
    if proposal.cannot:
        return (
            f"the model that reads questions says that the graph cannot answer: {proposal.cannot}"
        )
    return f"the model that reads questions proposed no query: {proposal.refused[:200]}"
