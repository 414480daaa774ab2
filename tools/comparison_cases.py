"""The commands that tools/compare_checkouts.py runs in each checkout, by name.

A case is one line: the arguments of hyperbaton, where `;` separates commands that run one after the
other in the same folder and `<` gives a file as standard input. In that folder are `demo`, the
bundled corpus; `data`, real test sets where they are given; and `in`, the files that
tools/comparison_inputs.py makes. A case may write any files.
"""

from __future__ import annotations


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


METRICS = words(
    "kendall spearman footrule hamming ulam fuzzy pet pef pet-size pet-count max-op avg-op "
    "non-binary wer per cder ter invwer bleu chrf nist ribes rouge-s f1 meteor meteor-frag lrscore "
    "full dted hyperbaton"
)
PRESETS = words(
    "bleu1 bleu4 avgbleu chrf++ birch-osborne-2010 stanojevic-simaan-2014 stanojevic-simaan-2016"
)
VARIANTS = {
    "order": "kendall(sqrt=true) kendall(bp=false) fuzzy(boundaries=true) pet(beta=0.3) "
    "pet(gamma=0.5) pet(variant=released) pef(beta=0) pef(gamma=0.25) pef(variant=released) "
    "pef(op=kendall) pef(op=ulam,beta=0.2) pet(op=hamming) pef(op=spearman) pef(op=footrule)",
    "edit": "wer(accuracy=true) wer(weighted=false) per(accuracy=true) cder(accuracy=true) "
    "cder(weighted=false) ter(accuracy=true) ter(weighted=false) invwer(accuracy=true) "
    "invwer(c_inv=0.5) invwer(c_ins=2,c_del=0.5,c_sub=1.5) invwer(max_words=8)",
    "ngram": "bleu(n=2,smooth=floor) bleu(smooth=none) bleu(smooth=add-k) bleu(average=true) "
    "bleu(average=true,weighted=true) chrf(words=2) chrf(chars=4,beta=1) nist(n=3) "
    "ribes(alpha=0.5,beta=0.2) rouge-s(skip=4,beta=2) rouge-s(skip=0)",
    "mixed": "meteor(task=adq) meteor(task=hter) meteor(task=li) meteor(task=util) "
    "meteor-frag(task=tune) lrscore(order=hamming,n=1,alpha=0.3) "
    "full(order=ulam,lexical=chrf) full(order=pet-size,lexical=f1,weighted=true,alpha=0.2)",
    "parts": "hyperbaton(part=lexical) hyperbaton(part=order) hyperbaton(part=chrf) "
    "hyperbaton(part=precision) hyperbaton(part=recall) hyperbaton(part=neighbours) "
    "hyperbaton(part=places)",
    "trees": "dted(flat=true) dted(head=inline) dted(scale=unit) dted(weighted=true)",
}
TOKENIZERS = words(
    "unicode none 13a intl zh char meteor meteor-cs meteor-de meteor-es meteor-fr meteor-ru tercom "
    "ja-mecab ko-mecab"
)
COMMANDS = words(
    "score batch explain report serve align source align-source permutation tree parse mbr meta "
    "tune reproduce metrics"
)
ORDER = METRICS[: METRICS.index("wer")]


def quoted(metrics: str | list[str]) -> str:
    """Metrics as arguments: brackets must not be split."""
    return " ".join(
        f"'{name}'" for name in (metrics.split() if isinstance(metrics, str) else metrics)
    )


TEXT = quoted([name for name in METRICS if name != "dted"])
JSON = "--segments --format json"
SHORT = "kendall pef wer bleu chrf hyperbaton"

REF = "demo/en/reference.txt"
OUTPUTS = "-i demo/en/loom.txt demo/en/calque.txt demo/en/tangle.txt"
EN = f"{REF} {OUTPUTS}"
EN_2 = f"{REF} demo/en/reference2.txt {OUTPUTS}"
ONE = f"{REF} -i demo/en/calque.txt"
DE = "demo/de/reference.txt -i demo/de/loom.txt demo/de/calque.txt demo/de/tangle.txt --language de"
JA = "demo/ja/reference.txt -i demo/ja/loom.txt demo/ja/calque.txt demo/ja/tangle.txt --language ja"
DE_LINKS = (
    "--source demo/de/source.txt --alignment demo/de/calque.align "
    "--ref-alignment demo/de/reference.align"
)
SOURCE = "demo/de/source.txt -i demo/de/calque.txt --tokenize unicode"
JUDGED = "meta demo/judged --lp de-en"
TUNE = "tune --data demo/judged --lp de-en -q"
TREES = "--ref-trees in/reference.conllu --hyp-trees in/calque.conllu"

SCORE = {
    "en": f"score {EN} -m {TEXT} {JSON}",
    "en-two-references": f"score {EN_2} -m {TEXT} {JSON}",
    "en-defaults": f"score {EN}",
    "en-two-references-table": f"score {EN_2} -m {TEXT}",
    "en-signatures": f"score {EN_2} -m {TEXT} {quoted(PRESETS)} --signatures",
    "en-tsv": f"score {EN_2} -m {SHORT} --segments --format tsv",
    "en-segments-text": f"score {EN} -m {SHORT} --segments",
    "en-latex": f"score {EN} -m {SHORT} --format latex --confidence --paired bootstrap",
    "en-presets": f"score {EN} -m {quoted(PRESETS)} {JSON}",
    "en-confidence": f"score {EN_2} -m {TEXT} --confidence --samples 200 --format json",
    "en-bootstrap": f"score {EN} -m {TEXT} --paired bootstrap --samples 200 --seed 7 --format json",
    "en-randomization": f"score {EN} -m {TEXT} --paired randomization --samples 200 --format json",
    "en-both-table": f"score {EN} -m {SHORT} --confidence --paired randomization --samples 100",
    "en-lowercase": f"score {EN} -m {TEXT} --lowercase {JSON}",
    "en-keep-case": f"score {REF} -i in/upper.txt -m {TEXT} --keep-case {JSON}",
    "en-upper": f"score {REF} -i in/upper.txt -m {TEXT} {JSON}",
    "en-output-file": f"score {EN} -m wer --format tsv -o scores.tsv",
    "en-standard-input": f"score {REF} -i - -m {SHORT} < demo/en/loom.txt",
    "en-bpe": f"score {REF} -i in/loom.bpe -m {SHORT} --join-subwords bpe --signatures",
    "en-sentencepiece": f"score {REF} -i in/loom.sentencepiece -m {SHORT} "
    "--join-subwords sentencepiece --signatures",
    "de": f"score {DE} -m {TEXT} {JSON}",
    "ja": f"score {JA} -m {TEXT} {JSON}",
    "ja-char": f"score {JA} -m {TEXT} --tokenize char {JSON}",
    "zh": f"score in/zh.reference.txt -i in/zh.moved.txt -m {TEXT} --language zh {JSON}",
    "zh-tokenizer": f"score in/zh.reference.txt -i in/zh.moved.txt -m {TEXT} --language zh "
    f"--tokenize zh {JSON}",
    "empty": f"score in/mistakes/empty.txt -i in/mistakes/empty.txt -m {TEXT} {JSON}",
    **{f"variants-{name}": f"score {EN_2} -m {quoted(VARIANTS[name])} {JSON}" for name in VARIANTS},
    **{
        f"tokenize-{name}": f"score {EN_2} -m wer ter bleu nist meteor pef hyperbaton "
        f"--tokenize {name} --signatures {JSON}"
        for name in TOKENIZERS
    },
    # given links, sources and trees
    "links": f"score {EN} -m {quoted(ORDER)} meteor lrscore full hyperbaton --tokenize none {JSON} "
    "--links in/loom.links in/calque.links in/tangle.links",
    "links-made": f"align {ONE} --names -o own.links; "
    f"score {ONE} -m kendall pef --links own.links {JSON}",
    "links-as-json": f"align {REF} demo/en/reference2.txt -i demo/en/calque.txt --format json "
    f"-o own.jsonl; score {REF} demo/en/reference2.txt -i demo/en/calque.txt -m kendall pef "
    f"--links own.jsonl {JSON}",
    "source": f"score demo/de/reference.txt -i demo/de/calque.txt -m {quoted(ORDER)} lrscore "
    f"birch-osborne-2010 {DE_LINKS} --signatures {JSON}",
    "trees": f"score {ONE} -m dted {quoted(VARIANTS['trees'])} {TREES} --signatures {JSON}",
    "trees-parsed": f"score {EN_2} -m dted {quoted(VARIANTS['trees'])} {JSON}",
    "trees-made": "parse demo/en/reference.txt -o ref.conllu; "
    "parse demo/en/calque.txt -o hyp.conllu; "
    f"score {ONE} -m dted --ref-trees ref.conllu --hyp-trees hyp.conllu {JSON}",
}
FORMATS = {
    name: f"score {files} -m {SHORT} {JSON}"
    for name, files in {
        "tsv": "in/en.tsv:reference -i in/en.tsv:loom in/en.tsv:5",
        "csv": "in/en.csv:reference -i in/en.csv:loom",
        "csv-number": "in/en.csv:3 -i in/en.csv:4",
        "jsonl": "in/en.jsonl:refs -i in/en.jsonl:loom",
        "jsonl-gz": "in/en.jsonl.gz:refs -i in/en.jsonl.gz:calque",
        "parquet": "in/en.parquet:refs -i in/en.parquet:loom",
        "sgm": "in/en.ref.sgm -i in/en.loom.sgm",
        "xml": "in/en.xml -i in/en.xml:loom in/en.xml:hyp:tangle",
        "crlf": f"{REF} -i in/crlf.txt",
    }.items()
}
ALIGNERS = {
    **{
        f"{command}-by-{name}": f"{line} {options}"
        for command, line in {
            "align": f"align {ONE} --names",
            "score": f"score {EN} -m kendall pef meteor hyperbaton --signatures {JSON}",
        }.items()
        for name, options in {
            "best": "--aligner best",
            "meteor": "--aligner meteor",
            "bigram": "--aligner bigram",
            "exact": "--matchers exact",
            "weights": "--matchers exact,stem:0.3,synonym",
            "soft": "--matchers exact,stem,soft",
            "soft-limits": "--aligner 'best(matchers=exact+soft,soft_similarity=0.3)'",
            "soft-vectors": "--aligner 'best(matchers=exact+soft,embeddings=in/vectors.txt)'",
            "paraphrases": "--aligner 'meteor(paraphrases=in/paraphrases)'",
            "best-paraphrases": "--aligner 'best(paraphrases=in/paraphrases)'",
            "lowercase": "--lowercase",
        }.items()
    },
    "align-pharaoh": f"align {ONE}",
    "align-json": f"align {REF} demo/en/reference2.txt -i demo/en/tangle.txt --format json",
    "align-summary": f"align {ONE} --summary",
    "align-de": f"align {DE.split(' -i')[0]} -i demo/de/calque.txt --language de --names",
    "align-ja": "align demo/ja/reference.txt -i demo/ja/calque.txt --language ja --tokenize char",
    "align-soft-json": f"align {ONE} --matchers exact,soft --format json",
}
BATCH = {
    "all-metrics": f"batch in/en.jsonl --hyp calque --ref reference -m "
    f"{quoted([name for name in METRICS if name != 'nist'])} --format jsonl",
    "two-references": f"batch in/en.nulls.jsonl --hyp calque --ref reference reference2 -m {SHORT}",
    "statistics": f"batch in/en.tsv --hyp loom --ref reference -m {SHORT} ter --statistics "
    "--format jsonl --summary sums.json",
    "formats": "; ".join(
        f"batch in/en.{ending} --hyp loom --ref reference -m kendall wer -q -o out.{target}"
        for ending, target in (
            ("tsv", "parquet"),
            ("jsonl.gz", "arrow"),
            ("parquet", "jsonl"),
            ("arrow", "arrows"),
        )
    ),
    "standard-input": "batch - --hyp loom --ref reference -m wer --prefix x_ < in/en.jsonl",
    "bad-rows": "batch in/mistakes/holes.jsonl --hyp mt --ref ref -m wer pef -o out.jsonl "
    "--errors bad.jsonl",
    "options": "batch in/en.tsv --hyp loom --ref reference -m wer pef --lowercase "
    "--tokenize 13a --aligner bigram --format tsv --threads 2 --batch-rows 5",
    "resume": "batch in/en.tsv --hyp loom --ref reference -m wer -o out.tsv --resume",
}
MBR = {
    "outputs": f"mbr {OUTPUTS}",
    **{
        name: f"mbr in/lists.jsonl -m '{name}' --format json"
        for name in (*METRICS, *PRESETS)
        if name not in ("nist", "dted")
    },
    "weighted": "mbr in/weighted.jsonl -m pef --format json",
    "samples": "mbr in/samples.txt --per-segment 3 -m invwer --format json",
    "lowercase": "mbr in/lists.jsonl -m invwer --lowercase --format json",
    "dted": "mbr in/lists.jsonl -m dted --format json",
}
EXPLAIN = {
    "defaults": f"explain {ONE}",
    "all-segments": f"explain {EN} --segment {' '.join(map(str, range(1, 25)))} "
    "-m kendall pef hyperbaton ter invwer bleu --format json",
    "two-references": f"explain {EN_2} --worst 5 -m pef meteor chrf --format json",
    "colour": f"explain {ONE} --segment 17 --width 80",
    "narrow": f"explain {ONE} --worst 4 --width 50",
    "de": f"explain {DE} --worst 3 --format json",
    "ja": f"explain {JA} --worst 3 --tokenize char",
    "trees": f"explain {ONE} --segment 2 17 {TREES} --tokenize none --trees --format json",
    "parsed": f"explain {ONE} --segment 2 17 --trees --format json",
    "links": f"explain {ONE} --worst 3 --tokenize none --links in/calque.links",
}
REPORT = {
    "three": f"report {EN_2} --source demo/en/source.txt --title Three -q",
    "metrics": f"report {EN} -m {TEXT} --samples 40 --seed 5 -o page.html",
    "de": f"report {DE} -m kendall pef ter -q",
    "figures": f"report {EN} -m kendall hyperbaton --plots figures --segment 2 17 -q",
    "trees": f"report {ONE} -m kendall dted {TREES} --tokenize none -q",
    "parsed": f"report {ONE} -m kendall --trees -q",
    "pdf": f"report {EN} -m kendall --plots figures --pdf -q",
}
SOURCE_LINKS = {
    "table": f"source {SOURCE} --alignment demo/de/calque.align",
    "segments": f"source {SOURCE} --alignment demo/de/calque.align -k 1 3 5 --segments --format "
    "json --reference demo/de/reference.txt --ref-alignment demo/de/reference.align",
    "tsv": f"source {SOURCE} --alignment demo/de/calque.align --segments --format tsv",
    "eflomal": f"source {SOURCE} --align-with eflomal --reference demo/de/reference.txt",
}
EXAMPLES = ("1", "2 1", "2 4 1 3", "5 7 4 6 3 1 2", "4 3 2 1", "2 4 5 6 1 3", "0 2 1 3")
PERMUTATIONS = {
    **{
        f"permutation-{language}": "permutation "
        + " ".join(f"demo/{language}/{name}.perm" for name in ("loom", "calque", "tangle"))
        + f" -m {quoted(ORDER)} {quoted(VARIANTS['order'])} --format json"
        for language in ("en", "de", "ja")
    },
    "permutation-random": f"permutation in/random.perm -m {quoted(ORDER)} --format json",
    "permutation-mixed": "permutation < in/mixed.perm",
    "permutation-average": f"permutation demo/en/calque.perm --average -m {quoted(ORDER)}",
    **{
        f"tree-{name}": f"tree {options} {quoted(list(EXAMPLES))}"
        for name, options in {
            "text": "",
            "json": "--format json",
        }.items()
    },
    "tree-file": "tree --format json < demo/en/tangle.perm",
    "tree-random": "tree --format json < in/random.perm",
}
OTHERS = {
    "align-source": "align-source demo/judged --lp de-en -o links; "
    "meta demo/judged --lp de-en -m lrscore kendall --source-alignments links",
    "parse": "parse demo/en/reference.txt",
    "parse-none": "parse --tokenize none < demo/en/tangle.txt",
    "metrics": "metrics; metrics --aligners; metrics --parsers",
    **{f"metrics-{name}": f"metrics {name}" for name in (*METRICS, *PRESETS)},
    **{f"metrics-{name}": f"metrics --aligners {name}" for name in ("best", "bigram")},
    **{
        f"metrics-{name}": f"metrics --parsers {name}"
        for name in ("english", "spacy", "stanza", "udpipe")
    },
    "metrics-with-parameters": "metrics 'pef(beta=0.3,variant=released)'",
    "version": "--version",
}
META = {
    "segments": f"{JUDGED} -m {TEXT} --samples 100 --format json --statistic tau tau-wmt12 "
    "tau-wmt14 tau-b consistency accuracy accuracy-eq pearson",
    "systems": f"{JUDGED} -m {TEXT} --level system --samples 100 --format json "
    "--statistic pearson spearman kendall accuracy soft-accuracy",
    "table": f"{JUDGED} -m bleu per invwer ribes --samples 100",
    "tsv": f"{JUDGED} -m bleu pef --samples 100 --level both --format tsv",
    "bootstrap": f"{JUDGED} -m bleu per pef --samples 100 --test bootstrap "
    "--level both --seed 3 --format json",
    **{
        f"ranking-{name}": f"{JUDGED} -m bleu pef --samples 0 --level system --statistic pearson "
        f"--human-ranking {name} --format json"
        for name in ("win-ratio", "expected-wins", "ranking-score")
    },
    "choices": f"{JUDGED} -m bleu pef --samples 0 --level both --judged-only --exclude tang* "
    "--blank empty --lowercase --tokenize 13a --format json",
    "dted": f"{JUDGED} -m dted --samples 0 --format json",
}
TUNING = {
    "parameter": f"{TUNE} ribes --parameter alpha --range 0 1 --folds 4",
    "json": f"{TUNE} 'full(order=kendall)' --parameter alpha --folds 3 --format json",
    "lrscore": f"{TUNE} lrscore --parameter alpha --folds 2 --seed 3 --format json",
    "mix": f"{TUNE} --mix chrf ter ribes --folds 4",
    "mix-json": f"{TUNE} --mix chrf 'hyperbaton(part=order)' --folds 3 "
    "--statistic accuracy --format json",
}
REPRODUCE = {
    **{
        paper: f"reproduce {paper} --data demo/judged --samples 0 --format json"
        for paper in (
            "stanojevic-simaan-2014",
            "stanojevic-simaan-2016",
            "mccaffery-nederhof-2016",
            "birch-osborne-2010",
            "leusch-et-al-2003",
        )
    },
    "table": "reproduce stanojevic-simaan-2016 --data demo/judged --samples 40",
    "markdown": "reproduce stanojevic-simaan-2014 --data demo/judged --samples 0 "
    "--format markdown --figures figures",
}
WMT13 = (
    "data/wmt13/references/de-en.refA.txt -i data/wmt13/system-outputs/de-en/online-B.txt "
    "data/wmt13/system-outputs/de-en/rbmt-1.txt data/wmt13/system-outputs/de-en/desrt.2704.txt"
)
SMALL = "in/wmt13/references/de-en.refA.txt -i " + " ".join(
    f"in/wmt13/system-outputs/de-en/{name}.txt" for name in ("online-B", "rbmt-1", "desrt.2704")
)
WMT15 = (
    "data/wmt15/references/ru-en.refA.txt -i data/wmt15/system-outputs/ru-en/online-A.0.txt "
    "data/wmt15/system-outputs/ru-en/PROMT-Rule-based.3993.txt"
)
TED = "data/wmt21-ted/references"
ROWS = "--hyp mt --ref ref -q -m kendall pef wer chrf"
# Language pairs of which small test sets are made, with two systems each.
TARGETS = {
    "de": "in/wmt12 en-de onlineA onlineB",
    "fr": "in/wmt12 en-fr onlineA onlineB",
    "es": "in/wmt12 en-es onlineA onlineB",
    "cs": "in/wmt12 en-cs onlineA onlineB",
    "ru": "in/wmt15-en-ru en-ru online-A.0 online-B.0",
}


def small_pair(code: str) -> str:
    """The files of a small test set, as arguments of score."""
    folder, pair, *systems = TARGETS[code].split()
    outputs = " ".join(f"{folder}/system-outputs/{pair}/{name}.txt" for name in systems)
    return f"{folder}/references/{pair}.refA.txt -i {outputs}"


REAL_SETS = {
    "wmt13": f"score {WMT13} -m {TEXT} {JSON}",
    "wmt13-signatures": f"score {WMT13} -m {TEXT} --signatures",
    "wmt13-bootstrap": f"score {WMT13} -m {TEXT} --confidence --paired bootstrap --samples 60 "
    "--seed 11 --format json",
    "wmt13-randomization": f"score {WMT13} -m {TEXT} --paired randomization --samples 60 --seed 11 "
    "--format json",
    "wmt13-lowercase": f"score {WMT13} -m {TEXT} --lowercase --tokenize intl --format json",
    "wmt13-two-references": "score data/wmt13/references/de-en.refA.txt "
    "data/wmt13/system-outputs/de-en/uedin-syntax.2605.txt -i "
    f"data/wmt13/system-outputs/de-en/rbmt-1.txt -m {TEXT} {JSON}",
    "wmt13-align": f"align {WMT13.split(' data/wmt13/system')[0]} --names",
    "wmt13-align-meteor": f"align {WMT13.split(' data/wmt13/system')[0]} --aligner meteor "
    "--lowercase --format json",
    "wmt13-align-soft": f"align {WMT13.split(' data/wmt13/system')[0]} --matchers exact,stem,soft "
    "--names",
    "wmt13-dted": f"score {SMALL} -m dted {quoted(VARIANTS['trees'])} {JSON}",
    "wmt13-explain": f"explain {SMALL} --segment {' '.join(map(str, range(1, 41)))} "
    "-m kendall pef ter invwer hyperbaton --format json",
    "wmt13-report": f"report {SMALL} --samples 100 -q",
    "wmt13-mbr": f"mbr -i {SMALL.split(' -i ')[1]} -m hyperbaton --format json",
    "wmt13-mbr-invwer": f"mbr -i {SMALL.split(' -i ')[1]} -m invwer --format json",
    "wmt13-meta": "meta data/wmt13 --lp de-en -m bleu pef meteor --level both --samples 40 "
    "--format json",
    "wmt13-meta-judgments": "meta data/wmt13 --lp fr-en -m bleu kendall --samples 0 "
    "--human data/wmt13/rankings/fr-en.judgments.csv.gz --format json",
    "wmt13-meta-small": f"meta in/wmt13 --lp de-en -m {TEXT} dted --level both --samples 40 "
    "--format json",
    "wmt13-tune": "tune 'full(order=kendall,lexical=bleu1)' --parameter alpha --data in/wmt13 "
    "--lp de-en --folds 3 --format json",
    "wmt13-mix": "tune --mix chrf meteor ter 'hyperbaton(part=order)' --data in/wmt13 in/wmt15 "
    "--lp de-en fi-en --hold-out year --format json",
    **{
        f"reproduce-{paper}-real": f"reproduce {paper} --data {folder} --lp {pair} --samples 0 "
        "--format json"
        for paper, folder, pair in (
            ("stanojevic-simaan-2014", "in/wmt13", "de-en"),
            ("stanojevic-simaan-2016", "data/wmt13", "de-en"),
            ("mccaffery-nederhof-2016", "in/wmt15", "fi-en"),
            ("birch-osborne-2010", "data/wmt09", "de-en"),
            ("leusch-et-al-2003", "data/wmt07-nc", "de-en"),
        )
    },
    "wmt15": f"score {WMT15} -m {TEXT} {JSON}",
    "wmt15-meta": "meta data/wmt15 --lp fi-en -m bleu pef --level both --samples 40 "
    "--statistic tau tau-b pearson accuracy-eq --format json",
    "wmt15-meta-cs": "meta data/wmt15 --lp cs-en -m bleu --exclude 'tuning-task-*' --level system "
    "--samples 0 --format json",
    "wmt07-meta": "meta data/wmt07-nc --lp de-en -m bleu wer invwer --level both --statistic "
    "pearson --human nist --score-columns scoreA scoreB --normalize-judges "
    "--judged-only --samples 0 "
    "--format json",
    "ted-meta": "meta data/wmt21-ted --lp zh-en en-de -m chrf pef --human mqm --statistic "
    "accuracy-eq pearson --references refA --skip-missing --samples 0 --format json",
    "ted-zh": "score data/wmt21-ted/sources/zh-en.txt.gz -i data/wmt21-ted/sources/zh-en.txt.gz "
    "-m wer pef bleu --language zh --tokenize zh --format json",
    **{
        f"language-{code}": f"score {small_pair(code)} -m {TEXT} --language {code} {JSON}"
        for code in TARGETS
    },
    "language-meta": "meta in/wmt12 --lp en-de en-fr en-es en-cs -m bleu kendall meteor hyperbaton "
    "--samples 0 --format json",
    "batch-rows-tsv": f"batch in/rows.tsv {ROWS} --summary sums.json",
    "batch-rows-jsonl": f"batch in/rows.jsonl {ROWS} bleu -o out.parquet",
    "batch-rows-parquet": f"batch in/rows.parquet {ROWS} hyperbaton meteor -o out.tsv",
    "treebank-trees": f"score in/ewt.txt -i in/mirrored.txt -m dted {quoted(VARIANTS['trees'])} "
    f"--ref-trees in/ewt.conllu --hyp-trees in/mirrored.conllu {JSON}",
    "treebank-parse": "parse in/ewt.txt --tokenize none",
}

BAD = "in/mistakes"
TO = f"score {REF} -m wer -q -i"
ONE_WER = f"score {REF} -i demo/en/loom.txt -q"
DE_WORDS = "--tokenize unicode"
ROW = "batch in/mistakes/good.tsv --hyp mt --ref ref -q"
ERRORS = {
    **{
        f"file-{name}": f"{TO} {file}"
        for name, file in {
            "missing": "none.txt",
            "folder": f"{BAD}/folder",
            "empty": f"{BAD}/empty.txt",
            "short": f"{BAD}/short.txt",
            "utf16": f"{BAD}/utf16.txt",
            "latin": f"{BAD}/latin.txt",
            "nul": f"{BAD}/nul.txt",
            "mac": f"{BAD}/mac.txt",
            "packed": f"{BAD}/packed.txt",
            "plain-gz": f"{BAD}/plain.gz",
            "cut-gz": f"{BAD}/cut.gz",
            "ragged": f"{BAD}/ragged.tsv:mt",
            "column-not-chosen": "in/en.tsv",
            "column-missing": "in/en.tsv:human",
            "column-number": "in/en.tsv:99",
            "column-twice": f"{BAD}/twice.tsv:mt",
            "json-bad": f"{BAD}/bad.jsonl:mt",
            "json-numbers": f"{BAD}/numbers.jsonl:mt",
            "json-null": f"{BAD}/holes.jsonl:mt",
            "parquet-cut": f"{BAD}/cut.parquet:loom",
            "parquet-damaged": f"{BAD}/damaged.parquet:loom",
            "sgm-bad": f"{BAD}/bad.sgm",
            "xml-entity": f"{BAD}/entity.xml",
            "xml-many": "in/en.xml",
            "xml-unknown": "in/en.xml:nobody",
            "home": "~/none.txt",
            "address": "https://x.org/a.txt",
            "twice": "demo/en/loom.txt demo/en/loom.txt",
        }.items()
    },
    **{
        name: f"{ONE_WER} {options}"
        for name, options in {
            "metric-unknown": "-m bluu",
            "metric-twice": "-m wer wer",
            "metric-syntax": "-m 'pef(beta=0.3'",
            "parameter-unknown": "-m 'pef(alpha=1)'",
            "parameter-range": "-m 'pef(beta=7)'",
            "parameter-type": "-m 'bleu(n=many)'",
            "parameter-choice": "-m 'bleu(smooth=rough)'",
            "tokenizer-unknown": "-m wer --tokenize 13",
            "language-name": "-m pef --language english",
            "language-unknown": "-m pef --language xq",
            "aligner-unknown": "-m pef --aligner bst",
            "aligner-parameter": "-m pef --aligner 'best(soft_similarity=0)'",
            "matcher-unknown": "-m pef --matchers stemm",
            "matcher-missing": "-m pef --language ja --matchers stem",
            "matcher-no-file": "-m pef --matchers exact,paraphrase",
            "paraphrases-missing": "-m pef --aligner 'best(paraphrases=none)'",
            "vectors-bad": f"-m pef --aligner 'best(embeddings={BAD}/bad.vectors)'",
            "vectors-npz": f"-m pef --aligner 'best(embeddings={BAD}/bad.npz)'",
            "parser-unknown": "-m dted --parser spazy",
            "parser-missing": "-m dted --parser 'stanza(language=de)'",
            "parser-model": "-m dted --parser 'udpipe(file=none)'",
            "paired-nonsense": "-m wer --paired often",
            "samples-few": "-m wer --confidence --samples 3",
            "seed-negative": "-m wer --confidence --seed -1",
            "threads-none": "-m wer --threads 0",
            "format-unknown": "-m wer --format yaml",
            "option-unknown": "-m wer --nope",
            "output-folder": f"-m wer -o {BAD}/folder",
            "output-nowhere": "-m wer -o no/such/folder/x",
            "links-missing": "-m pef --links none",
            "links-text": f"-m pef --links {REF}",
            "links-far": f"-m pef --links {BAD}/far.links",
            "links-twice": f"-m pef --links {BAD}/twice.links",
            "links-matcher": f"-m pef --links {BAD}/magic.links",
            "source-alone": "-m kendall --source demo/en/source.txt",
            "trees-alone": "-m dted --ref-trees in/reference.conllu",
            "trees-cycle": f"-m dted --ref-trees {BAD}/cycle.conllu --hyp-trees in/loom.conllu",
            "trees-head": f"-m dted --ref-trees {BAD}/head.conllu --hyp-trees in/loom.conllu",
            "trees-and-parser": f"-m dted {TREES} --parser english",
            "case-twice": "-m wer --lowercase --keep-case",
        }.items()
    },
    "no-command": "",
    "no-output": f"score {REF}",
    "command-unknown": "skore",
    "reference-short": f"score {REF} {BAD}/short.txt -i demo/en/loom.txt -m wer",
    "align-two-references": f"align {REF} demo/en/reference2.txt -i demo/en/loom.txt",
    "explain-segment": f"explain {ONE} --segment 99",
    "explain-width": f"explain {ONE} --width 3",
    "report-segment": f"report {ONE} --segment 3",
    "report-nowhere": f"report {ONE} -o no/where.html -q",
    "permutation-gap": f"permutation {BAD}/gap.perm",
    "permutation-twice": f"permutation {BAD}/double.perm",
    "permutation-text": f"permutation {REF}",
    "permutation-metric": "permutation demo/en/loom.perm -m bleu",
    "tree-file": "tree demo/en/calque.perm",
    "tree-gap": "tree '1 3'",
    "parse-latin": f"parse {BAD}/latin.txt",
    "metrics-unknown": "metrics kendal",
    "metrics-parser": "metrics --parsers spazy",
    "source-words": f"source {SOURCE} --alignment {BAD}/words.align",
    "source-far": f"source {SOURCE} --alignment {BAD}/far.align",
    "source-base": f"source {SOURCE} --alignment demo/de/calque.align --base 1",
    "source-two": f"source {SOURCE} --alignment demo/de/calque.align demo/de/reference.align",
    "batch-column": "batch in/en.tsv --hyp mt --ref reference -m wer",
    "batch-column-there": "batch in/en.tsv --hyp loom --ref reference -m wer --prefix '' -q -o "
    "a.tsv; batch a.tsv --hyp loom --ref reference -m wer",
    "batch-bad-row": f"batch {BAD}/holes.jsonl --hyp mt --ref ref -m wer -q",
    "batch-bad-json": f"batch {BAD}/bad.jsonl --hyp mt --ref mt -m wer -q",
    "batch-ragged": f"batch {BAD}/ragged.tsv --hyp mt --ref id -m wer -q",
    "batch-twice": f"batch {BAD}/twice.tsv --hyp mt --ref mt -m wer -q",
    "batch-parquet": f"batch {BAD}/cut.parquet --hyp loom --ref reference -m wer",
    "batch-nist": f"{ROW} -m nist",
    "batch-ending": f"{ROW} -m wer -o out.xlsx",
    "batch-parquet-to-stdout": f"{ROW} -m wer --format parquet",
    "batch-no-files": "batch 'none/*.parquet' --hyp mt --ref ref -m wer",
    "batch-same-file": f"batch {BAD}/good.tsv {BAD}/good.tsv --hyp mt --ref ref -m wer",
    "batch-address": f"{ROW} -m wer --address auto",
    "batch-resume": f"{ROW} -m wer --resume --engine ray -o out.tsv",
    "mbr-json": f"mbr {BAD}/bad.jsonl",
    "mbr-candidates": f"mbr {BAD}/no-candidates.jsonl",
    "mbr-samples": "mbr in/samples.txt --per-segment 7",
    "mbr-nothing": "mbr",
    "meta-pair": "meta demo/judged --lp xx-yy -m wer",
    "meta-folder": "meta in --lp de-en -m wer",
    "meta-nothing": JUDGED,
    "meta-statistic": f"{JUDGED} -m wer --statistic rho",
    "meta-nan": f"{JUDGED} --scores {BAD}/nan.seg.score --samples 0",
    "meta-half": f"{JUDGED} --scores {BAD}/half.seg.score --samples 0",
    "meta-word": f"{JUDGED} --scores {BAD}/word.seg.score --samples 0",
    "meta-human": f"{JUDGED} -m wer --human {BAD}/bad.pairs.tsv",
    "meta-links": f"{JUDGED} -m pef --links",
    "tune-parameter": f"{TUNE} ribes --parameter gamma",
    "tune-range": f"{TUNE} ribes --parameter alpha",
    "tune-folds": f"{TUNE} ribes --parameter alpha --range 0 1 --folds 99",
    "reproduce-paper": "reproduce knuth-1973 --data demo/judged",
    "reproduce-folder": "reproduce stanojevic-simaan-2014 --data none",
    "serve-port": "serve --port 99999",
}

# Help will be rewritten; only its exit code is kept.
HELP = {name: f"{name} --help" for name in COMMANDS}


def prefixed(prefix: str, cases: dict[str, str]) -> dict[str, str]:
    """The cases with a word before their names."""
    return {f"{prefix}-{name}": line for name, line in cases.items()}


BUNDLED = {
    **prefixed("score", SCORE),
    **prefixed("input", FORMATS),
    **ALIGNERS,
    **prefixed("batch", BATCH),
    **prefixed("mbr", MBR),
    **prefixed("explain", EXPLAIN),
    **prefixed("report", REPORT),
    **prefixed("source", SOURCE_LINKS),
    **PERMUTATIONS,
    **OTHERS,
    **prefixed("meta", META),
    **prefixed("tune", TUNING),
    **prefixed("reproduce", REPRODUCE),
    **prefixed("error", ERRORS),
    **prefixed("help", HELP),
}
REAL = prefixed("real", REAL_SETS)
