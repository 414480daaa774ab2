"""Agreement with sacreBLEU and jiwer on real outputs, where those are at hand."""

import jiwer
import pytest
import sacrebleu

from hyperbaton import Preparation, metrics

SEGMENTS = 2200
WORDS = {"tokenize": "none", "lowercase": False}


@pytest.fixture(scope="module", params=["de-en/online-A.txt", "cs-en/cu-zeman.2710.txt"])
def texts(request, wmt13):
    """Hypotheses and references of one system, as words joined by spaces."""
    pair = request.param.split("/")[0]
    words = Preparation("13a").split
    return [
        [" ".join(words(line)) for line in path.read_text(encoding="utf-8").split("\n")[:SEGMENTS]]
        for path in (
            wmt13 / "system-outputs" / request.param,
            wmt13 / "references" / f"{pair}.refA.txt",
        )
    ]


def ours(name, texts):
    hypotheses, references = texts
    metric = metrics.parse(name)
    return metric.corpus_score(hypotheses, [references], **WORDS).score


def test_bleu(texts):
    hypotheses, references = texts
    theirs = sacrebleu.BLEU(tokenize="none", force=True).corpus_score(hypotheses, [references])
    assert ours("bleu", texts) == theirs.score


def test_chrf(texts):
    hypotheses, references = texts
    for name, theirs in (
        ("chrf", sacrebleu.CHRF()),
        ("chrf(words=2)", sacrebleu.CHRF(word_order=2)),
    ):
        assert ours(name, texts) == theirs.corpus_score(hypotheses, [references]).score


def test_ter(texts):
    hypotheses, references = texts
    theirs = sacrebleu.TER(case_sensitive=True).corpus_score(hypotheses, [references]).score
    assert ours("ter", texts) == pytest.approx(theirs, abs=1e-12)


def test_wer(texts):
    hypotheses, references = texts
    assert ours("wer", texts) == pytest.approx(jiwer.wer(references, hypotheses), abs=1e-15)
