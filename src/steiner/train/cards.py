"""The model card of a trained artefact."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

CARD = "README.md"

_CARD = """---
library_name: steiner
base_model: {base}
tags: [{tags}]
---
# {title}

Trained by steiner {version} on {examples:,} questions; lowest validation loss {best:.4f} after
epoch {epoch} of {epochs} run.

| setting | value |
|---|---|
{rows}

{use}
`metrics.jsonl` and `loss.png` are the record of the training.
"""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says of one kind of model; the texts may name its settings and facts."""

    title: str
    base: str
    tags: str
    use: str

    def write(self, folder: Path, settings: dict[str, Any], **facts: Any) -> None:
        """Write the card; `settings` become its table."""
        shown = {k: v for k, v in settings.items() if not isinstance(v, dict)}
        rows = "\n".join(f"| {name} | {value} |" for name, value in shown.items())
        known = {**shown, **facts}
        texts = {name: getattr(self, name).format(**known) for name in self.__slots__}
        (folder / CARD).write_text(_CARD.format(**known, **texts, rows=rows), encoding="utf-8")


SOFT_PROMPT = Card(
    title="{system}: {llm} with a {form} soft prompt",
    base="{llm}",
    tags="graph-rag, knowledge-graph, soft-prompt",
    use="""Load it with

```python
from steiner.models.graph_artefact import from_pretrained

model = from_pretrained("FOLDER")
```

or ask with `steiner ask --model FOLDER "question"`. The evidence comes from a
Neo4j graph that `steiner index` has indexed with the embedder {embedder}.

Limits: the model knows relations and wording as far as its training questions have them; what it
answers is checked against the evidence, and `ungrounded` lists what the graph does not hold.""",
)
REASONER = Card(
    title="{system}: {llm}, trained on a knowledge graph and on reasoning over it",
    base="{llm}",
    tags="graph-rag, knowledge-graph, reasoning",
    use="""Ask with it: `steiner ask --system {system} --model FOLDER "question"`. The graph must be
indexed with `steiner index --system {system}` and the embedder {embedder}.

It writes its steps and a list of answers. Limits: it knows the graph that it was trained on; what
it answers is checked against the evidence, and `ungrounded` lists what the graph does not hold.""",
)
SCORER = Card(
    title="{system}: a scorer of relation paths",
    base="{embedder}",
    tags="graph-rag, knowledge-graph, path-ranking",
    use="""Retrieve with it: `steiner ask --model FOLDER "question"` (also `retrieve`, `evaluate`),
or `Chosen(model="FOLDER")` in Python. The graph must be indexed with the embedder {embedder}.

It reads the question and the names of relationship types and labels, never a node, so it can be
asked on another graph; as far as the types there are unlike those of its training (`relations`
in `steiner.json`) it gives way to the score without training. Limits: kinds of questions unlike
its training questions can be scored worse than without it; compare both on your own.""",
)
ALIGNER = Card(
    title="{system}: an aligner, which scores nodes and encodes graphs",
    base="{embedder}",
    tags="graph-rag, knowledge-graph, node-ranking",
    use="""Retrieve with it, whatever writes the answer: `steiner ask --model FOLDER "question"`
(also `retrieve`, `evaluate`), or `Chosen(model="FOLDER")` in Python. The graph must be indexed
with the embedder {embedder}.

It keeps the best nodes of what is retrieved, and their neighbours. Limits: it was trained on
chains over one graph; on another, or for other kinds of questions, compare it with the published
prizes (`--system` without `--model`).""",
)
START = Card(
    title="A scorer of relation paths to begin trainings with",
    base="{embedder}",
    tags="graph-rag, knowledge-graph, path-ranking",
    use="""`steiner train --system steiner --start FOLDER …` begins with it; the one in the package
is what a training begins with unless told otherwise. Made by `benchmarks/pretrain.py`.

Learnt from: how people ask for relations in SimpleQuestions v2 (Bordes et al. 2015, CC BY 3.0),
nested into questions of two and three steps over schemas drawn from Freebase's ontology (as in
GrailQA's repository, Apache-2.0; Freebase: CC BY); what people ask of eight databases in
text2cypher (Neo4j Labs, CC0), and templates over their schemas. No graph, no node, no answer was
read.

Limits: English; unasked, without questions of the graph at hand, it is not used for ranking.""",
)
