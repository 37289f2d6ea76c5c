"""The instructions that a language model learns a graph by (Retrieval & Reasoning, table 5).

Three for each of four tasks; the wording is ours. `{KG}` is a graph as YAML, `{Input}` the pair of
entities or the text.
"""

from __future__ import annotations

MASK = "<mask>"

TEMPLATES: dict[str, tuple[str, str, str]] = {
    "entity": (
        "Below are facts of a knowledge graph about one entity, whose name is hidden behind "
        "<mask>. Which entity is <mask>?\n{KG}",
        "Name the entity that <mask> stands for in these one-hop relations.\n{KG}",
        "In this part of a knowledge graph the name of an entity is replaced by <mask>. Say what "
        "belongs there.\n{KG}",
    ),
    "relation": (
        "These facts of a knowledge graph surround two entities:\n{KG}\nWhat is the relation "
        "between them? Entities: {Input}",
        "Name the relation that leads from the first of two entities to the second.\n"
        "Entities: {Input}\nWhat is known of them:\n{KG}",
        "Given what a knowledge graph says of two entities, complete the relation between them.\n"
        "{KG}\nHead and tail: {Input}",
    ),
    "graph-to-text": (
        "Write one sentence that says what this knowledge graph says.\n{KG}",
        "Turn this knowledge graph into a short paragraph, with nothing left out and nothing "
        "added.\n{KG}",
        "Report in plain words the facts of this knowledge graph.\n{KG}",
    ),
    "text-to-graph": (
        "Which entities and relations does this text name? Write them as a knowledge graph in "
        "YAML.\n{Input}",
        "Write the knowledge graph of this text in YAML: head, relation, tails.\n{Input}",
        "Extract all facts of this text as a knowledge graph in YAML.\n{Input}",
    ),
}
