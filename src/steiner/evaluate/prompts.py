"""Prompts of published systems, around any model that writes.

`PROMPTS` are the inference-only ones of G-Retriever (section 6.2, figure 4), put around a
generator's question: the triggers stand where the paper puts them, after the graph's text, before
or after the question. `WHOLE` are whole prompts, sent as they are in one call.
"""

from __future__ import annotations

from collections.abc import Mapping

from steiner.errors import InvalidInput
from steiner.evaluate.runner import Write
from steiner.generate.grounding.citations import cite
from steiner.generate.writer import TextModel
from steiner.graph import Answer, Evidence

PROMPTS: Mapping[str, str] = {
    "plain": "{question}",
    "zero-cot": "{question}\nLet's think step by step.",
    "cot-bag": "Let's construct a graph with the nodes and edges first.\n{question}",
}
UNKNOWN = "I do not know the answer"
WHOLE: Mapping[str, str] = {
    "from-context": "The information below was retrieved for the question, the best first. Answer "
    f"the question with it. If it does not suffice, reply: {UNKNOWN}\n\n"
    "Question: {question}\n\nInformation:\n{context}",
}
"""`from-context`: what Walk&Retrieve's prompt holds (figure 2b), with its refusal."""


def check_prompt(prompt: str) -> None:
    """Raise InvalidInput for a name that is none of PROMPTS and WHOLE."""
    if prompt not in PROMPTS and prompt not in WHOLE:
        names = ", ".join([*PROMPTS, *WHOLE])
        raise InvalidInput(f"There is no prompt {prompt!r}; there are {names}.")


def asked_by(prompt: str, write: Write) -> Write:
    """Return `write` with its question put as `prompt`, one of PROMPTS, says."""

    def answer(question: str, evidence: Evidence) -> Answer:
        return write(PROMPTS[prompt].format(question=question), evidence)

    return answer


def asked_whole(prompt: str, model: TextModel) -> Write:
    """Return what sends `prompt`, one of WHOLE, with question and evidence to `model`."""

    def answer(question: str, evidence: Evidence) -> Answer:
        (text,) = model.write([WHOLE[prompt].format(question=question, context=evidence.text)])
        return cite(question, text, evidence)

    return answer
