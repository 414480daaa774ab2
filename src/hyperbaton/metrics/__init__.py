"""All metrics, by name.

>>> from hyperbaton import metrics
>>> metric = metrics.parse("kendall(sqrt=true)")
>>> metric.permutation_score([1, 2, 4, 3]).evidence
{'inversions': 1, 'pairs': 6}
>>> metrics.Pef(beta=0.3) == metrics.parse("pef(beta=0.3)")
True
"""

from __future__ import annotations

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
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric, PermutationScore
from hyperbaton.metrics.permutation.pet import Pet
from hyperbaton.metrics.permutation.pet_count import PetCount
from hyperbaton.metrics.permutation.pet_size import PetSize
from hyperbaton.metrics.permutation.spearman import Spearman
from hyperbaton.metrics.permutation.ulam import Ulam
from hyperbaton.metrics.registry import METRICS, as_metric, as_metrics, parse
from hyperbaton.metrics.text_metric import TextMetric, TextScore
from hyperbaton.metrics.tree.dted import Dted

__all__ = [
    "F1",
    "METRICS",
    "AvgOp",
    "Bleu",
    "Cder",
    "Chrf",
    "Dted",
    "Footrule",
    "Full",
    "Fuzzy",
    "Hamming",
    "Hyperbaton",
    "InvWer",
    "Kendall",
    "LRScore",
    "MaxOp",
    "Meteor",
    "MeteorFrag",
    "Metric",
    "Nist",
    "NonBinary",
    "Pef",
    "Per",
    "PermutationMetric",
    "PermutationScore",
    "Pet",
    "PetCount",
    "PetSize",
    "Ribes",
    "RougeS",
    "Spearman",
    "Ter",
    "TextMetric",
    "TextScore",
    "Ulam",
    "Wer",
    "as_metric",
    "as_metrics",
    "parse",
]
