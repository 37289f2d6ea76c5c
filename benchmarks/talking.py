"""Conversations and agents with a large language model, its replies kept by prompt.

    python benchmarks/talking.py conversations|sets|agents [--homes DIR] [--folder .talk]
                                                           [--rows FILE] [--vectors FILE]

conversations   those of benchmarks/data/conversations.jsonl: the follow-up is made to stand alone
                by rules or by the model (as `--rewriter`), and a question that rules are not sure
                of is read by rules alone or by the model, too (as `--reader`).
sets            those of benchmarks/data/set_conversations.jsonl, in the same ways, in memory.
agents          the first ten questions of two hops and more over the sample graph, by LangChain's
                `create_agent`: with steiner's tools, or with one that runs Cypher and whose
                description has the schema.

Replies stand in benchmarks/replies/talk.jsonl by the hash of their prompt. A prompt without one is
written to FOLDER/prompts/ID.txt; write its reply to FOLDER/replies/ID.txt, from the prompt alone,
and run again, until none is open: a reply leads to further prompts. Tokens are characters / 4.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import set_conversations
from agents_talking import agents
from conversations import QUESTIONS, answers, gold, served
from data.memory_graphs import indexed
from examples import homes
from judge.kept_chat import KeptChat
from judge.kept_vectors import KeptEmbedder
from judge.lines import rows_of

from steiner.answer import Answer
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.writer import ChatTexts
from steiner.integrations.answering import Answering, turn_of
from steiner.question.history import Turn
from steiner.session import open_retriever
from steiner.settings import ExactSettings
from steiner.systems.steiner import retriever

KEPT = Path(__file__).parent / "replies" / "talk.jsonl"
Row = dict[str, Any]


def conversations(chat: KeptChat, given: argparse.Namespace) -> Iterator[Row]:
    """Yield a row for each two-turn conversation and way."""
    for graph in ("sample", "northwind"):
        with homes(given.homes) as folder, served(graph, folder) as settings:
            ways = answerings(open_retriever(settings), chat)
            for row in (row for row in rows_of(QUESTIONS) if row["graph"] == graph):
                right = partial(_same, gold(settings, row["cypher"]))
                turns = [row["first"], row["second"]]
                for way, answering in ways.items():
                    yield row | asked(chat, way, answering, turns, right)
                for way in ("model reads", "rules read"):
                    by_hand = ways[f"by rules, {way}"]
                    yield row | asked(chat, f"by hand, {way}", by_hand, [row["alone"]], right)


def _same(wanted: set[str], answer: Answer) -> bool:
    return answers(answer) == wanted


def sets(chat: KeptChat, given: argparse.Namespace) -> Iterator[Row]:
    """Yield a row for each conversation over a set and way."""
    rows, embedder = rows_of(set_conversations.QUESTIONS), KeptEmbedder(given.vectors)
    for graph in dict.fromkeys(row["graph"] for row in rows):
        ways = answerings(retriever(indexed(graph, embedder), embedder), chat)
        for row in (row for row in rows if row["graph"] == graph):
            for way, answering in ways.items():
                right = partial(_has, row["gold"])
                yield row | asked(chat, way, answering, row["turns"], right)
    embedder.keep()


def _has(wanted: list[Any], answer: Answer) -> bool:
    return bool(set_conversations.judged(answer, wanted)["right"])


def answerings(rules: Any, chat: KeptChat) -> dict[str, Answering]:
    """Return what answers in each way; a model is waited for however long it takes."""
    model = ChatTexts(chat, "a large language model")
    exact = ExactSettings(patience=1e6)
    settings = replace(rules.settings, exact=exact)
    read: Any = retriever(rules.store, rules.embedder, settings, reader=model)
    return {
        f"{how}, {name}": Answering(retriever, EvidenceOnly(), decline_below=0.0, rewriter=by)
        for name, retriever in (("rules read", rules), ("model reads", read))
        for how, by in (("by rules", None), ("rewritten", model))
    }


def asked(
    chat: KeptChat,
    way: str,
    answering: Answering,
    turns: list[str],
    right: Callable[[Answer], bool],
) -> Row:
    """Ask the turns one after the other; say how the last was answered."""
    history: list[Turn] = []
    for question in turns:
        waiting, calls = len(chat.waiting), chat.calls()
        answer = answering.ask(question, history=history)
        history.append(turn_of(answer))
        if len(chat.waiting) > waiting:
            return {"way": way, "open": True}
    evidence, used = answer.evidence, chat.calls() - calls
    return {
        "way": way,
        "open": False,
        "right": right(answer),
        "exact": evidence.exact,
        "calls": used,
        "read": answer.question,
        "reading": evidence.table.reading if evidence.table else "",
        "got": sorted(answers(answer))[:6],
        "cuts": list(evidence.cuts),
    }


def shown(rows: list[Row], by: str) -> Iterator[str]:
    """Yield a line for each way and graph."""
    for way in dict.fromkeys(row["way"] for row in rows):
        for part in (*dict.fromkeys(row[by] for row in rows), "all"):
            own = [r for r in rows if r["way"] == way and part in (r[by], "all") and not r["open"]]
            if own:
                exact = [row for row in own if row["exact"]]
                yield (
                    f"{way} | {part} | {len(own)} | {sum(row['right'] for row in own)} right"
                    f" | {len(exact)} exact, {sum(not row['right'] for row in exact)} wrong"
                    f" | {statistics.mean(row['calls'] for row in own):.2f} calls"
                )


def main() -> None:
    """Read the command line, ask, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("conversations", "sets", "agents"))
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--folder", type=Path, default=Path(".talk"))
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--vectors", type=Path, default=set_conversations.VECTORS)
    given = parser.parse_args()
    chat = KeptChat(kept=KEPT, folder=given.folder).taken_in()
    ask = {"conversations": conversations, "sets": sets, "agents": agents}[given.what]
    rows = list(ask(chat, given))
    if given.rows:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        given.rows.write_text(text, encoding="utf-8")
    part = {"conversations": "graph", "sets": "part", "agents": "graph"}[given.what]
    print("\n".join(shown(rows, part)))
    print(f"{len(set(chat.waiting))} prompts are open in {given.folder / 'prompts'}")


if __name__ == "__main__":
    main()
