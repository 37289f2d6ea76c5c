"""What a question cost: tokens at the prices that settings say, in evidence, answer and report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from read_graphs import node, store
from scripted_model import ScriptedModel
from test_chain import Metered
from word_doubles import WordEmbedder

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.gold import GoldQuestion
from steiner.evaluate.report import write_report
from steiner.evaluate.runner import ROWS, run
from steiner.evidence import Evidence, Usage
from steiner.generate.chat import ChatGenerator
from steiner.graph import Subgraph
from steiner.settings import PriceSettings, RetrieverSettings
from steiner.systems.steiner import retriever

PRICES = PriceSettings(prompt=2.0, reply=8.0)
SHIPS = store([node(1, "Ship", "Aurora"), node(2, "Captain", "Ann")], [(2, "LED", 1, {})])
NOTHING = Evidence("Who?", Subgraph(), "")


def test_tokens_are_priced_by_the_million_and_nothing_without_prices() -> None:
    assert PRICES.priced(Usage(1, 1_900, 100)).cost == pytest.approx(0.0046)
    assert PriceSettings().priced(Usage(1, 1_900, 100)).cost is None
    both = PRICES.priced(Usage(1, 1_000_000, 0)) + PRICES.priced(Usage(1, 0, 1_000_000))
    assert both == Usage(2, 1_000_000, 1_000_000, 10.0)
    assert (Usage() + Usage()).cost is None


def test_a_settings_file_says_prices_and_none_below_zero(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[prices]\nprompt = 2.0\nreply = 8.0\n", encoding="utf-8")
    assert RetrieverSettings.from_file(file).prices == PRICES
    with pytest.raises(InvalidInput, match=r"PriceSettings\.reply must be 0 or more, got -1"):
        PriceSettings(reply=-1)


def test_evidence_says_what_reading_cost() -> None:
    model = ScriptedModel('{"cannot": "no"}')
    asked = "Whom does Aurora please?"
    priced = retriever(SHIPS, WordEmbedder(), RetrieverSettings(prices=PRICES), reader=model)
    usage = priced.retrieve(asked).usage
    assert usage.calls == 1
    assert usage.cost == pytest.approx((usage.prompt * 2 + usage.reply * 8) / 1e6)


def test_an_answer_says_what_writing_cost() -> None:
    usage = ChatGenerator(Metered(), prices=PRICES).answer("Who?", NOTHING).usage
    assert (usage.calls, usage.prompt, usage.reply) == (1, 9, 3)
    assert usage.cost == pytest.approx(4.2e-5)
    assert ChatGenerator(Metered()).answer("Who?", NOTHING).usage == Usage(1, 9, 3)


def test_a_report_has_calls_tokens_and_cost_where_a_model_was_asked(tmp_path: Path) -> None:
    questions = [GoldQuestion(str(n), "Who?", ("Ann",)) for n in range(2)]
    settings: dict[str, Any] = {
        "system": "steiner",
        "prompt": "plain",
        "model": None,
        "dataset": "own",
        "split": "dev",
        "labels": [],
        "budget": 512,
    }
    asked = iter((Usage(1, 1_900, 100, 0.0046), Usage(0, 0, 0, 0.0)))

    def ask(_: GoldQuestion) -> Evidence:
        return Evidence("Who?", Subgraph(), "", usage=next(asked))

    run(ask, questions, tmp_path / "asked", settings)
    run(lambda _: NOTHING, questions, tmp_path / "alone", settings)
    row = json.loads((tmp_path / "asked" / ROWS).read_text(encoding="utf-8").splitlines()[0])
    assert row["usage"] == {"calls": 1, "prompt": 1_900, "reply": 100, "cost": 0.0046}
    shown = report_of(tmp_path / "asked", tmp_path)
    assert shown["model calls"].startswith("0.500 ")
    assert shown["model tokens"] == "1,000"
    assert shown["cost of 1,000"].startswith("2.300 ")
    assert not {"model calls", "cost of 1,000"} & report_of(tmp_path / "alone", tmp_path).keys()


def report_of(folder: Path, output: Path) -> dict[str, str]:
    """Return the cells of a run's first table by the name of their column."""
    page, *_ = write_report([folder], output / "report")
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    head, _, row = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[:3])
    return dict(zip(head, row, strict=True))
