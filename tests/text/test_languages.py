"""What is accepted as a language, which language a text is in, and how that splits text."""

import warnings

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from processes import run
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from hyperbaton import Preparation, TestSet, score, score_batches
from hyperbaton.errors import OptionError
from hyperbaton.metrics import Bleu, Kendall, Ter
from hyperbaton.text import tokenizers
from hyperbaton.text.languages import LanguageNotice, as_language, detected_language
from hyperbaton.text.tokenizers import load_tokenizer, tokenizer_in

CHINESE = [
    "他们在大厅里等到中午。",
    "会议于2021年5月3日在北京召开,有1,000人参加。",
    "我喜欢 iPhone 手机!",
]
MIXED_UP = [
    "他们等到中午在大厅里。",
    "会议在北京于2021年5月3日召开,有1,000人参加。",
    "我喜欢手机 iPhone!",
]
PAIRS = [(output, [reference]) for output, reference in zip(MIXED_UP, CHINESE, strict=True)]
FRENCH = [
    "Le président a dit que les élus de la ville ne sont pas d'accord avec ce projet de loi.",
    "Il y a plus de dix ans que nous vivons dans cette maison et elle est très belle.",
]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *(("en", "en"), ("EN", "en"), ("eng", "en"), ("en-US", "en"), ("en_us", "en")),
        *(("deu", "de"), ("ger", "de"), ("German", "de"), ("de-CH", "de"), ("de-ch", "de")),
        *(("pt-br", "pt"), ("zh-Hant-TW", "zh"), ("cmn_Hans", "zh"), ("sr-Latn", "sr")),
        *(("nb", "no"), ("iw", "he"), ("yue", "yue"), ("Upper Sorbian", "hsb")),
        *(("de-en", "en"), ("en-zh", "zh"), ("deu-eng", "en"), ("cs-uk", "uk")),
    ],
)
def test_what_people_write_for_a_language(written, code):
    assert as_language(written) == code
    assert Preparation(language=written).language == code
    assert Preparation(aligner=f"best(language={code})", language=written).language == code


@pytest.mark.parametrize("written", ["xx", "", "qqq", "en-", "de-x", "english text", 3])
def test_what_is_not_a_language(written):
    with pytest.raises(OptionError, match=r"language: .* is not a language; .*rite a code"):
        Preparation(language=written)


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (CHINESE, "zh"),
        (["駅前で友人に会った。"], "ja"),
        (["회의는 베이징에서 열렸다."], "ko"),
        (["สวัสดีครับ"], "th"),
        (["كان الاجتماع في بكين"], "ar"),
        (FRENCH, "fr"),
        (["the cats of Berlin and the dogs"], None),  # too short to tell
        (["a b c d e f g"] * 100, None),
        ([], None),
        ([""], None),
    ],
)
def test_text_is_recognised_where_that_is_certain(texts, code):
    assert detected_language(texts) == code


def test_text_is_scored_in_the_language_it_is_in():
    said = score(FRENCH, [FRENCH[::-1]], "kendall", language="fr")
    assert score(FRENCH, [FRENCH[::-1]], "kendall").to_dict() == said.to_dict()
    assert "|lang:fr|" in Kendall().corpus_score(FRENCH, [FRENCH]).signature
    with pytest.warns(LanguageNotice, match=r"looks like French \(fr\), but is scored as English"):
        report = score(FRENCH, [FRENCH], "kendall", language="en")
    assert "|lang:en|" in report["kendall"].signature
    with pytest.warns(LanguageNotice, match="scored as German"):
        score(FRENCH, TestSet([FRENCH], language="de"), "kendall")


def test_commands_say_which_language_they_take(write):
    reference, output = write("ref", "\n".join(CHINESE)), write("out", "\n".join(MIXED_UP))
    files = ("score", reference, "-i", output, "-m", "bleu", "kendall")
    found = run(*files).stderr
    assert "hyperbaton: the text is Chinese, and scored as such (--language zh); choose" in found
    assert "bleu:" not in found
    quiet = run(*files, "-q", "--language", "en").stderr
    assert "hyperbaton: the text looks like Chinese (zh), but is scored as English (en)" in quiet
    assert run(*files[:-1], "-q").stderr == ""


def test_batches_keep_to_the_language_that_is_said():
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
    rows = pa.table({"hyp": MIXED_UP, "ref": CHINESE})
    for options, tokens in (({}, "13a"), ({"language": "zh"}, "zh")):
        expected = [Bleu().sentence_score(*pair, tokenize=tokens).score for pair in PAIRS]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            (batch,) = score_batches(rows, "bleu", **options)
        assert [str(each.category.__name__) for each in caught] == ["LanguageNotice"] * (
            not options
        )
        assert batch.column("bleu").to_pylist() == pytest.approx(expected)


# Tokenizers by language


@pytest.mark.parametrize("chosen", [{}, {"language": "zh"}, {"language": "en-zh"}])
def test_chinese_is_scored_as_by_sacrebleu(chosen):
    theirs = sacrebleu.BLEU(trg_lang="zh").corpus_score(MIXED_UP, [CHINESE]).score
    ours = Bleu().corpus_score(MIXED_UP, [CHINESE], **chosen)
    assert (ours.score, "|tok:zh|" in ours.signature) == (theirs, True)
    theirs = sacrebleu.TER(normalized=True, asian_support=True).corpus_score(MIXED_UP, [CHINESE])
    ours = Ter().corpus_score(MIXED_UP, [CHINESE], **chosen)
    assert ours.score == pytest.approx(theirs.score)
    assert "|tok:tercom-asian|" in ours.signature


@pytest.mark.parametrize("installed", [True, False])
def test_japanese_and_korean_need_mecab_for_sacrebleus_words(monkeypatch, installed):
    monkeypatch.setattr(tokenizers, "find_spec", lambda name: installed)
    wanted = ("ja-mecab", "ko-mecab") if installed else ("unicode", "13a")
    assert tuple(tokenizer_in(code, "13a") for code in ("ja", "ko")) == wanted
    assert tokenizer_in("th", "13a") == tokenizer_in("km", "none") == "unicode"
    assert tokenizer_in("de", "13a") == "13a"
    assert tokenizer_in("zh", "unicode") == "unicode"


PIECES = st.sampled_from(
    [*"aB9.,-'& ;\"(){}~/!？。、「）：中文駅前コーヒー한“—€\u3000\n", "'s ", "&lt;"]
)


@given(st.lists(PIECES).map("".join) | st.text())
def test_tokenizers_of_chinese_are_sacrebleus(text):
    assert load_tokenizer("zh")(text) == TokenizerZh()(text).split()
    for name, asian in (("tercom", False), ("tercom-asian", True)):
        theirs = TercomTokenizer(normalized=True, asian_support=asian, case_sensitive=True)
        assert load_tokenizer(name)(text) == theirs(text).split()
