"""Prompts of published systems, around any model that writes.

`PROMPTS` are the inference-only ones of G-Retriever (section 6.2, figure 4), put around a
generator's question: the triggers stand where the paper puts them, after the graph's text, before
or after the question. `WHOLE` are whole prompts, sent as they are in one call: what a frozen model
reads in the paper is the CSV table and the question, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from steiner.answer import Answer
from steiner.errors import InvalidInput
from steiner.evaluate.runner import Write
from steiner.evidence import Evidence
from steiner.generate.grounding.citations import cite
from steiner.generate.writer import TextModel
from steiner.textualise.table import fitted, table, text_graph

PROMPTS: Mapping[str, str] = {
    "plain": "{question}",
    "zero-cot": "{question}\nLet's think step by step.",
    "cot-bag": "Let's construct a graph with the nodes and edges first.\n{question}",
}
UNKNOWN = "I do not know the answer"
WHOLE: Mapping[str, str] = {
    "from-context": "Please answer the following question: {question}. Use the following context "
    "information to answer the question: {context}.",
    "facts": "{context}\n{question}",
    "table": "{table}\n{question}",
    "table-zero-cot": "{table}\n{question}\nLet's think step by step.",
    "table-cot-bag": "{table}\nLet's construct a graph with the nodes and edges first.\n{question}",
}
"""`from-context`: Walk&Retrieve's (figure 2b). The others are of G-Retriever (section 6.2): `facts`
as KAPING puts them, `table` the graph's CSV."""
TOLD_BEFORE: Mapping[str, str] = {
    "from-context": "You are provided with context information from a RAG retrieval, which gives "
    "you the top k context information. Please use the provided context information to answer the "
    "question. If you are not able to answer the question based on the context information, please "
    f'return the following sentence: "{UNKNOWN}".',
}
"""What a model is told in a message of its own before a prompt of WHOLE."""
LONGEST = 512
"""Tokens of table and question (G-Retriever, appendix B.1), or the evidence's budget where that is
more: rows go, the question stays whole."""


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
        (text,) = model.write([whole_prompt(prompt, question, evidence, model)])
        return cite(question, text, evidence)

    return answer


def whole_prompt(prompt: str, question: str, evidence: Evidence, model: TextModel) -> str:
    """Return what is sent: question with evidence, of which a table has whole rows, best first."""
    form = WHOLE[prompt]
    if "{table}" not in form:
        return form.format(question=question, context=evidence.text).strip()

    def written(text: str) -> str:
        return form.format(question=question, table=text).strip()

    most = max(LONGEST, evidence.budget)
    fitting = fitted(text_graph(evidence), lambda text: model.count_tokens(written(text)) <= most)
    return written(table(fitting) if fitting.ids else "")
