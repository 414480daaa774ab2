"""`hyperbaton tune`: fits a parameter or a mixture of metrics to human judgements."""

from __future__ import annotations

import argparse

from hyperbaton import checks
from hyperbaton.checks import each_once
from hyperbaton.cli.judged import (
    LAYOUT,
    add_data_options,
    add_scoring_options,
    data_options,
    report_data,
    scoring_of,
    write_result,
)
from hyperbaton.cli.options import option, shared
from hyperbaton.errors import OptionError
from hyperbaton.meta import Omissions, fit_mixture, read_judged_sets, tunable, tune_all
from hyperbaton.meta.measures import COUNT_STATISTICS
from hyperbaton.meta.mixture import HOLD_OUTS
from hyperbaton.meta.tuning import STATISTIC
from hyperbaton.tables.tabular import Tabular

DESCRIPTION = f"""\
Finds the value of a parameter with which a metric agrees best with human judgements of segments
(--parameter), or the weights with which several metrics do so together (--mix).

A parameter: where scores are linear in it, the optimum is exact; otherwise a hundred steps between
its bounds are tried. Report the figure `held out`: it comes from segments on which the parameter
was not tuned.

A mixture: weights come from logistic regression on the differences between the two outputs of
judged pairs (ties are left out), in which every language pair of every folder counts the same.
Metrics with lower scores for better outputs are negated. Report the row `mixture`: agreement on
what --hold-out kept away from the fit. Below it are a mixture in which all metrics are equally
important, every metric alone, and the ceiling: free weights fitted to the very set that they are
measured on.

DATA is a folder in the layout of mt-metrics-eval; every file may be compressed (.gz):

{LAYOUT}"""
EPILOG = """\
examples:
  hyperbaton tune ribes --parameter alpha --range 0 1 --data demo/judged --lp de-en
  hyperbaton tune --mix chrf meteor 'hyperbaton(part=order)' --data demo/judged --lp de-en
  hyperbaton tune --mix chrf meteor ter --data wmt13 wmt15 --lp cs-en de-en fi-en --hold-out year
tau drops pairs that a metric ties; the others count them. See 'hyperbaton docs meta'.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "metrics METRIC+", "metrics to tune or to mix")
    goal = parser.add_mutually_exclusive_group(required=True)
    text = "what to tune; order.beta is beta of the metric nested as order"
    option(goal, "--parameter NAME", text)
    option(goal, "--mix", "fit the weights of a mixture of the metrics")
    text = "folders of test sets, each with those of the --lp that it has"
    option(parser, "--data DATA+", text, required=True)
    text = f"agreement to maximise, or to report of a mixture: {', '.join(COUNT_STATISTICS)}"
    option(parser, "--statistic NAME", text, default=STATISTIC, otherwise=STATISTIC)
    text = "folds of cross-validation over segments, 0 for none"
    option(parser, "--folds N", text, range=checks.FOLDS, default=10)
    text = "with --parameter: values to try"
    otherwise = "all that the metric accepts"
    option(parser, "--range LOW HIGH", text, range=checks.BOUND, otherwise=otherwise)
    text = "with --mix: measure each fold of segments, each language pair or each DATA (year)"
    option(parser, "--hold-out", text, choices=tuple(HOLD_OUTS), otherwise="segments")
    add_data_options(parser)
    add_scoring_options(parser)
    option(parser, "--format", "how to print", choices=("text", "json"), default="text")
    shared(parser, "seed", "threads", "output", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, tunes and prints."""
    if arguments.parameter and arguments.hold_out:
        raise OptionError("--hold-out does not go with --parameter")
    if arguments.mix and arguments.range:
        raise OptionError("--range does not go with --mix")
    omissions = Omissions(skip=arguments.skip_missing)
    scoring = scoring_of(arguments)
    bounds = arguments.range or (None, None)
    parameters = [
        tunable(metric, arguments.parameter, *bounds)
        for metric in (scoring.text_metrics if arguments.parameter else ())
    ]
    folders = each_once(arguments.data, "--data")
    sets = read_judged_sets(folders, arguments.lp, data_options(arguments), omissions)
    report_data(sets, arguments)
    settings = {name: getattr(arguments, name) for name in ("folds", "statistic", "seed")}
    report: Tabular
    if arguments.parameter:
        report = tune_all(sets, scoring, parameters, **settings)
    else:
        hold_out = arguments.hold_out or ("segments" if arguments.folds else None)
        report = fit_mixture(sets, scoring, omissions, hold_out=hold_out, **settings)
    write_result(getattr(report, f"to_{arguments.format}")(), omissions, arguments)
