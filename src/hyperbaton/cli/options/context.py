"""How text becomes evidence: the options of all commands that score or align text.

An aligner and a parser are values, written as metrics are. The short options that people type every
day stand for parts of these values.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from hyperbaton import limits
from hyperbaton.checks import shown
from hyperbaton.cli.options.numbers import Ranged, add_number

if TYPE_CHECKING:
    from hyperbaton.alignment import WordAligner
    from hyperbaton.evidence import Preparation, TestSet
    from hyperbaton.resources import Resources

# Options that stand for parameters of the aligner; the last ones are not listed in --help, since
# --aligner says the same.
LISTED = ("matchers", "language")
UNLISTED = ("synonyms", "paraphrases", "embeddings", "similarity")


def add_files_and_metrics(
    parser: argparse.ArgumentParser, defaults: Sequence[str], purpose: str = "metrics to compute"
) -> None:
    """Adds the files that are scored, and the metrics."""
    parser.add_argument("references", nargs="+", metavar="REF", help="one or more reference files")
    parser.add_argument(
        "-i", "--input", nargs="+", required=True, metavar="HYP", help="one output file per system"
    )
    parser.add_argument(
        "-m",
        "--metrics",
        nargs="+",
        action="extend",
        metavar="METRIC",
        help=f"{purpose} (default: {' '.join(defaults)})",
    )


def notify_of_choices(
    arguments: argparse.Namespace, test_set: TestSet, context: Preparation, metrics: Sequence[str]
) -> None:
    """Says on standard error what the user left open, unless asked to be quiet."""
    from hyperbaton.text.tokenizers import have_unspaced_script

    if arguments.quiet:
        return
    if not arguments.metrics:
        print(f"hyperbaton: no -m given, using {' '.join(metrics)}", file=sys.stderr)
    unicode = context.text.tokenize == "unicode"
    if unicode and have_unspaced_script(test_set.flat_texts):
        print(
            "hyperbaton: text without spaces (Chinese, Japanese, Thai …) is split into characters; "
            "choose another way with --tokenize ja-mecab or zh",
            file=sys.stderr,
        )


def add_text_options(
    parser: argparse._ActionsContainer, default: str = "each metric's own"
) -> None:
    """Adds the options that say how text is prepared; `default` is what happens without them."""
    from hyperbaton.evidence.preparation import TEXT_OPTIONS

    for spec in TEXT_OPTIONS:
        flags, choices = spec.metadata["flags"], spec.metadata["choices"]
        group = parser.add_mutually_exclusive_group() if len(flags) > 1 else parser
        for written, (text, value) in flags.items():
            name, _, value_name = written.partition(" ")
            settings: dict[str, Any] = {"dest": spec.name, "default": None}
            if value is not None:
                settings |= {"action": "store_const", "const": value}
            elif choices:
                settings["choices"] = choices
            else:
                settings["metavar"] = value_name
            otherwise = "" if spec.metadata["otherwise"] is None else f" (default: {default})"
            group.add_argument(name, help=text + otherwise, **settings)


def add_alignment_options(parser: argparse.ArgumentParser, language: str = "en") -> None:
    """Adds the options that say how words are aligned; `language` is that without an option."""
    group = parser.add_argument_group("alignment", "how words are matched; see docs/alignment.md")
    group.add_argument(
        "--aligner",
        metavar="ALIGNER",
        help="best (default), meteor or bigram, with parameters if you like: "
        "'meteor(matchers=exact+stem,paraphrases=FILE)'; 'hyperbaton metrics --aligners' explains",
    )
    group.add_argument(
        "--matchers",
        metavar="NAMES",
        help="exact, stem, synonym, paraphrase, embedding, soft, joined by commas (default: those "
        "the language has)",
    )
    group.add_argument(
        "--language", metavar="CODE", help=f"language of the text (default: {language})"
    )
    group.add_argument(
        "--search",
        choices=("best", "meteor", "bigram"),
        help="short for --aligner with just a name (default: best)",
    )
    for name in UNLISTED:
        kind = Ranged("--similarity", limits.SIMILARITY) if name == "similarity" else str
        group.add_argument(f"--{name}", type=kind, help=argparse.SUPPRESS)


def add_parser_options(group: argparse._ActionsContainer) -> None:
    """Adds the options that say how text is parsed."""
    group.add_argument(
        "--parser",
        metavar="PARSER",
        help="english (default), spacy(model=…), stanza(language=…) or udpipe(file=…); "
        "'hyperbaton metrics --parsers' explains",
    )
    add_number(
        group,
        "-j",
        "--processes",
        range=limits.PROCESSES,
        what="processes that parse",
        default=1,
    )


def add_cache_options(group: argparse._ActionsContainer, what: str) -> None:
    """Adds the options that say where what was computed is kept."""
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--cache", metavar="DIR", help=f"keep {what} in DIR (default: the user's cache folder)"
    )
    where.add_argument("--no-cache", action="store_true", help="do not use the cache")


def context_of(arguments: argparse.Namespace, base: Preparation | None = None) -> Preparation:
    """What the options say; what they leave open is as in `base`.

    Raises:
        OptionError: an option is not accepted.
        NotationError: an aligner or a parser is not written correctly.
    """
    from hyperbaton.evidence.preparation import TEXT_OPTIONS, Preparation

    context = base or Preparation()
    chosen = {
        name: value
        for name in (*(spec.name for spec in TEXT_OPTIONS), "parser")
        if (value := getattr(arguments, name, None)) is not None
    }
    return replace(context, **chosen, language=None, aligner=_aligner(arguments, context.aligner))


def _aligner(arguments: argparse.Namespace, base: WordAligner) -> WordAligner:
    """The aligner named, with the parameters that short options stand for."""
    from hyperbaton.alignment import ALIGNERS, as_aligner
    from hyperbaton.errors import OptionError

    written, search = getattr(arguments, "aligner", None), getattr(arguments, "search", None)
    if written and search:
        raise OptionError("--search is short for --aligner; give one of them")
    aligner = base
    if written or search:
        named = as_aligner(written or search)
        aligner = base.converted_to(type(named)) if named == ALIGNERS[named.name]() else named
    given = {
        name: value
        for name in (*LISTED, *UNLISTED)
        if (value := getattr(arguments, name, None)) is not None
    }
    _check_language(given.get("language"))
    for name in given:
        if name not in {spec.name for spec in fields(aligner)}:
            raise OptionError(
                f"--{name}: the aligner {aligner.name} has no {name}; best and meteor have"
            )
    return replace(aligner, **given)


def _check_language(language: str | None) -> None:
    """Refuses what is no code of a language; with `english` words would quietly match less."""
    from hyperbaton.alignment.languages import SNOWBALL
    from hyperbaton.errors import OptionError

    if language is None or re.fullmatch(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*", language):
        return
    codes = {name: code for code, name in SNOWBALL.items()}
    meant = codes.get(language.lower()) or (
        language.lower() if language.lower() in SNOWBALL else ""
    )
    hint = f"; did you mean {meant}?" if meant else ""
    raise OptionError(f"--language: expected a code such as de, got {shown(language)}{hint}")


def resources_of(arguments: argparse.Namespace) -> Resources:
    """What the run may use of the machine."""
    from hyperbaton.cache import cache_folder
    from hyperbaton.resources import Resources

    kept = None if arguments.no_cache else arguments.cache or str(cache_folder())
    return Resources(getattr(arguments, "threads", None), arguments.processes, kept)
