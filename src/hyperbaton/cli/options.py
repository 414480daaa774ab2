"""Options: how one is declared, those that several commands share, and how they are read.

    option(parser, "-o --output FILE", "write to FILE instead of stdout")
    shared(parser, "threads", "quiet")
    test_set, outputs, preparation = read_files(arguments, DEFAULT_METRICS)

An option is declared by what a command line with it looks like. Aligners and parsers are values,
written like metrics; the short options that people type every day are parameters of these values.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from hyperbaton import checks
from hyperbaton.alignment import ALIGNERS, WordAligner, as_aligner
from hyperbaton.alignment.aligner import WEIGHTS
from hyperbaton.checks import Range, shown
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.evidence import Evidence, Need, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import TEXT_OPTIONS, preparation_of_given
from hyperbaton.evidence.texts import link_with_source
from hyperbaton.files import check_target, check_target_folder
from hyperbaton.files import write_lines as write_to_file
from hyperbaton.metrics import as_metrics
from hyperbaton.text.languages import as_language, language_name
from hyperbaton.text.reading import read_reference_streams, read_segments, read_systems
from hyperbaton.text.tokenizers import is_without_spaces, missing_in

if TYPE_CHECKING:
    from hyperbaton.alignment.given import LinkStream
    from hyperbaton.bitext import LinkText
    from hyperbaton.parsing.parser import Trees

STANDARD_INPUT = STANDARD_OUTPUT = "-"
SAMPLES = 1000
SEED = 12345


# How an option is declared


@dataclass(frozen=True)
class Ranged:
    """Makes the text of an option a number in a range."""

    name: str
    range: Range[Any]

    def __call__(self, text: str) -> Any:
        """The number; argparse would replace the message of a ValueError by its own."""
        number = self.range.read(text)
        if number is None:
            raise HyperbatonError(f"{self.name}: expected {self.range}, got {shown(text)}")
        return number


def output_file(name: str) -> str:
    """The name of a file that can be written, checked before any work is done; `-` is stdout."""
    return name if name == STANDARD_OUTPUT else _writable(name, check_target)


def output_folder(name: str) -> str:
    """The name of a folder that can be written to, and made if need be."""
    return _writable(name, check_target_folder)


def _writable(name: str, check: Callable[[str], object]) -> str:
    try:
        check(name)
    except InputError as error:  # a ValueError, see Ranged
        raise HyperbatonError(str(error)) from None
    return name


def option(
    parser: argparse._ActionsContainer,
    written: str,
    text: str,
    *,
    range: Range[Any] | None = None,
    choices: Sequence[str] = (),
    default: Any = None,
    otherwise: str = "",
    **settings: Any,
) -> None:
    """Adds an option or an argument.

    Args:
        parser: where to.
        written: its names and what follows them: `-i --input HYP+`. Nothing follows a switch. What
            has no dashes is an argument without a name: `references REF+`.
        text: what it does; the help adds the range and the default.
        range: the numbers accepted, if it is a number.
        choices: the words accepted, if there are few.
        default: its value without the option.
        otherwise: what happens without the option, if that is not a value.
        settings: more of what `add_argument` takes.
    """
    names = [word for word in written.split() if word.startswith("-") or word.islower()]
    values = written.split()[len(names) :]
    if range is not None:
        settings["type"] = Ranged(names[-1], range)
        text += f", {range.span}"
    if choices:
        settings["choices"] = choices
    elif not values:
        settings.setdefault("action", "store_true")
    elif len(values) > 1:
        settings |= {"nargs": len(values), "metavar": tuple(values)}
    else:
        settings["metavar"] = values[0].rstrip("+*?")
        if values[0] != settings["metavar"]:
            settings["nargs"] = values[0][-1]
    if default is not None and (range is not None or choices):
        otherwise = otherwise or (f"{default:g}" if isinstance(default, float) else str(default))
    if otherwise:
        text += f" (default: {otherwise})"
    if default is not None:
        settings["default"] = default
    parser.add_argument(*names, help=text, **settings)


# Options that several commands have

SHARED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "references": ("references REF+", "one or more reference files; also as --ref REF", {}),
    "input": ("-i --input --hyp HYP+", "one output file per system", {"required": True}),
    "metrics": ("-m --metrics METRIC+", "metrics to compute", {"action": "extend"}),
    "data": ("data DATA", "folder of the test set", {}),
    "lp": ("--lp LP+", "language pairs, like de-en", {"required": True}),
    "tokenizer": (
        "--tokenize NAME",
        "tokenizer: unicode, none (words between spaces), 13a, intl, …",
        {"default": "unicode", "otherwise": "unicode"},
    ),
    "parser": (
        "--parser PARSER",
        "english, spacy(model=…), stanza(language=…) or udpipe(file=…); 'hyperbaton metrics "
        "--parsers' explains them",
        {"otherwise": "english"},
    ),
    "samples": (
        "--samples N",
        "number of resamples",
        {"range": checks.RESAMPLES, "default": SAMPLES},
    ),
    "skip-missing": (
        "--skip-missing",
        "leave out judgements of unknown systems, and of outputs that are missing or have no "
        "score, and say how many",
        {},
    ),
    "base": ("--base N", "the first position", {"range": checks.BASE}),
    "seed": ("--seed N", "random seed", {"range": checks.SEED, "default": SEED}),
    "threads": (
        "--threads N",
        "number of threads",
        {"range": checks.THREADS, "otherwise": "all cores"},
    ),
    "output": ("-o --output FILE", "write to FILE instead of stdout", {"type": output_file}),
    "quiet": ("-q --quiet", "print no notices on stderr", {}),
}


def shared(parser: argparse._ActionsContainer, *names: str, **settings: Any) -> None:
    """Adds options that several commands have; `settings` replace those of the table."""
    for name in names:
        written, text, known = SHARED[name]
        option(parser, written, **{"text": text, **known, **settings})


def add_text_options(
    parser: argparse._ActionsContainer, default: str = "each metric's own"
) -> None:
    """Adds the options that say how text is prepared; `default` is what happens without them."""
    for spec in TEXT_OPTIONS:
        flags = spec.metadata["flags"]
        group = parser.add_mutually_exclusive_group() if len(flags) > 1 else parser
        otherwise = "" if spec.metadata["otherwise"] is None else default
        for written, (text, value) in flags.items():
            accepted: dict[str, Any] = {"choices": spec.metadata["choices"]}
            if value is not None:
                accepted = {"action": "store_const", "const": value}
            option(group, written, text, otherwise=otherwise, dest=spec.name, **accepted)


def add_alignment_options(
    parser: argparse.ArgumentParser, language: str = "detected, or else en"
) -> None:
    """Adds the options that say how words are aligned; `language` is that without an option."""
    group = parser.add_argument_group(
        "alignment", "how words are matched; see 'hyperbaton docs alignment'"
    )
    option(
        group,
        "--aligner ALIGNER",
        "best, meteor or bigram, with parameters if needed: "
        "'meteor(matchers=exact+stem,paraphrases=FILE)'; 'hyperbaton metrics --aligners' "
        "explains them",
        otherwise="best",
    )
    names = ("best", "meteor", "bigram")  # what scripts write from before an aligner had parameters
    group.add_argument("--search", dest="aligner", choices=names, help=argparse.SUPPRESS)
    text = f"{', '.join(WEIGHTS)}, joined by commas"
    option(group, "--matchers NAMES", text, otherwise="all that the language has")
    option(group, "--language CODE", "language of the text", otherwise=language)


def add_given_options(parser: argparse.ArgumentParser, *, shown: bool = False) -> None:
    """Adds the options for links, and for a source whose order is scored, or which is shown."""
    parser.set_defaults(source_is_shown=shown)
    group = parser.add_argument_group(
        "given links",
        "in place of an aligner; see 'hyperbaton docs source_alignments' for the files",
    )
    option(
        group,
        "--links FILE+",
        "links of output and reference, as 'hyperbaton align' writes them: one file per system, or "
        "per system and reference",
    )
    purpose = "show it with its links, made here or read from files"
    if not shown:
        purpose = "score the order of its words, by links made here or read from files"
    option(group, "--source SRC", f"the source: {purpose}")
    text = "links of source and output, one file per system"
    if not shown:
        text += ": word order is then that of the source words, as in Birch & Osborne 2010"
    option(group, "--alignment FILE+", text)
    text = "links of source and reference, one file per reference file"
    option(group, "--ref-alignment FILE+", text)
    text = "the first position in links with the source"
    shared(group, "base", text=text, otherwise="0")


def add_tree_options(parser: argparse.ArgumentParser, purpose: str) -> argparse._ArgumentGroup:
    """Adds the options for dependency trees, parsed or given."""
    trees = parser.add_argument_group("dependency trees", purpose)
    shared(trees, "parser")
    text = "trees of the references in CoNLL-U, one file per reference, in place of a parser"
    option(trees, "--ref-trees FILE+", text)
    option(trees, "--hyp-trees FILE+", "trees of the outputs, one file per system")
    return trees


# How options are read


def notify(arguments: argparse.Namespace, *messages: str) -> None:
    """Prints notices on standard error, one per line, unless the user wants none."""
    for message in () if arguments.quiet else messages:
        print(f"hyperbaton: {message}", file=sys.stderr)


def as_option(name: str) -> str:
    """An option as it is typed, from its attribute: `--hyp-trees` from `hyp_trees`."""
    return f"--{name.replace('_', '-')}"


def preparation_of(arguments: argparse.Namespace, base: Preparation | None = None) -> Preparation:
    """What the options say; what they leave open is as in `base`."""
    preparation = base or Preparation()
    chosen = {
        name: value
        for name in (*(spec.name for spec in TEXT_OPTIONS), "parser")
        if (value := getattr(arguments, name, None)) is not None
    }
    aligner = preparation.aligner
    if "aligner" in arguments:
        aligner = _aligner(arguments, aligner)
    return replace(preparation, **chosen, language=None, aligner=aligner)


def _aligner(arguments: argparse.Namespace, base: WordAligner) -> WordAligner:
    """The aligner named, with the parameters that short options give it."""
    aligner = base
    if arguments.aligner:
        named = as_aligner(arguments.aligner)
        aligner = base.converted_to(type(named)) if named == ALIGNERS[named.name]() else named
    given = {}
    if arguments.matchers is not None:
        given["matchers"] = arguments.matchers
    if arguments.language is not None:
        given["language"] = as_language(arguments.language, "--language")
    for name in given.keys() - {spec.name for spec in fields(aligner)}:
        raise OptionError(f"--{name}: not an option of the aligner {aligner.name}; of best, meteor")
    return replace(aligner, **given)


class ReadFiles(NamedTuple):
    """The files that are scored, and how."""

    test_set: TestSet
    outputs: dict[str, Output]
    preparation: Preparation


def read_files(arguments: argparse.Namespace, metrics: Sequence[str]) -> ReadFiles:
    """Reads everything that the options name, and says on standard error what they leave open.

    Args:
        arguments: those of the command.
        metrics: the metrics that are used where none was asked for.

    Raises:
        OptionError: options contradict each other, or there is not one file per system.
        InputError: a file cannot be read, or does not fit the others.
    """
    _check_together(arguments)
    test_set = _read_test_set(arguments)
    outputs = _read_outputs(arguments, test_set)
    chosen = preparation_of(arguments)
    if arguments.source and not arguments.alignment:
        arguments.learned_links = link_with_source(
            test_set, outputs, chosen.split, threads=arguments.threads
        )
    preparation = preparation_of_given(chosen, test_set, outputs)
    if arguments.source_is_shown:
        preparation = replace(preparation, over_source=False)
    if not arguments.metrics:
        notify(arguments, f"no -m given, using {' '.join(metrics)}")
    notify(arguments, *_notices_of_language(chosen, preparation))
    for notice in _notices_of_words(preparation, test_set, arguments.metrics or metrics):
        print(f"hyperbaton: {notice}", file=sys.stderr)  # also to those who want to hear little
    notify(arguments, *_notices_of_blank_segments(test_set, outputs))
    return ReadFiles(test_set, outputs, preparation)


def in_language_of_text(arguments: argparse.Namespace, test_set: TestSet) -> Preparation:
    """The preparation chosen, in the language of the texts where none was, with a notice."""
    chosen = preparation_of(arguments)
    detected = preparation_of_given(chosen, test_set, {})
    notify(arguments, *_notices_of_language(chosen, detected))
    return detected


def _notices_of_language(chosen: Preparation, used: Preparation) -> Iterable[str]:
    if used.language not in (chosen.language, None):
        yield (
            f"the text is {language_name(used.language)}, and scored as such (--language "
            f"{used.language}); choose another language with --language"
        )


def _notices_of_blank_segments(test_set: TestSet, outputs: Mapping[str, Output]) -> Iterable[str]:
    blank = {int(Evidence(test_set, output).blank.sum()) for output in outputs.values()}
    if max(blank):
        count = " to ".join(map(str, sorted({min(blank), max(blank)})))
        yield (
            f"{count} of {len(test_set)} segments are blank in both output and reference, and are "
            "not counted"
        )


def _notices_of_words(
    preparation: Preparation, test_set: TestSet, written: Sequence[str]
) -> Iterable[str]:
    """Which metrics do not see the words of text without spaces, or not those of sacreBLEU."""
    metrics = [metric for metric in as_metrics(written) if metric.needs - {Need.TEXT}]
    for tokenizers, outcome in (
        (("unicode",), "is split into characters (tok:unicode)"),
        (("13a", "none"), "is not split into words; name its language with --language"),
    ):
        names = [str(m) for m in metrics if m.adapted(preparation).tokenize in tokenizers]
        if names and is_without_spaces(test_set.flat_texts):
            yield f"{', '.join(names)}: text without spaces {outcome}"
    missing = missing_in(preparation.language_code)
    names = [str(m) for m in metrics if m.preparation.tokenize == "13a"]
    if missing is not None and names and preparation.tokenize is None:
        yield (
            f"{', '.join(names)}: sacreBLEU splits such text with {missing}, which is not "
            f"installed; run: pip install 'hyperbaton[{preparation.language_code}]'"
        )


def _check_together(arguments: argparse.Namespace) -> None:
    for one, other in (("alignment", "ref_alignment"), ("ref_trees", "hyp_trees")):
        if bool(getattr(arguments, one)) != bool(getattr(arguments, other)):
            raise OptionError(f"{as_option(one)} and {as_option(other)} require each other")
    if arguments.alignment and not arguments.source:
        raise OptionError("--alignment requires --source")
    for given, made_by in (("links", ("aligner", "matchers")), ("hyp_trees", ("parser",))):
        for made in made_by:
            if getattr(arguments, given) and getattr(arguments, made):
                raise OptionError(f"--{made} and {as_option(given)} are mutually exclusive")


def check_one_each(expected: int, what: str, **options: Sequence[str] | None) -> None:
    """Refuses options with another number of files than there are outputs or references."""
    for name, files in options.items():
        if files and len(files) != expected:
            found = f"{len(files)} files for {expected} {what}"
            raise OptionError(f"{as_option(name)}: {found}; give one for each, in the same order")


def _read_test_set(arguments: argparse.Namespace) -> TestSet:
    streams = read_reference_streams(arguments.references)
    links, trees = arguments.ref_alignment, arguments.ref_trees
    check_one_each(len(streams), "references per segment", ref_alignment=links, ref_trees=trees)
    return TestSet(
        streams,
        source=read_segments(arguments.source) if arguments.source else None,
        source_links=_links_with_source(links, arguments.base),
        trees=_trees(trees, len(streams[0])),
    )


def _read_outputs(arguments: argparse.Namespace, test_set: TestSet) -> dict[str, Output]:
    systems = read_systems(arguments.input, len(test_set), arguments.references[0])
    links, trees = arguments.alignment, arguments.hyp_trees
    check_one_each(len(systems), "outputs", alignment=links, hyp_trees=trees)
    nothing = [None] * len(systems)
    given = zip(
        _links(arguments.links, len(systems)) or nothing,
        _links_with_source(links, arguments.base) or nothing,
        _trees(trees, len(test_set)) or nothing,
        strict=True,
    )
    return {
        name: Output(texts, links=links, source_links=source_links, trees=trees)
        for (name, texts), (links, source_links, trees) in zip(systems.items(), given, strict=True)
    }


def _links_with_source(files: Sequence[str] | None, base: int | None) -> list[LinkText] | None:
    if not files:
        return None
    from hyperbaton.bitext import LinkText

    return [LinkText.read(file, base) for file in files]


def _trees(files: Sequence[str] | None, segments: int) -> list[Sequence[Trees]] | None:
    if not files:
        return None
    from hyperbaton.trees import read_segment_trees

    return [read_segment_trees(file, segments) for file in files]


def _links(files: Sequence[str] | None, systems: int) -> list[list[LinkStream]] | None:
    """For every system, the links with each stream of references."""
    if not files:
        return None
    from hyperbaton.alignment.given import LinkStream

    if len(files) % systems:
        raise OptionError(
            f"--links: {len(files)} files for {systems} systems; give one per system, or one per "
            "system and reference file, system by system"
        )
    each = len(files) // systems
    streams = [LinkStream.read(file) for file in files]
    return [streams[k * each : (k + 1) * each] for k in range(systems)]


# How results are written


def write_output(text: str, path: str | None) -> None:
    """Prints text, or writes it to a file that appears only when it is complete."""
    write_lines([text], path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Prints lines, or writes them to a file that appears only when it is complete."""
    if path is not None and path != STANDARD_OUTPUT:
        write_to_file(lines, path)
        return
    for line in lines:
        print(line)
