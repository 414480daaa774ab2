"""`hyperbaton tune`: fits parameters of metrics to human judgements."""

from __future__ import annotations

import argparse

from hyperbaton.cli.options.context import context_of, resources_of
from hyperbaton.cli.options.judged import (
    LAYOUT,
    add_data_options,
    add_run_options,
    add_scoring_options,
    cache_of,
    data_options,
    report_data,
    report_omissions,
)
from hyperbaton.meta.statistic_names import COUNTED

NAME = "tune"
HELP = "fit parameters of metrics to human judgements"
DESCRIPTION = f"""\
Finds the value of a parameter with which a metric agrees best with human judgements of segments.
Where scores are linear in the parameter, the optimum is exact; otherwise, or with --method
hill-climbing, hill climbing with random restarts finds it on a grid of a hundred steps. Report the
figure `held out`: it comes from segments on which the parameter was not tuned.

DATA is a folder in the layout of mt-metrics-eval; every file may be compressed (.gz):

{LAYOUT}"""
EPILOG = """\
examples:
  hyperbaton tune ribes --parameter alpha --range 0 1 --data demo/judged --lp de-en
  hyperbaton tune 'chrf(words=2)' --parameter beta --range 1 4 --data wmt13 --lp de-en fr-en --joint
  hyperbaton tune full --parameter alpha --data wmt13 --lp de-en --curve alpha.svg
  hyperbaton tune lrscore --parameter alpha --data wmt09 --lp de-en --objective consistency \\
      --method hill-climbing
tau drops pairs that a metric ties; tau-wmt14 and consistency count them. See docs/meta.md.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("metrics", nargs="+", metavar="METRIC", help="metrics to tune")
    parser.add_argument(
        "--parameter",
        nargs="+",
        required=True,
        metavar="NAME",
        help="what to tune; order.beta is beta of the metric nested as order",
    )
    parser.add_argument(
        "--range",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="values to try (default: all that the metric accepts)",
    )
    parser.add_argument("--data", required=True, metavar="DATA", help="folder of the test set")
    parser.add_argument(
        "--objective",
        default="tau",
        metavar="NAME",
        help=f"what to maximise: {', '.join(COUNTED)} (default: tau)",
    )
    parser.add_argument(
        "--joint", action="store_true", help="find one value for all language pairs"
    )
    parser.add_argument(
        "--folds",
        type=int,
        default=10,
        metavar="N",
        help="folds of cross-validation, 0 for none (default: 10)",
    )
    parser.add_argument(
        "--method",
        default="auto",
        metavar="NAME",
        help="how to search: auto, line-search, hill-climbing (default: auto)",
    )
    parser.add_argument(
        "--restarts",
        type=int,
        default=20,
        metavar="N",
        help="random starts of hill climbing (default: 20)",
    )
    add_data_options(parser)
    add_scoring_options(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json", "tsv"),
        default="text",
        help="how to print (default: text)",
    )
    parser.add_argument(
        "--curve",
        metavar="FILE",
        help="also write the objective over the parameter to FILE: .svg, .tsv or .json",
    )
    parser.add_argument(
        "--points", type=int, default=21, metavar="N", help="points of the curve (default: 21)"
    )
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> None:
    """Reads, tunes and prints."""
    from hyperbaton.cli.output import write_output
    from hyperbaton.meta import (
        Omissions,
        Scoring,
        read_judged_sets,
        tunable,
        tune_all,
        tuning_curve,
    )
    from hyperbaton.meta.tuning.curve import CURVE_FORMATS
    from hyperbaton.meta.tuning.report import FORMATS

    scoring = Scoring(
        tuple(arguments.metrics),
        context=context_of(arguments),
        cache=cache_of(arguments),
        resources=resources_of(arguments),
    )
    metrics = scoring.text_metrics
    low, high = arguments.range or (None, None)
    parameters = [[tunable(m, path, low, high) for path in arguments.parameter] for m in metrics]
    suffix = _curve_suffix(arguments)
    omissions = Omissions(skip=arguments.skip_missing)
    judged = read_judged_sets(arguments.data, arguments.lp, data_options(arguments), omissions)
    report_data(judged, arguments)
    sets = [scoring.tuning_set(each) for each in judged]
    names = ("joint", "folds", "method", "restarts", "seed")
    options = {name: getattr(arguments, name) for name in names}
    report = tune_all(metrics, parameters, sets, arguments.objective, **options)
    if suffix:
        single = [parameter for (parameter,) in parameters]
        curve = tuning_curve(metrics, single, sets, arguments.objective, arguments.points)
        write_output(CURVE_FORMATS[suffix](curve), arguments.curve)
    write_output(FORMATS[arguments.format](report), arguments.output)
    report_omissions(omissions, quiet=arguments.quiet)


def _curve_suffix(arguments: argparse.Namespace) -> str | None:
    """The ending of the curve's file, checked before anything is computed; None without one."""
    from hyperbaton.errors import OptionError
    from hyperbaton.meta.tuning.curve import CURVE_FORMATS, FEWEST_POINTS

    if arguments.curve is None:
        return None
    if len(arguments.parameter) > 1:
        raise OptionError("--curve: a curve is over one parameter")
    if arguments.points < FEWEST_POINTS:
        raise OptionError(f"--points: at least {FEWEST_POINTS} are needed, got {arguments.points}")
    for suffix in CURVE_FORMATS:
        if arguments.curve.endswith(suffix):
            return suffix
    raise OptionError(f"--curve: a file named {', '.join(CURVE_FORMATS)} is needed")
