"""The instructions that a language model learns a graph by (Retrieval & Reasoning, table 5).

Three for each of four tasks, as the paper words them; what the model is to write stands behind
"Output:". `{KG}` is a graph as YAML, `{Input}` the pair of entities or the text.
"""

from __future__ import annotations

MASK = "<mask>"
_OF_GRAPH, _OF_TEXT = "\nInput:\n{KG}\nOutput:", "\nInput: {Input}\nOutput:"

TEMPLATES: dict[str, tuple[str, str, str]] = {
    "entity": (
        "Please predict the entity represented by <mask> based on the one-hop relationships in the "
        f"knowledge graph.{_OF_GRAPH}",
        "Based on the one-hop relationships in the knowledge graph, infer the entity represented "
        f"by <mask>.{_OF_GRAPH}",
        "Make a prediction about the masked entity, using the one-hop relationships in the "
        f"knowledge graph as a reference.{_OF_GRAPH}",
    ),
    "relation": (
        "Please recognize the relationship between the two entities. Knowledge Graph:\n{KG}"
        f"{_OF_TEXT}",
        "Please predict the relationship between the two entities. There are some one-hop "
        f"information of these entities:\n{{KG}}{_OF_TEXT}",
        "Make a prediction about the relationship, using the one-hop relationships in the "
        f"knowledge graph as a reference.\n{{KG}}{_OF_TEXT}",
    ),
    "graph-to-text": (
        "Please deeply understand the following knowledge graph, and then convert them into a "
        f"coherent sentence.{_OF_GRAPH}",
        "Given these knowledge graph, please deeply write a paragraph that integrates the "
        f"information contained in them.{_OF_GRAPH}",
        "Compose an informative report using the information from these knowledge graph."
        f"{_OF_GRAPH}",
    ),
    "text-to-graph": (
        f"Please extract all entities and relationships in the sentence.{_OF_TEXT}",
        "Given the sentence, please extract a knowledge graph that integrates the information "
        f"contained in them.{_OF_TEXT}",
        "Please deeply understand the following sentence, and then generate a knowledge graph."
        f"{_OF_TEXT}",
    ),
}
