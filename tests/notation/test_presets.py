"""Names that stand for metrics with certain parameters."""

import pytest

from hyperbaton import metrics
from hyperbaton.errors import NotationError
from hyperbaton.metrics import METRICS


@pytest.mark.parametrize(
    ("preset", "meant"),
    [
        ("bleu1", "bleu(n=1)"),
        ("stanojevic-simaan-2014", "full(order=pef(beta=0.6),lexical=bleu(n=1),alpha=0.5)"),
        (
            "stanojevic-simaan-2016(alpha=0.3)",
            "full(order=pet-size,lexical=f1,alpha=0.3,weighted=true)",
        ),
        ("birch-osborne-2010(n=1)", "lrscore(order=kendall,n=1)"),
        ("full(lexical=bleu1(smooth=floor))", "full(lexical=bleu(n=1,smooth=floor))"),
    ],
)
def test_presets_stand_for_metric_strings(preset, meant):
    assert metrics.parse(preset) == metrics.parse(meant)


def test_presets_do_not_hide_metrics_and_an_unknown_name_is_still_unknown():
    assert not set(METRICS.presets) & set(METRICS)
    with pytest.raises(NotationError, match="there is no metric 'bleu9'"):
        metrics.parse("bleu9")
