"""What a model writes to G-Retriever's three open prompts (appendix G, tables 13 to 15).

    python benchmarks/open_prompts.py --output DIR [--model FOLDER or NAME] [--data FOLDER]

An essay of 500 words (a question of ExplaGraphs), an advertisement of 500 words for the place
(SceneGraphs), an educational tour around the question (WebQSP): each with the graph that
G-Retriever retrieves for the first test question of its data set, below --data as
benchmarks/paper_tables.py has them, or of stand-ins in their format. There is no metric. --model is
what `steiner train` made, `provider:name` or a local language model. Writes DIR/open_prompts.md:
question, graph, text, and the names of the graph that the text uses.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path

from papers.scales import SCALES, SETTINGS, Place, place

from steiner.artefact import is_artefact
from steiner.chosen import Chosen
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.own_graphs import system_over_own_graphs
from steiner.generate import GenerateSettings
from steiner.generate.writer import open_text_model
from steiner.model_settings import DEFAULT_MODEL
from steiner.settings import RetrieverSettings
from steiner.text import normalise
from steiner.textual_graph import TextGraph
from steiner.textualise.table import table, text_graph

PROMPTS: Mapping[str, str] = {
    "expla-graphs": "Write an essay of 500 words that argues for or against: {question}",
    "scene-graphs": "Write an advertisement of 500 words for the place that the graph describes.",
    "webqsp": "Plan an educational tour that is built around the question: {question}",
}
_TOKENS = 700
"""About 500 words."""


def first_graph(data: Place) -> tuple[str, TextGraph]:
    """Return the first test question of a data set, and the graph retrieved for it."""
    _, loader, _, folder = data.options()
    question = load_dataset(loader, Path(folder), data.splits[2]).questions[0]
    settings = RetrieverSettings.from_dict(tomllib.loads(SETTINGS.get(data.dataset, "")))
    opened = system_over_own_graphs(Chosen(system="g-retriever", retrieval=settings))
    evidence = opened(question.graph or TextGraph()).retrieve(question.text)
    return question.text, text_graph(evidence)


def names_used(text: str, graph: TextGraph) -> list[str]:
    """Return the nodes that a text names: the whole text of a node, or what SceneGraphs call it."""
    said = f" {normalise(text)} "
    names = (node.removeprefix("name: ").partition(";")[0] for node in graph.nodes)
    return [name for name in dict.fromkeys(names) if f" {normalise(name)} " in said]


def page(dataset: str, question: str, graph: TextGraph, text: str) -> str:
    """Return the part of the page about one prompt."""
    used = ", ".join(names_used(text, graph)) or "none"
    shown = f"Question: {question}\n\n```\n{table(graph)}```\n\n{text}"
    return f"## {dataset}\n\n{shown}\n\nNodes of the graph that it names: {used}\n"


def written(name: str, asked: str, graph: TextGraph) -> str:
    """Return what the model writes: a trained one with its graph token, another from the table."""
    if is_artefact(name):
        from steiner.generate.graph_generator import GraphGenerator
        from steiner.models.graph_artefact import from_pretrained

        generator = GraphGenerator(from_pretrained(Path(name)))
        return generator.write([asked], [graph], max_new_tokens=_TOKENS)[0]
    model = open_text_model(name, GenerateSettings(max_new_tokens=_TOKENS))
    return model.write([f"{table(graph)}\n{asked}"])[0]


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, ask the three prompts and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--data", type=Path, help="the authors' files, a folder each")
    given = parser.parse_args(arguments)
    given.output.mkdir(parents=True, exist_ok=True)
    parts = []
    for dataset, prompt in PROMPTS.items():
        data = place(dataset, SCALES["tiny"], given.data, given.output)
        question, graph = first_graph(data)
        text = written(given.model, prompt.format(question=question), graph)
        parts.append(page(dataset, question, graph, text))
    (given.output / "open_prompts.md").write_text("\n".join(parts), encoding="utf-8")
    print(given.output / "open_prompts.md")


if __name__ == "__main__":
    main()
