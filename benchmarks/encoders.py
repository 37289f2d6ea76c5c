"""How fast is the encoder on each backend, and how near are its vectors to torch's?

    python benchmarks/encoders.py [--texts 1024] [--questions 200]

Texts are of 4 to 120 words, drawn from those of MetaQA's questions (../shared/data/metaqa), which
are the questions, too. Backends take turns over portions of 256 texts, and over questions one at
a time; "torch" is sentence-transformers alone. Prints JSON: texts a second, milliseconds a question
(median, p95), the cosine of the vectors to torch's (mean, least), and how far a number of a vector
is from torch's at most. STEINER_THREADS bounds the threads of each.
"""

from __future__ import annotations

import argparse
import json
import os
import random

import numpy as np
from metaqa_retrieval import all_questions
from racing import race, spread

from steiner.embed import BACKENDS, on_backend, open_embedder
from steiner.settings import DEFAULT_EMBEDDER

PORTION, WARM = 256, 1


def node_texts(count: int) -> list[str]:
    """Return texts of 4 to 120 words, drawn from the questions' own words."""
    rng = random.Random(7)
    words = " ".join(q.text for q in all_questions(1)[:5_000]).split()
    lengths = (int(min(4 + rng.expovariate(1 / 20), 120)) for _ in range(count))
    return [" ".join(rng.choices(words, k=length)) for length in lengths]


def main() -> None:
    """Read the command line, race and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=1_024)
    parser.add_argument("--questions", type=int, default=200)
    given = parser.parse_args()
    texts = node_texts(given.texts)
    questions = [q.text for q in all_questions(2)[: given.questions]]
    encoders = {name: open_embedder(on_backend(DEFAULT_EMBEDDER, name)) for name in BACKENDS}
    portions = [texts[i : i + PORTION] for i in range(0, len(texts), PORTION)]
    spent = race({n: e.embed for n, e in encoders.items()}, portions, WARM)
    asked = race({n: e.embed_question for n, e in encoders.items()}, questions, WARM)
    vectors = {name: encoder.embed(texts) for name, encoder in encoders.items()}
    near = {n: (v * vectors["torch"]).sum(axis=1) for n, v in vectors.items()}
    apart = {n: float(np.abs(v - vectors["torch"]).max()) for n, v in vectors.items()}
    shown = {
        name: {
            "texts a second": round(len(texts) / sum(spent[name]) * 1000),
            "milliseconds a question": spread(asked[name]),
            "cosine": [round(float(np.mean(near[name])), 5), round(float(near[name].min()), 5)],
            "apart at most": float(f"{apart[name]:.1e}"),
        }
        for name in encoders
    }
    print(json.dumps({**shown, "load": round(os.getloadavg()[0], 1)}, indent=1))


if __name__ == "__main__":
    main()
