"""All metrics, also with other than default parameters, and a parser without a model."""

from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import metrics
from hyperbaton.metrics import METRICS
from hyperbaton.parsing import Parser
from hyperbaton.trees import DependencyTree

# Metrics with other than default parameters that the contract covers too.
VARIANTS = [
    "kendall(sqrt=true)",
    "fuzzy(boundaries=true)",
    "pet(beta=0.3,gamma=0.5)",
    "pet(variant=released)",
    "pet(beta=0.4,op=spearman)",
    "pef(beta=0.3,gamma=0.5)",
    "pef(variant=released)",
    "pef(op=kendall)",
    "pef(beta=0.3,op=ulam)",
    "pef(beta=0.2,gamma=0.5,variant=released)",
    "wer(accuracy=true)",
    "wer(weighted=false)",
    "per(accuracy=true,weighted=false)",
    "cder(accuracy=true)",
    "ter(accuracy=true)",
    "ter(weighted=false)",
    "ter(normalized=true,no_punct=true)",
    "invwer(accuracy=true)",
    "eed(alpha=1,rho=0.5)",
    "invwer(c_inv=0.5,c_sub=1.5)",
    "bleu(n=1)",
    "bleu(average=true,weighted=true)",
    "bleu(smooth=floor,smooth_value=0.5)",
    "chrf(words=2)",
    "chrf(whitespace=true,eps_smoothing=true)",
    "nist(n=2)",
    "ribes(alpha=0.5)",
    "rouge-s(skip=2)",
    "spearman(bp=false)",
    "footrule(bp=false)",
    "hamming(bp=false)",
    "ulam(bp=false)",
    "pet-size(bp=false)",
    "pet-count(bp=false)",
    "max-op(bp=false)",
    "avg-op(bp=false)",
    "non-binary(bp=false)",
    "meteor(task=adq)",
    "meteor-frag(task=hter)",
    "lrscore(order=hamming,n=1,alpha=0.3)",
    "full(order=ulam,lexical=chrf,alpha=0.2)",
    "full(order=pet-size,lexical=f1,weighted=true)",
    "hyperbaton(part=order)",
    "hyperbaton(part=lexical)",
    "dted(scale=unit,head=inline)",
    "dted(flat=true,weighted=true)",
]
OVER_SOURCE = ["literalness", "gratuitousness"]  # no text has a score without its source
ALL = [metrics.parse(text) for text in [*METRICS, *VARIANTS] if text not in OVER_SOURCE]


@dataclass(frozen=True)
class GreedyParser(Parser):
    """Without a model: a word depends on the nearest word before it that is smaller."""

    name: ClassVar[str] = "greedy"
    summary: ClassVar[str] = "for tests"
    version: ClassVar[str] = "1"

    def load(self):
        return self

    def parse(self, segments, _threads):
        return [(self.tree(words),) for words in segments]

    def tree(self, words):
        heads = [
            max((j + 1 for j in range(k) if words[j] < word), default=0)
            for k, word in enumerate(words)
        ]
        return DependencyTree(tuple(words), tuple(heads), tuple(words))


@dataclass(frozen=True)
class LazyParser(GreedyParser):
    """The other way round: a word depends on the nearest word after it that is larger."""

    name: ClassVar[str] = "lazy"

    def tree(self, words):
        heads = [
            min((j + 1 for j in range(k + 1, len(words)) if words[j] > word), default=0)
            for k, word in enumerate(words)
        ]
        return DependencyTree(tuple(words), tuple(heads), tuple(words[::-1]))
