"""All metrics, by name: `BLEU` or `Bleu`, `Kendall`, `Pef` …; `list()` has the names of all.

>>> from hyperbaton import metrics
>>> metric = metrics.parse("kendall(sqrt=true)")
>>> metric.permutation_score([2, 1])
0.0
>>> metrics.Pef(beta=0.3) == metrics.parse("pef(beta=0.3)")
True
"""

# ruff: noqa: F403

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperbaton.checks import as_list, each_once, is_list, shown
from hyperbaton.errors import OptionError
from hyperbaton.metrics.base import Metric, TextScore
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.values import NamedValues

if TYPE_CHECKING:
    from hyperbaton.metrics.dted import *
    from hyperbaton.metrics.edit_rates import *
    from hyperbaton.metrics.hyperbaton import *
    from hyperbaton.metrics.meteor import *
    from hyperbaton.metrics.mixed import *
    from hyperbaton.metrics.ngrams import *
    from hyperbaton.metrics.permutation_metric import *
    from hyperbaton.metrics.shared_words import *
    from hyperbaton.metrics.source_order import *
    from hyperbaton.metrics.tree_measures import *

# Each metric once: its name, and the module of this room and the class that it is. A module is
# imported when one of its metrics is first asked for.
PLACES = {
    "kendall": "permutation_metric:Kendall",
    "spearman": "permutation_metric:Spearman",
    "footrule": "permutation_metric:Footrule",
    "hamming": "permutation_metric:Hamming",
    "ulam": "permutation_metric:Ulam",
    "fuzzy": "permutation_metric:Fuzzy",
    "pet": "tree_measures:Pet",
    "pef": "tree_measures:Pef",
    "pet-size": "tree_measures:PetSize",
    "pet-count": "tree_measures:PetCount",
    "max-op": "tree_measures:MaxOp",
    "avg-op": "tree_measures:AvgOp",
    "non-binary": "tree_measures:NonBinary",
    "wer": "edit_rates:Wer",
    "per": "edit_rates:Per",
    "cder": "edit_rates:Cder",
    "ter": "edit_rates:Ter",
    "invwer": "edit_rates:InvWer",
    "eed": "edit_rates:Eed",
    "bleu": "ngrams:Bleu",
    "chrf": "ngrams:Chrf",
    "nist": "ngrams:Nist",
    "ribes": "shared_words:Ribes",
    "rouge-s": "shared_words:RougeS",
    "f1": "shared_words:F1",
    "meteor": "meteor:Meteor",
    "meteor-frag": "meteor:MeteorFrag",
    "lrscore": "mixed:LRScore",
    "full": "mixed:Full",
    "dted": "dted:Dted",
    "literalness": "source_order:Literalness",
    "gratuitousness": "source_order:Gratuitousness",
    "hyperbaton": "hyperbaton:Hyperbaton",
}

# Learned metrics and others that people ask for; `hyperbaton meta` compares given scores.
OF_OTHER_TOOLS = (
    *("bartscore", "bertscore", "bleurt", "comet", "cometkiwi", "xcomet", "gemba", "metricx"),
    *("moverscore", "prism", "rouge", "rouge-l", "unite", "yisi"),
)

METRICS: NamedValues[Metric] = NamedValues(
    "metric",
    {name: f"{__package__}.{place}" for name, place in PLACES.items()},
    presets={
        "bleu1": "bleu(n=1)",
        "bleu4": "bleu",
        "avgbleu": "bleu(average=true)",
        "chrf++": "chrf(words=2)",
        "birch-osborne-2010": "lrscore(order=kendall,n=4)",
        "stanojevic-simaan-2014": "full(order=pef,lexical=bleu1,alpha=0.5)",
        "stanojevic-simaan-2016": "full(order=pet-size,lexical=f1,alpha=0.5,weighted=true)",
    },
    listing="hyperbaton metrics",
    elsewhere={
        name: f"{name} is not computed by hyperbaton; give its scores with --scores "
        "(hyperbaton meta)"
        for name in OF_OTHER_TOOLS
    },
)

# As papers write them; `__getattr__` takes any case.
ACRONYMS = (
    *("BLEU", "CDER", "DTED", "EED", "METEOR", "NIST"),
    *("PEF", "PER", "PET", "RIBES", "TER", "WER"),
)

_CLASSES = {place.partition(":")[2]: name for name, place in PLACES.items()}

__all__ = [*_CLASSES, "METRICS", "Metric", "PermutationMetric", "TextScore", "parse"]


def __getattr__(name: str) -> Any:
    """The classes of all metrics, however their names are written, and `list`."""
    if name == "list":  # not defined above, where it would hide Python's own
        return METRICS.names
    found = _CLASSES.get(name) or METRICS.spelling(name)
    if found in METRICS:
        return METRICS[found]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *ACRONYMS, "as_metric", "as_metrics", "list"]


def parse(text: str) -> Metric:
    """The metric written in `text`, like `pef(beta=0.6)`."""
    return METRICS.parse(text)


def as_metric(value: Any) -> Metric:
    """A metric, from a metric string or as it is.

    Raises:
        NotationError: the string is wrong.
    """
    if isinstance(value, str):
        return parse(value)
    if not isinstance(value, Metric):
        raise TypeError(f"metrics: expected Metric or str like 'pef', got {shown(value)}")
    return value


def as_metrics(value: object) -> list[Metric]:
    """Metrics, from one or several, each a metric, or a string of one or several with commas."""
    listed: list[Any] = list(as_list(value, "metrics")) if is_list(value) else [value]
    return [
        metric
        for each in listed
        for metric in (METRICS.parse_several(each) if isinstance(each, str) else [as_metric(each)])
    ]


def text_metrics(metrics: object) -> tuple[Metric, ...]:
    """Metrics, each followed by those it is made of, as far as it reports them.

    Raises:
        OptionError: there is none, or one is named twice.
    """
    chosen = as_metrics(metrics)
    if not chosen:
        raise OptionError("metrics: at least one is needed")
    each_once(chosen, "metrics")
    return tuple(dict.fromkeys(part for metric in chosen for part in (metric, *metric.parts)))
