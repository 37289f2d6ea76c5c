"""Retrieval & Reasoning: tables 1 to 3, figures 3 and 4, sections 5.3 and 5.6."""

from __future__ import annotations

from dataclasses import replace

from papers.layout import Column, PaperTable, Plan, Row
from papers.measures.run_figures import RECALL_AT
from papers.published import CLUES

SYSTEM = "retrieval-and-reasoning"
LLM = "meta-llama/Llama-2-7b-chat-hf"
PHI, CODE = "microsoft/phi-2", "codellama/CodeLlama-7b-Instruct-hf"
PARTS = ("instructions", "documents")
_COPIED = "copied by the paper, or another system"
FULL = Plan(
    SYSTEM,
    ("--only", "reasoning"),
    settings=f'{CLUES}[triples]\nplan = "chain"\n',
    learnt="webqsp+cwq",
    chained=True,
    parts=PARTS,
    tuned=True,
    llm=LLM,
)
"""Section 4.1: encoder and model learn from both data sets; the trained model plans and answers."""
CONTINUED = replace(FULL, learnt="metaqa-3-hops", continued=FULL, parts=PARTS[:1])
"""Section 5.4: instructions of the new graph, the encoder, the reasoning; no documents."""
ALONE = Plan("no-graph", ask=("--prompt", "facts"), written=True, llm=LLM)
"""The question and nothing else: how the paper asks the untrained model is not stated."""
_OTHERS = {
    "NSM": ("68.7", "62.8", "47.6", "42.4"),
    "TransferNet": ("71.4", "-", "48.6", "-"),
    "SR + NSM": ("68.9", "64.1", "50.2", "47.1"),
    "SR + NSM + E2E": ("69.5", "64.1", "49.3", "46.3"),
    "QGG": ("73.0", "73.8", "36.9", "37.4"),
    "UniKGQA": ("77.2", "72.2", "51.2", "49.0"),
    "DECAF": ("82.1", "78.8", "-", "-"),
    "StructGPT": ("69.6", "-", "-", "-"),
    "ChatGPT": ("75.6", "-", "48.9", "-"),
    "ToG + GPT4": ("82.6", "-", "69.5", "-"),
    "KD-CoT": ("68.6", "52.5", "55.7", "-"),
    "RoG": ("85.7", "70.8", "62.6", "56.2"),
}
_PLANS = "Below the full scale no model plans (a chain has no steps) and nothing tunes the encoder."
_ASKED = f"An untrained model is asked the question alone, as the paper does not say how. {_PLANS}"
_BOTH = ("webqsp", "cwq")
MAIN = PaperTable(
    "retrieval-and-reasoning-1",
    "Retrieval & Reasoning, table 1: the main results",
    tuple(Column(name, m) for name in _BOTH for m in ("set hits@1", "f1")),
    (
        *(Row(name, printed, why=_COPIED) for name, printed in _OTHERS.items()),
        Row("LLaMA2-7b-Chat", ("59.5", "34.0", "34.0", "22.7"), ALONE),
        Row("Ours", ("91.5", "74.0", "68.7", "55.6"), FULL),
    ),
    seeds=1,
    cased=True,
    deviations=_ASKED,
)
NO_SUBGRAPH = replace(FULL, settings=f"{FULL.settings}neighbours = 0\n")
NO_CHAIN = replace(FULL, settings=f'{CLUES}[triples]\nplan = "question"\n')
ABLATION = PaperTable(
    "retrieval-and-reasoning-2",
    "Retrieval & Reasoning, table 2: ablations on CWQ",
    tuple(Column("cwq", name) for name in ("set hits@1", "precision", "recall", "f1")),
    (
        Row("full", ("68.7", "56.4", "63.0", "55.6"), FULL),
        Row("w/o SubKG-R", ("65.4", "52.9", "59.7", "52.2"), NO_SUBGRAPH),
        Row("w/o CoT-R", ("66.1", "52.8", "60.3", "52.5"), NO_CHAIN),
        Row("w/o KG-IT", ("68.0", "55.8", "62.3", "55.1"), replace(FULL, parts=PARTS[1:])),
        Row("w/o KG-PT", ("69.4", "53.8", "63.9", "54.1"), replace(FULL, parts=PARTS[:1])),
        Row(
            "w/o KG-RT", ("42.6", "34.0", "37.0", "32.3"), replace(FULL, train=None, chained=False)
        ),
    ),
    seeds=1,
    cased=True,
    deviations=_PLANS,
)
TRANSFER = PaperTable(
    "retrieval-and-reasoning-3",
    "Retrieval & Reasoning, table 3: MetaQA of 3 hops",
    tuple(Column("metaqa", f"{name} of 3 hops") for name in ("set hits@1", "f1")),
    (
        Row("LLaMA2-7B-Chat", ("33.6", "13.5"), ALONE),
        Row("untrained there", ("58.6", "20.1"), FULL),
        Row("continual training", ("75.4", "50.1"), CONTINUED),
    ),
    seeds=1,
    cased=True,
    deviations=_ASKED,
)
LEVELS = PaperTable(
    "retrieval-and-reasoning-5.6",
    "Retrieval & Reasoning, section 5.6: perfect, imperfect and wrong answers of CWQ",
    (
        *(Column("cwq", name) for name in ("perfect", "imperfect", "wrong")),
        Column("cwq", "one answer where perfect"),
        *(Column("cwq", f"{name} where imperfect") for name in ("recall", "precision")),
        *(Column("cwq", f"last-step triples where {name}") for name in ("perfect", "wrong")),
    ),
    (Row("Ours", ("39.1", "29.6", "31.3", "86", "80.7", "50.6", "81.1", "42.4"), FULL),),
    seeds=1,
    cased=True,
    deviations=_PLANS,
)
OTHER_MODELS = PaperTable(
    "retrieval-and-reasoning-figure-4",
    "Retrieval & Reasoning, figure 4: other base models (by prose: 30 and 40 points more)",
    tuple(Column(name, m) for name in _BOTH for m in ("set hits@1", "f1")),
    tuple(
        Row(f"{name}{how}", ("-",) * 4, replace(plan, llm=llm))
        for name, llm in (("Phi2", PHI), ("CodeLLaMA", CODE), ("LLaMA2-7b-Chat", LLM))
        for how, plan in (("", ALONE), (", trained", FULL))
    ),
    seeds=1,
    cased=True,
    deviations=_ASKED,
)
YAML = PaperTable(
    "retrieval-and-reasoning-5.3",
    "Retrieval & Reasoning, section 5.3: tokens of what is retrieved, as triples and as YAML",
    tuple(Column(name, m) for name in _BOTH for m in ("tokens as triples", "tokens as YAML")),
    (Row("Ours", ("532.6", "384.2", "534.3", "401.4"), FULL),),
    seeds=1,
    cased=True,
    deviations=f"Below the full scale tokens are characters / 4 without --llm. {_PLANS}",
)
_K30, _ROOM = "k = 30\n", ("--budget", "2048")
"""Thirty triples, and room for all of them at any scale."""
RECALL = PaperTable(
    "retrieval-and-reasoning-figure-3",
    "Retrieval & Reasoning, figure 3: share of path triples among the first 5 to 30",
    tuple(Column(name, f"path triples in {k}") for name in _BOTH for k in RECALL_AT),
    tuple(
        Row(name, ("-",) * 2 * len(RECALL_AT), replace(plan, asked=_K30, ask=_ROOM, retrieved=True))
        for name, plan in (
            ("Ours", FULL),
            ("w/o subgraph", NO_SUBGRAPH),
            ("w/o CoT", NO_CHAIN),
            ("BGE", Plan(SYSTEM, settings=f"{NO_CHAIN.settings}neighbours = 0\n")),
        )
    ),
    seeds=1,
    cased=True,
    deviations=f"Its figures stand in no text. {_PLANS}",
)
TABLES = (MAIN, ABLATION, TRANSFER, RECALL, OTHER_MODELS, YAML, LEVELS)
