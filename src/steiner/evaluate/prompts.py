"""The inference-only prompts of G-Retriever (section 6.2, figure 4) around any generator.

The triggers stand where the paper puts them: after the graph's text, before or after the question.
"""

from __future__ import annotations

from collections.abc import Mapping

from steiner.errors import InvalidInput
from steiner.evaluate.runner import Write
from steiner.graph import Answer, Evidence

PROMPTS: Mapping[str, str] = {
    "plain": "{question}",
    "zero-cot": "{question}\nLet's think step by step.",
    "cot-bag": "Let's construct a graph with the nodes and edges first.\n{question}",
}


def asked_by(prompt: str, write: Write) -> Write:
    """Return `write` with its question put as `prompt` says.

    Raises InvalidInput for a name that is none of PROMPTS.
    """
    if prompt not in PROMPTS:
        raise InvalidInput(f"There is no prompt {prompt!r}; there are {', '.join(PROMPTS)}.")

    def answer(question: str, evidence: Evidence) -> Answer:
        return write(PROMPTS[prompt].format(question=question), evidence)

    return answer
