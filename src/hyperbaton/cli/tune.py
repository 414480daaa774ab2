"""`hyperbaton tune`: fits parameters or mixtures of metrics to human judgements."""

from __future__ import annotations

import argparse
from pathlib import Path

from hyperbaton import checks
from hyperbaton.checks import each_once
from hyperbaton.cli.judged import (
    LAYOUT,
    add_data_options,
    add_run_options,
    add_scoring_options,
    data_options,
    report_data,
    report_omissions,
    scoring_of,
)
from hyperbaton.cli.options import option, write_output
from hyperbaton.errors import OptionError
from hyperbaton.meta import (
    MixtureOptions,
    Omissions,
    fit_mixture,
    read_judged_folders,
    read_judged_sets,
    tunable,
    tune_all,
)
from hyperbaton.meta.logistic import L2
from hyperbaton.meta.mixture import HOLD_OUTS, STATISTIC, features_of
from hyperbaton.meta.pair_counts import COUNT_STATISTICS

DESCRIPTION = f"""\
Finds the value of a parameter with which a metric agrees best with human judgements of segments
(--parameter), or the weights with which several metrics do so together (--mix).

A parameter: where scores are linear in it, the optimum is exact; otherwise hill climbing with
random restarts finds it on a grid of a hundred steps. Report the
figure `held out`: it comes from segments on which the parameter was not tuned.

A mixture: weights come from logistic regression on the differences between the two outputs of
judged pairs (ties are left out), in which every language pair of every folder counts the same.
Error rates and other metrics with lower scores for better outputs are negated. Report the row
`mixture`: agreement on what --hold-out or --test kept away from the fit. Below it stand a mixture
in which all metrics are equally important, every metric alone, and the ceiling: free weights fitted
to the very set that they are measured on.

DATA is a folder in the layout of mt-metrics-eval; every file may be compressed (.gz):

{LAYOUT}"""
EPILOG = """\
examples:
  hyperbaton tune ribes --parameter alpha --range 0 1 --data demo/judged --lp de-en
  hyperbaton tune 'chrf(words=2)' --parameter beta --range 1 4 --data wmt13 --lp de-en fr-en --joint
  hyperbaton tune lrscore --parameter alpha --data wmt09 --lp de-en --objective consistency
  hyperbaton tune --mix chrf meteor 'hyperbaton(part=order)' --data demo/judged --lp de-en
  hyperbaton tune --mix chrf meteor ter --data wmt13 wmt15 --lp cs-en de-en fi-en \\
      --hold-out year pair
  hyperbaton tune --mix chrf meteor ter --data wmt13 --test wmt15 --lp cs-en de-en fi-en
tau drops pairs that a metric ties; the others count them. See 'hyperbaton docs meta'.
"""
# Options of one way of tuning only, with their defaults.
PARAMETER_ONLY = {
    "range": None,
    "objective": STATISTIC,
    "joint": False,
}
MIXTURE_ONLY = {
    "free": False,
    "l2": L2,
    "hold_out": ["segments"],
    "test": [],
    "statistic": STATISTIC,
}
NOTHING = "none"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.set_defaults(**PARAMETER_ONLY, **MIXTURE_ONLY)
    option(parser, "metrics METRIC+", "metrics to tune or to mix")
    goal = parser.add_mutually_exclusive_group(required=True)
    text = "what to tune; order.beta is beta of the metric nested as order"
    option(goal, "--parameter NAME+", text)
    option(goal, "--mix", "fit the weights of a mixture of the metrics")
    text = "folder of the test set; with --mix several, each with those of the --lp that it has"
    option(parser, "--data DATA+", text, required=True)
    text = "folds of cross-validation over segments, 0 for none"
    option(parser, "--folds N", text, range=checks.FOLDS, default=10)
    _add_parameter_options(parser.add_argument_group("with --parameter"))
    _add_mixture_options(parser.add_argument_group("with --mix"))
    add_data_options(parser)
    add_scoring_options(parser)
    option(parser, "--format", "how to print", choices=("text", "json", "tsv"), default="text")
    add_run_options(parser)


def _add_parameter_options(group: argparse._ArgumentGroup) -> None:
    otherwise = "all that the metric accepts"
    option(group, "--range LOW HIGH", "values to try", range=checks.BOUND, otherwise=otherwise)
    text = f"what to maximise: {', '.join(COUNT_STATISTICS)}"
    option(group, "--objective NAME", text, otherwise=STATISTIC)
    option(group, "--joint", "find one value for all language pairs")


def _add_mixture_options(group: argparse._ArgumentGroup) -> None:
    option(group, "--free", "allow negative weights", otherwise="0 or more")
    text = "penalty of squared weights of standardised metrics"
    option(group, "--l2 X", text, range=checks.PENALTY, default=L2)
    text = (
        "hold out in turn: year (each DATA), pair (each language pair in all of them), "
        "segments (each fold of them); or none (default: segments)"
    )
    ways = (*HOLD_OUTS, NOTHING)
    group.add_argument("--hold-out", nargs="+", choices=ways, metavar="HOW", help=text)
    option(group, "--test DATA+", "held-out test folders")
    text = "agreement to report: one of the objectives"
    option(group, "--statistic NAME", text, otherwise=STATISTIC)


def run(arguments: argparse.Namespace) -> None:
    """Reads, tunes and prints."""
    _check_options(arguments)
    omissions = Omissions(skip=arguments.skip_missing)
    (_fit_mixture if arguments.mix else _tune_parameters)(arguments, omissions)
    report_omissions(omissions, quiet=arguments.quiet)


def _tune_parameters(arguments: argparse.Namespace, omissions: Omissions) -> None:
    scoring = scoring_of(arguments)
    metrics = scoring.text_metrics
    low, high = arguments.range or (None, None)
    parameters = [[tunable(m, path, low, high) for path in arguments.parameter] for m in metrics]
    (folder,) = arguments.data
    judged = read_judged_sets(folder, arguments.lp, data_options(arguments, folder), omissions)
    report_data(judged, arguments)
    sets = [scoring.tuning_set(each) for each in judged]
    names = ("objective", "joint", "folds", "seed")
    report = tune_all(metrics, parameters, sets, **{n: getattr(arguments, n) for n in names})
    write_output(getattr(report, f"to_{arguments.format}")(), arguments.output)


def _fit_mixture(arguments: argparse.Namespace, omissions: Omissions) -> None:
    options = _mixture_options(arguments)
    scoring = scoring_of(arguments)
    features_of(scoring.text_metrics)
    folders = [*arguments.data, *arguments.test]
    chosen = {folder: data_options(arguments, folder) for folder in folders}
    judged = read_judged_folders(chosen, arguments.lp, omissions)
    report_data(judged, arguments)
    fitted = [each for each in judged if each.data.folder in arguments.data]
    test = [each for each in judged if each.data.folder in arguments.test]
    mixture = fit_mixture(fitted, scoring, options, test=test, omissions=omissions)
    write_output(getattr(mixture, f"to_{arguments.format}")(), arguments.output)


def _mixture_options(arguments: argparse.Namespace) -> MixtureOptions:
    hold_out = arguments.hold_out
    if NOTHING in hold_out and len(hold_out) > 1:
        raise OptionError(f"--hold-out: {NOTHING} stands alone")
    left_out = (NOTHING, "segments") if arguments.folds == 0 else (NOTHING,)
    return MixtureOptions(
        nonnegative=not arguments.free,
        l2=arguments.l2,
        hold_out=tuple(how for how in hold_out if how not in left_out),
        folds=arguments.folds,
        statistic=arguments.statistic,
        seed=arguments.seed,
    )


def _check_options(arguments: argparse.Namespace) -> None:
    """Refuses options that say nothing about what was asked for, and what is named twice."""
    each_once(arguments.parameter or (), "--parameter")
    goal, other = ("--mix", PARAMETER_ONLY) if arguments.mix else ("--parameter", MIXTURE_ONLY)
    for name, default in other.items():
        if getattr(arguments, name) != default:
            raise OptionError(f"--{name.replace('_', '-')} does not go with {goal}; leave it out")
    if not arguments.mix and len(arguments.data) > 1:
        raise OptionError("--data: a parameter is tuned on one folder; --mix takes several")
    seen = set()
    for folder in (*arguments.data, *arguments.test):
        path = Path(folder).resolve()
        if path in seen:
            raise OptionError(f"duplicate {folder} in --data and --test")
        seen.add(path)
