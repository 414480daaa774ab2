"""All metrics, by name, and presets: names of metrics with certain parameters."""

from __future__ import annotations

from hyperbaton.checks import as_list, each_once, is_list, shown
from hyperbaton.errors import ArgumentTypeError, OptionError
from hyperbaton.metrics.alignment.meteor import Meteor, MeteorFrag
from hyperbaton.metrics.base import Metric
from hyperbaton.metrics.edit.cder import Cder
from hyperbaton.metrics.edit.invwer import InvWer
from hyperbaton.metrics.edit.per import Per
from hyperbaton.metrics.edit.ter import Ter
from hyperbaton.metrics.edit.wer import Wer
from hyperbaton.metrics.flagship.hyperbaton import Hyperbaton
from hyperbaton.metrics.mixed.full import Full
from hyperbaton.metrics.mixed.lrscore import LRScore
from hyperbaton.metrics.ngram.bleu import Bleu
from hyperbaton.metrics.ngram.chrf import Chrf
from hyperbaton.metrics.ngram.f1 import F1
from hyperbaton.metrics.ngram.nist import Nist
from hyperbaton.metrics.ngram.ribes import Ribes
from hyperbaton.metrics.ngram.rouge_s import RougeS
from hyperbaton.metrics.permutation.avg_op import AvgOp
from hyperbaton.metrics.permutation.footrule import Footrule
from hyperbaton.metrics.permutation.fuzzy import Fuzzy
from hyperbaton.metrics.permutation.hamming import Hamming
from hyperbaton.metrics.permutation.kendall import Kendall
from hyperbaton.metrics.permutation.max_op import MaxOp
from hyperbaton.metrics.permutation.non_binary import NonBinary
from hyperbaton.metrics.permutation.pef import Pef
from hyperbaton.metrics.permutation.pet import Pet
from hyperbaton.metrics.permutation.pet_count import PetCount
from hyperbaton.metrics.permutation.pet_size import PetSize
from hyperbaton.metrics.permutation.spearman import Spearman
from hyperbaton.metrics.permutation.ulam import Ulam
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.metrics.tree.dted import Dted
from hyperbaton.values import NamedValues

METRICS: NamedValues[Metric] = NamedValues(
    "metric",
    {
        kind.name: kind
        for kind in (
            Kendall,
            Spearman,
            Footrule,
            Hamming,
            Ulam,
            Fuzzy,
            Pet,
            Pef,
            PetSize,
            PetCount,
            MaxOp,
            AvgOp,
            NonBinary,
            Wer,
            Per,
            Cder,
            Ter,
            InvWer,
            Bleu,
            Chrf,
            Nist,
            Ribes,
            RougeS,
            F1,
            Meteor,
            MeteorFrag,
            LRScore,
            Full,
            Dted,
            Hyperbaton,
        )
    },
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
)


def parse(text: str) -> Metric:
    """The metric written in `text`, such as `pef(beta=0.6)`."""
    return METRICS.parse(text)


def as_metrics(value: object) -> list[Metric]:
    """Metrics, from one or several, each a metric string or a metric.

    Raises:
        OptionError: one is neither.
        NotationError: a string is wrong.
    """
    if is_list(value):
        return list(map(as_metric, as_list(value, "metrics")))
    return [as_metric(value)]


def as_metric(value: object) -> Metric:
    """A metric, from a metric string or as it is.

    Raises:
        OptionError: it is neither.
        NotationError: the string is wrong.
    """
    if isinstance(value, str):
        return parse(value)
    if not isinstance(value, Metric):
        raise ArgumentTypeError(
            "metrics",
            "metric strings such as 'pef(beta=0.6)' or metrics such as Pef(beta=0.6)",
            shown(value),
        )
    return value


def text_metrics(metrics: object) -> tuple[TextMetric, ...]:
    """Metrics that score text, each followed by those it is made of, as far as it reports them.

    Raises:
        OptionError: there is none, one is named twice, or one does not score text.
        NotationError: a string is wrong.
    """
    chosen = [text_metric(metric) for metric in as_metrics(metrics)]
    if not chosen:
        raise OptionError("metrics: at least one is needed")
    each_once(chosen, "metrics")
    return tuple(dict.fromkeys(part for metric in chosen for part in (metric, *metric.parts)))


def text_metric(metric: object) -> TextMetric:
    """A metric that scores text, from a metric string or as it is."""
    parsed = as_metric(metric)
    if not isinstance(parsed, TextMetric):
        raise OptionError(f"{parsed}: does not score text")
    return parsed
