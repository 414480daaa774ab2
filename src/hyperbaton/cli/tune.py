"""`hyperbaton tune`: fits parameters of metrics to human judgements."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hyperbaton.cli.alignment_options import add_alignment_options, aligner_of
from hyperbaton.cli.judged_options import (
    add_data_options,
    add_run_options,
    cache_of,
    data_options,
    report_omissions,
)
from hyperbaton.cli.text_options import add_text_options, preprocessing_of
from hyperbaton.cli.tree_options import add_parser_choice, parsing_of

if TYPE_CHECKING:
    from hyperbaton.cli.tune_formats import TuningCurve
    from hyperbaton.meta import JudgedSet, Tunable, TuningSet
    from hyperbaton.metrics import TextMetric

DESCRIPTION = """\
Finds the value of a parameter with which a metric agrees best with human judgements of segments.
Where scores are linear in the parameter the optimum is exact; otherwise hill climbing with random
restarts finds it on a grid of a hundred steps. The figure to report is `held out`: that of segments
on which the parameter was not tuned.
"""
EPILOG = """\
examples:
  hyperbaton tune ribes --parameter alpha --range 0 1 --data wmt13 --lp de-en
  hyperbaton tune 'chrf(words=2)' --parameter beta --range 1 4 --data wmt13 --lp de-en fr-en --joint
  hyperbaton tune ribes --parameter alpha --range 0 1 --data wmt13 --lp de-en --curve alpha.svg
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "tune",
        help="fit parameters of metrics to human judgements",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("metrics", nargs="+", metavar="METRIC", help="metrics to tune")
    parser.add_argument(
        "--parameter",
        nargs="+",
        required=True,
        metavar="NAME",
        help="what to tune; order.beta is beta of the metric nested as order",
    )
    parser.add_argument(
        "--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="default: the metric's own"
    )
    parser.add_argument("--data", required=True, metavar="DATA", help="folder of the test set")
    parser.add_argument(
        "--objective", default="tau", metavar="NAME", help="tau (default), consistency, …"
    )
    parser.add_argument("--joint", action="store_true", help="one value for all language pairs")
    parser.add_argument("--folds", type=int, default=10, metavar="N", help="default: 10; 0: none")
    parser.add_argument("--restarts", type=int, default=20, metavar="N", help="default: 20")
    add_data_options(parser)
    add_text_options(parser)
    add_alignment_options(parser)
    add_parser_choice(parser)
    parser.add_argument(
        "--format", choices=("text", "json", "tsv"), default="text", help="default: text"
    )
    parser.add_argument(
        "--curve",
        metavar="FILE",
        help="also write the objective over the parameter, as .svg, .tsv or .json",
    )
    parser.add_argument("--points", type=int, default=21, metavar="N", help="of the curve")
    add_run_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Reads, tunes and prints."""
    from hyperbaton.cli.output import write_output
    from hyperbaton.cli.tune_formats import FORMATS, TuningRow, write_curve
    from hyperbaton.meta import Omissions, read_judged_sets, tunable, tune
    from hyperbaton.scoring import text_metric

    metrics = [text_metric(text) for text in arguments.metrics]
    low, high = arguments.range or (None, None)
    parameters = [[tunable(m, path, low, high) for path in arguments.parameter] for m in metrics]
    _check_curve(arguments)
    omissions = Omissions(skip=arguments.skip_missing)
    judged = read_judged_sets(arguments.data, arguments.lp, data_options(arguments), omissions)
    sets = [_tuning_set(each, arguments) for each in judged]
    groups = {"all": sets} if arguments.joint else {s.scorer.data.pair: [s] for s in sets}
    options = {name: getattr(arguments, name) for name in ("folds", "restarts", "seed")}
    rows = [
        TuningRow(name, metric, tune(metric, chosen, group, arguments.objective, **options))
        for metric, chosen in zip(metrics, parameters, strict=True)
        for name, group in groups.items()
    ]
    if arguments.curve:
        write_curve(arguments.curve, _curve(metrics, parameters, sets, arguments))
    write_output(FORMATS[arguments.format](rows, arguments.objective), arguments.output)
    report_omissions(omissions, quiet=arguments.quiet)


def _tuning_set(judged: JudgedSet, arguments: argparse.Namespace) -> TuningSet:
    from hyperbaton.meta import Scorer, TuningSet

    scorer = Scorer(
        judged.data,
        preprocessing_of(arguments),
        settings=(aligner_of(arguments), parsing_of(arguments)),
        cache=cache_of(arguments),
        threads=arguments.threads,
        keep=True,
    )
    return TuningSet(scorer, judged.judgements.preferences)


def _curve(
    metrics: Sequence[TextMetric],
    parameters: Sequence[Sequence[Tunable]],
    sets: Sequence[TuningSet],
    arguments: argparse.Namespace,
) -> TuningCurve:
    """One line per metric and language pair, over the range of the first metric's parameter."""
    from hyperbaton.cli.tune_formats import TuningCurve
    from hyperbaton.meta import parameter_curve

    (first,) = parameters[0]
    steps = arguments.points - 1
    span = first.high - first.low
    values = [round(first.low + span * k / steps, 12) for k in range(arguments.points)]
    lines = {}
    for metric, (parameter,) in zip(metrics, parameters, strict=True):
        found = parameter_curve(metric, parameter, sets, arguments.objective, values)
        for data, line in zip(sets, found.T, strict=True):
            lines[f"{metric} {data.scorer.data.pair}"] = line.tolist()
    return TuningCurve(arguments.objective, first.path, values, lines)


def _check_curve(arguments: argparse.Namespace) -> None:
    from hyperbaton.cli.tune_formats import CURVE_FORMATS
    from hyperbaton.errors import OptionError

    if arguments.curve is None:
        return
    if len(arguments.parameter) > 1:
        raise OptionError("--curve: a curve is over one parameter")
    if not arguments.curve.endswith(CURVE_FORMATS):
        raise OptionError(f"--curve: a file named {', '.join(CURVE_FORMATS)} is needed")
    if arguments.points < 2:
        raise OptionError(f"--points: at least 2 are needed, got {arguments.points}")
