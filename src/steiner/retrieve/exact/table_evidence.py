"""What was computed of a question, joined to the evidence that relation paths bring.

Where the reading is sure, the rows are the answer, and what paths lead to stands behind them; where
it is not, the evidence stays as it was and brings the table as a second opinion.
"""

from __future__ import annotations

from dataclasses import replace

from steiner.evidence import Alternative, Evidence
from steiner.query.too_long import too_long
from steiner.retrieve.exact.alternatives import (
    answering_otherwise,
    as_chosen,
    asking_back,
)
from steiner.retrieve.exact.computed_rows import with_rows
from steiner.retrieve.exact.judged_table import JudgedTable, Timed, leads
from steiner.retrieve.exact.kind_asked import doubted, doubted_beside, less_sure
from steiner.retrieve.exact.row_judge import Offered
from steiner.settings import ExactSettings, Options


def with_computed(
    evidence: Evidence, timed: Timed, settings: ExactSettings, options: Options
) -> Evidence:
    """Return the evidence with what was computed, and with what a model said of the question."""
    if timed.judged:
        evidence = _with_table(evidence, timed.judged, settings, options)
    else:
        evidence = uncomputed(evidence, too_long(evidence.question), options)
    evidence = replace(_with_cut(evidence, timed.cut), usage=timed.model.usage)
    return less_sure(evidence) if timed.model.cannot else evidence


def uncomputed(evidence: Evidence, why: str, options: Options) -> Evidence:
    """Return the evidence where there is no table, and why; "" where that goes without saying."""
    options.without_choice()
    return _with_cut(doubted(evidence), why)


def _with_table(
    evidence: Evidence, judged: JudgedTable, settings: ExactSettings, options: Options
) -> Evidence:
    without, table = evidence, judged.table
    # How two things are connected is shown by what lies between them.
    leading = leads(judged) and not evidence.connection
    taken = judged.sure or settings.mode == "only" or leading
    if taken:
        evidence = with_rows(evidence, table, judged.reading, options)
        evidence = less_sure(evidence) if judged.strange else evidence
    else:
        evidence = _beside_table(doubted(evidence), judged, settings)
    # Rows of what the question names itself are no second opinion.
    shown = taken or ((judged.telling or not table.rows) and not evidence.connection)
    others = answering_otherwise(judged.others, evidence.answers)
    offered = [*([Offered(judged.reading, table)] if shown else []), *others]
    if options.choose:
        return as_chosen(without, offered, options)
    return replace(
        evidence,
        table=table if shown else None,
        exact=judged.sure,
        probable=taken and not judged.sure,
        alternatives=tuple(Alternative(o.table, o.reading.confidence) for o in others),
        asks_back=asking_back(evidence.question, offered),
    )


def _beside_table(evidence: Evidence, judged: JudgedTable, settings: ExactSettings) -> Evidence:
    """Return the paths' evidence, less sure where a table that does not answer speaks so."""
    if settings.trusts(judged.reading.confidence) and not judged.table.rows:
        return less_sure(evidence)  # It was looked for, and is not there.
    if evidence.connection:
        return evidence
    evidence = doubted_beside(evidence, judged.table)
    return less_sure(evidence) if judged.strange else evidence


def _with_cut(evidence: Evidence, cut: str) -> Evidence:
    return replace(evidence, cuts=(*evidence.cuts, cut)) if cut else evidence
