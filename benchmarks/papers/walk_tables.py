"""Walk&Retrieve: table 2, figures 3 and 4."""

from __future__ import annotations

from papers.layout import Column, PaperTable, Plan, Row

SYSTEM = "walk-and-retrieve"
LLM = "meta-llama/Llama-3.1-70B-Instruct"
_PROMPT = ("--prompt", "from-context")
_NOT_BUILT = "another system, which steiner does not have"


def walks(kind: str, length: int = 4, count: int = 60, k: int = 3, written: bool = True) -> Plan:
    """Return the system over walks of a kind."""
    settings = f'[walks]\nkind = "{kind}"\nlength = {length}\nwalks = {count}\nk = {k}\n'
    return Plan(SYSTEM, ask=_PROMPT if written else (), settings=settings, written=written, llm=LLM)


DIRECT = Plan("no-graph", ask=_PROMPT, written=True, llm=LLM)
VANILLA = Plan("vanilla-rag", ask=_PROMPT, written=True, llm=LLM)
RANDOM, BREADTH_FIRST = walks("random"), walks("breadth-first")
_JUDGED = "Hits@1 is `lax hit`; judged rates have functions (metrics/judge.py) and no column here."
MAIN = PaperTable(
    "walk-and-retrieve-2",
    "Walk&Retrieve, table 2: Hits@1 and seconds a question",
    tuple(
        Column(name, m) for name in ("metaqa", "crag") for m in ("lax hit", "seconds a question")
    ),
    (
        Row("Direct", ("30.37", "13.03", "11.05", "14.14"), DIRECT),
        Row("Vanilla RAG", ("25.08", "22.11", "15.21", "26.01"), VANILLA),
        Row("SubgraphRAG", ("43.88", "23.12", "-", "-"), why=_NOT_BUILT),
        Row("RetrieveRewriteAnswer", ("47.49", "22.37", "-", "-"), why=_NOT_BUILT),
        Row("Walk&Retrieve-RW", ("55.60", "22.12", "19.31", "22.15"), RANDOM),
        Row("Walk&Retrieve-BFS", ("67.99", "21.31", "21.31", "23.34"), BREADTH_FIRST),
    ),
    seeds=1,
    deviations=_JUDGED,
)
HOPS = PaperTable(
    "walk-and-retrieve-figure-3",
    "Walk&Retrieve, figure 3: by number of hops (truthfulness of BFS by prose: 55, 37, 37)",
    tuple(Column("metaqa", f"lax hit of {hops} hops") for hops in (1, 2, 3)),
    (
        Row("Direct", ("-",) * 3, DIRECT),
        Row("Vanilla RAG", ("-",) * 3, VANILLA),
        Row("Walk&Retrieve-RW", ("-",) * 3, RANDOM),
        Row("Walk&Retrieve-BFS", ("-",) * 3, BREADTH_FIRST),
    ),
    seeds=1,
    deviations=_JUDGED,
)
DEPTH = PaperTable(
    "walk-and-retrieve-figure-4",
    "Walk&Retrieve, figure 4 and section 3: depth, number of walks and k (by prose: 4, 60 and 3)",
    (Column("metaqa", "any answer in text"), Column("metaqa", "coverage@512")),
    (
        *(
            Row(f"{kind}, length {length}", ("-",) * 2, walks(kind, length, written=False))
            for kind in ("random", "breadth-first")
            for length in (1, 2, 3, 4, 5, 6)
        ),
        *(
            Row(f"random, {count} walks", ("-",) * 2, walks("random", count=count, written=False))
            for count in range(10, 101, 30)
        ),
        *(
            Row(f"breadth-first, k = {k}", ("-",) * 2, walks("breadth-first", k=k, written=False))
            for k in (1, 2, 3, 4, 5)
        ),
    ),
    seeds=1,
    deviations="Share of answers in the evidence: no answers are written.",
)
TABLES = (MAIN, HOPS, DEPTH)
