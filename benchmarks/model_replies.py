"""What a language model is worth as a reader: its prompts, its replies kept, and how right it is.

    python benchmarks/model_replies.py prompts FOLDER [--sets pole hr ...]
    python benchmarks/model_replies.py keep FOLDER
    python benchmarks/model_replies.py judge [--ask-reader always] [--output .replies]
    python benchmarks/model_replies.py learn

`prompts` writes FOLDER/prompts/ID.txt for the questions of each set, drawn once by a seed, and
FOLDER/asked.jsonl, which says whose they are. Replies are written to FOLDER/replies/ID.txt by
whatever model, each from its prompt alone. `keep` copies them to benchmarks/replies/SET.jsonl.
`judge` asks the questions with these replies and prints a row a set: right, called exact, right of
these, calls and tokens a question, forms that would have needed a repair (none is asked for: what
was refused counts as no reading). `learn` fits proposing.json to them. Needs ../shared/data.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from judge.lines import rows_of, write_lines
from judge.reading_figures import figures, table
from judge.replied import REPLIES, SETS, TAUGHT, ask_set, collect
from judge.replied_weights import learnt_weights

from steiner.text import quarter_characters

_WEIGHTS = Path("src/steiner/query/proposing/proposing.json")


def prompts(folder: Path, names: list[str]) -> None:
    """Write the prompts of the sets."""
    (folder / "prompts").mkdir(parents=True, exist_ok=True)
    (folder / "replies").mkdir(exist_ok=True)
    asked, texts = list[dict[str, str]](), list[str]()
    for name in names:
        for number, (question, prompt) in enumerate(collect(name)):
            id = f"{name}-{number:03d}"
            (folder / "prompts" / f"{id}.txt").write_text(prompt, encoding="utf-8")
            asked.append({"id": id, "set": name, "question": question})
            texts.append(prompt)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in asked)
    (folder / "asked.jsonl").write_text(text, encoding="utf-8")
    tokens = sorted(map(quarter_characters, texts))
    print(f"{len(asked)} prompts in {folder / 'prompts'}, {tokens[len(tokens) // 2]} tokens median")


def keep(folder: Path) -> None:
    """Copy replies into the project, by set and question."""
    kept: dict[str, list[str]] = {}
    for line in rows_of(folder / "asked.jsonl"):
        file = folder / "replies" / f"{line['id']}.txt"
        if file.exists():
            own = {"question": line["question"], "reply": file.read_text(encoding="utf-8").strip()}
            kept.setdefault(line["set"], []).append(json.dumps(own, ensure_ascii=False) + "\n")
    REPLIES.mkdir(exist_ok=True)
    for name, lines in kept.items():
        (REPLIES / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        print(f"{name}: {len(lines)} replies")


def judge(names: list[str], ask_reader: str, output: Path) -> None:
    """Ask with the replies, print figures, write a line a question."""
    output.mkdir(parents=True, exist_ok=True)
    shown = []
    for name in names:
        if not (REPLIES / f"{name}.jsonl").exists():
            continue
        lines = ask_set(name, ask_reader)
        write_lines(output / f"{name}.jsonl", lines)
        for part in dict.fromkeys(line.part for line in lines):
            own = [line for line in lines if line.part == part]
            more = {
                "calls": f"{sum(line.more['calls'] for line in own) / len(own):.2f}",
                "tokens": str(sorted(line.more["tokens"] for line in own)[len(own) // 2]),
                "repairs": str(sum(bool(line.more["repair"]) for line in own)),
            }
            shown.append({**figures(f"{name}, {part}", own), **more})
    print("\n".join(table(shown)))


def main() -> None:
    """Read the command line and run one of the four."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("prompts", "keep", "judge", "learn"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path(".replies"))
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--ask-reader", choices=("unsure", "always"), default="unsure")
    parser.add_argument("--output", type=Path, default=Path(".replies"))
    given = parser.parse_args()
    if given.what == "prompts":
        prompts(given.folder, given.sets)
    elif given.what == "keep":
        keep(given.folder)
    elif given.what == "judge":
        judge(given.sets, given.ask_reader, given.output)
    else:
        weights = learnt_weights([name for name in given.sets if name in TAUGHT])
        _WEIGHTS.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")
        print(json.dumps(weights, indent=2))


if __name__ == "__main__":
    main()
