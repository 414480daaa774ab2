"""All metrics, by name.

>>> from hyperbaton import metrics
>>> metric = metrics.parse("kendall(sqrt=true)")
>>> metric.permutation_score([1, 2, 4, 3]).evidence
{'inversions': 1, 'pairs': 6}
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hyperbaton.metrics.avg_op import AvgOp
from hyperbaton.metrics.base import Metric, Need
from hyperbaton.metrics.bleu import Bleu
from hyperbaton.metrics.cder import Cder
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.dted import Dted
from hyperbaton.metrics.f1 import F1
from hyperbaton.metrics.flagship import Hyperbaton
from hyperbaton.metrics.footrule import Footrule
from hyperbaton.metrics.full import Full
from hyperbaton.metrics.fuzzy import Fuzzy
from hyperbaton.metrics.hamming import Hamming
from hyperbaton.metrics.invwer import InvWer
from hyperbaton.metrics.kendall import Kendall
from hyperbaton.metrics.lrscore import LRScore
from hyperbaton.metrics.max_op import MaxOp
from hyperbaton.metrics.meteor import Meteor, MeteorFrag
from hyperbaton.metrics.nist import Nist
from hyperbaton.metrics.non_binary import NonBinary
from hyperbaton.metrics.parsing import parse_metric
from hyperbaton.metrics.pef import Pef
from hyperbaton.metrics.per import Per
from hyperbaton.metrics.permutation_metric import PermutationMetric, PermutationScore
from hyperbaton.metrics.pet import Pet
from hyperbaton.metrics.pet_count import PetCount
from hyperbaton.metrics.pet_size import PetSize
from hyperbaton.metrics.ribes import Ribes
from hyperbaton.metrics.rouge_s import RougeS
from hyperbaton.metrics.spearman import Spearman
from hyperbaton.metrics.ter import Ter
from hyperbaton.metrics.text_metric import TextMetric, TextScore
from hyperbaton.metrics.ulam import Ulam
from hyperbaton.metrics.wer import Wer

__all__ = [
    "METRICS",
    "PRESETS",
    "Metric",
    "Need",
    "PermutationMetric",
    "PermutationScore",
    "TextMetric",
    "TextScore",
    "parse",
]


def make_registry(*metrics: type[Metric]) -> Mapping[str, type[Metric]]:
    """A read-only table of metrics by name; two of the same name are refused."""
    table: dict[str, type[Metric]] = {}
    for metric in metrics:
        if metric.name in table:
            raise ValueError(f"two metrics are named {metric.name!r}")
        table[metric.name] = metric
    return MappingProxyType(table)


METRICS = make_registry(
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

# Other names for metrics with certain parameters, among them the metrics of the papers.
PRESETS: Mapping[str, str] = MappingProxyType(
    {
        "bleu1": "bleu(n=1)",
        "bleu4": "bleu",
        "avgbleu": "bleu(average=true)",
        "birch-osborne-2010": "lrscore(order=kendall,n=4)",
        "stanojevic-simaan-2014": "full(order=pef,lexical=bleu1,alpha=0.5)",
        "stanojevic-simaan-2016": "full(order=pet-size,lexical=f1,alpha=0.5,weighted=true)",
    }
)


def parse(text: str) -> Metric:
    """The metric written in `text`, such as `pef(beta=0.6)`."""
    return parse_metric(text, METRICS, PRESETS)
