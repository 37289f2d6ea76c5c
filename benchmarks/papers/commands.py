"""The options of steiner's commands by which a row is trained and asked."""

from __future__ import annotations

from pathlib import Path

from papers.costs import hidden_size
from papers.layout import Options
from papers.published import CLUES, encoder_name, with_models
from papers.scales import SETTINGS, SMALL_LLM
from papers.trial import Trial
from steiner.jobs import digest


def asking(trial: Trial) -> Options:
    """Return the options of `steiner evaluate`."""
    given: Options = ("--system", trial.plan.system, *trial.place.options(), *encoder(trial))
    given += kept(trial)
    given += settings(trial, trial.settings_asked, asked=True)
    given += ("--split", trial.place.splits[2], "--output", str(trial.answers_folder / "run"))
    given += ("--skip-broken", *(("--in-memory",) if trial.place.shared else ()))
    if trial.aligner_alone:
        given += ("--model", str(trial.model_folder / "aligner"))
    elif not trial.plan.retrieved and (trial.plan.train is not None or trial.plan.parts):
        given += ("--model", str(trial.answering))
    if trial.plan.written:
        given += ("--model", trial.own_llm or SMALL_LLM)
    return (*given, *trial.scale.ask, *trial.plan.ask)


def learning(trial: Trial, options: Options) -> Options:
    """Return the options of `steiner train` for what is learnt from questions."""
    train, validation, _ = trial.school.splits
    given: Options = ("--system", trial.plan.system, "--output", str(trial.model_folder))
    given += (*trial.school.options(), "--split", train, *kept(trial))
    given += (*trial.scale.ask, *settings(trial, trial.settings_learnt))
    if trial.plan.chained:
        given += ("--chains", str(trial.chains_file(train)))
        given += ("--validation", str(trial.chains_file(validation)))
    else:
        given += ("--validation-split", validation)
    return (*given, *encoder(trial), *_how(trial, options))


def learning_part(trial: Trial, part: str, file: Path) -> Options:
    """Return the options of `steiner train` for a part that is learnt from texts of the graphs."""
    given: Options = ("--system", trial.plan.system, "--only", part, "--questions", str(file))
    given += ("--output", str(trial.model_folder), *encoder(trial))
    return (*given, *_how(trial, ()))


def tuning(trial: Trial) -> Options:
    """Return the options of `steiner tune`; where the row plans, on chains with the answer."""
    given = (*trial.school.options(), "--split", trial.school.splits[0])
    if trial.triples.get("plan") == "chain":
        given += ("--questions", str(trial.steps_file))
    if trial.plan.continued:
        before = trial.with_plan(trial.plan.continued)
        given += ("--encoder", str(before.encoder_folder))
    if "neighbours" in trial.triples:
        given += ("--neighbours", str(trial.triples["neighbours"]))
    given += ("--output", str(trial.encoder_folder))
    return (*given, "--preset", "published", "--seed", str(trial.seed))


def writing_steps(trial: Trial) -> Options:
    """Return the options of `steiner chains` for what the encoder is tuned on.

    The untrained model writes them, with the answer known.
    """
    given = (*trial.school.options(), "--split", trial.school.splits[0])
    how = ("--model", trial.base_llm, "--steps", "rationalised")
    return (*given, *how, "--output", str(trial.steps_file))


def writing_chains(trial: Trial, split: str) -> Options:
    """Return the options of `steiner chains` for a split; with clues of the untuned encoder."""
    given: Options = (*trial.school.options(), "--split", split, "--system", trial.plan.system)
    given += ("--model", trial.writer, *(("--naive",) if trial.plan.naive else ()))
    given += ("--clues",) if trial.plan.parts else ()
    given += settings(trial, CLUES if trial.plan.parts else "")
    given += encoder(trial, tuned=False)
    return (*given, "--output", str(trial.chains_file(split)))


def kept(trial: Trial) -> Options:
    """Return where graphs are kept that rows and seeds which retrieve alike share."""
    return ("--kept", str(trial.output / "retrieved" / trial.scale.name))


def encoder(trial: Trial, tuned: bool = True) -> Options:
    """Return the paper's encoder at the full scale, the default's below."""
    if not trial.scale.full:
        return ()
    if tuned and trial.plan.tuned:
        return ("--embedder", str(trial.encoder_folder))
    return ("--embedder", encoder_name(trial.plan.system, trial.walker))


def settings(trial: Trial, text: str, asked: bool = False) -> Options:
    """Write the settings and return the option that names them; `asked`: with models that write."""
    text = with_prizes(trial, text)
    writing = _writing(trial) if asked else ""
    text = with_models(text, writing, _shown(trial)) if writing else text
    if not text:
        return ()
    path = trial.answers_folder / f"settings-{digest([text])[:8]}.toml"
    path.write_text(text, encoding="utf-8")
    return ("--settings", str(path))


def with_prizes(trial: Trial, text: str) -> str:
    """Return settings with the data set's own prizes, unless they have some."""
    return text if "[prizes]" in text else SETTINGS.get(trial.place.dataset, "") + text


def _writing(trial: Trial) -> str:
    """Return the model that plans, or writes walks, at the full scale ("": none)."""
    if not trial.scale.full:
        return ""
    return str(trial.merged_folder) if trial.plans else trial.walker


def _shown(trial: Trial) -> str:
    """Return the chains whose first lines demonstrate ("": none do)."""
    demonstrating = demonstrated(trial)
    if demonstrating is None:
        return ""
    return str(demonstrating.chains_file(demonstrating.school.splits[0]))


def demonstrated(trial: Trial) -> Trial | None:
    """Return the row whose chains demonstrate, None where none do: those of WebQSP come first."""
    if not (trial.scale.full and trial.plan.parts and trial.writer):
        return None
    return trial.with_plan(trial.plan.continued) if trial.plan.continued else trial


def _how(trial: Trial, options: Options) -> Options:
    """Return seed, model, the scale's options and the row's own."""
    llm = ("--llm", trial.own_llm) if trial.own_llm else ()
    own = tuple(o.format(hidden=_hidden(trial)) if "{" in o else o for o in options)
    # What only scores nodes reads no text and writes none.
    unread = ("--max-text", "--max-new-tokens") if trial.aligner_alone else ()
    return ("--seed", str(trial.seed), *llm, *_without(trial.scale.train, (*own, *unread)), *own)


def _hidden(trial: Trial) -> int:
    return hidden_size(trial.own_llm or SMALL_LLM)


def _without(options: Options, own: Options) -> Options:
    """Return the options of a scale, with their values, that the row does not give itself."""
    left: list[str] = []
    taken = False
    for word in options:
        taken = word not in own if word.startswith("--") else taken
        left += [word] if taken else []
    return tuple(left)
