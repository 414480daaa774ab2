"""The context of a run: how text becomes evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperbaton.alignment import Aligner, GivenLinks, WordAligner, as_aligner
from hyperbaton.alignment.matchers.soft import MINIMUM, VectorSource
from hyperbaton.checks import shown
from hyperbaton.errors import ArgumentTypeError, OptionError
from hyperbaton.evidence.needs import Need, fragments
from hyperbaton.files import digest_of
from hyperbaton.parsing import English, GivenTrees, Parser, as_parser
from hyperbaton.text.preprocessing import Preprocessing, TextOptions
from hyperbaton.text.tokenizing.own_tokenizers import OwnTokenizer, TokenizingFunction

if TYPE_CHECKING:
    from hyperbaton.evidence.output import Output
    from hyperbaton.evidence.test_set import TestSet


@dataclass(frozen=True)
class Context:
    """How text becomes evidence; threads and the like are no part of it.

    Attributes:
        text: what is done to text for all metrics; what it leaves open each metric decides.
        aligner: where links between hypothesis and reference come from; an aligner, or
            `GivenLinks` for links beside the outputs.
        over_source: whether word order is that of the source words in hypothesis and reference, by
            alignments with the source (Birch & Osborne 2010), and not that of linked words.
        parser: where dependency trees come from; a parser, or `GivenTrees` for trees beside the
            texts.
    """

    text: TextOptions = TextOptions()
    aligner: WordAligner = Aligner()
    over_source: bool = False
    parser: Parser = English()

    def __post_init__(self) -> None:
        if isinstance(self.text, Preprocessing):
            object.__setattr__(self, "text", TextOptions.of(self.text))
        if not isinstance(self.text, TextOptions):
            raise ArgumentTypeError("text", "TextOptions or a Preprocessing", shown(self.text))
        object.__setattr__(self, "aligner", as_aligner(self.aligner))
        object.__setattr__(self, "parser", as_parser(self.parser))

    @classmethod
    def of(
        cls,
        *,
        tokenize: str | TokenizingFunction | None = None,
        lowercase: bool | None = None,
        join_subwords: str | None = None,
        aligner: WordAligner | str | None = None,
        parser: Parser | str | None = None,
        language: str | None = None,
    ) -> Context:
        """A context from the choices that users make, with defaults for the rest."""
        chosen: dict[str, Any] = {"aligner": aligner, "parser": parser}
        context = cls(
            TextOptions(tokenize, lowercase, join_subwords),
            **{name: value for name, value in chosen.items() if value is not None},
        )
        return context if language is None else context.in_language(language)

    @property
    def preprocessing(self) -> Preprocessing:
        """What is done to text, with hyperbaton's own defaults for what is left open."""
        return self.text.completed(Preprocessing())

    @property
    def can_be_kept(self) -> bool:
        """Whether a fingerprint tells all that can change a number; not so of a user's function."""
        return not isinstance(self.text.tokenize, OwnTokenizer)

    @property
    def given_links(self) -> bool:
        """Whether links come with the outputs, and not from an aligner."""
        return isinstance(self.aligner, GivenLinks)

    @property
    def given_trees(self) -> bool:
        """Whether trees come with the texts, and not from a parser."""
        return isinstance(self.parser, GivenTrees)

    @property
    def language(self) -> str:
        """The language of hypotheses and references."""
        return self.aligner.language_code

    @property
    def vectors(self) -> VectorSource:
        """Where similarities of words come from: the aligner's file, or the language's vectors."""
        embeddings = self.aligner.embeddings if isinstance(self.aligner, Aligner) else None
        file = None if embeddings is None or Path(embeddings).is_dir() else embeddings
        return VectorSource(self.language, file)

    def aligned_softly(self, similarity: float) -> Context:
        """The context with soft matches, where vectors are to be had and no matchers are chosen.

        Args:
            similarity: the smallest of a soft match, unless the aligner was told another.
        """
        aligner = self.aligner
        if not isinstance(aligner, Aligner) or aligner.matchers is not None:
            return self
        if self.vectors.table is None:
            return self
        matchers = [*(name for name in aligner.weights if name != "embedding"), "soft"]
        told = aligner.soft_similarity != MINIMUM
        softly = replace(
            aligner,
            matchers="+".join(matchers),
            soft_similarity=aligner.soft_similarity if told else similarity,
        )
        return replace(self, aligner=softly)

    def prepared_as(self, own: Preprocessing) -> Context:
        """The context with a metric's own preprocessing where it is left open."""
        completed = self.text.completed(own)
        return replace(self, text=TextOptions.of(completed))

    def in_language(self, language: str) -> Context:
        """The context for text in a language.

        Raises:
            OptionError: the aligner was told another language.
        """
        if self.aligner.language not in (None, language):
            raise OptionError(
                f"the text is in language {language!r}, but words are to be aligned in "
                f"{self.aligner.language!r}; leave out the language of the aligner"
            )
        return replace(self, aligner=replace(self.aligner, language=language))

    def with_given(self, *, links: bool, source_links: bool, trees: bool) -> Context:
        """The context with what is given beside texts in place of aligner and parser."""
        return replace(
            self,
            aligner=self.aligner.converted_to(GivenLinks) if links else self.aligner,
            over_source=self.over_source or source_links,
            parser=GivenTrees() if trees else self.parser,
        )

    def signature(self, needs: Iterable[Need]) -> str:
        """What these needs depend on, such as `tok:unicode|case:mixed|align:exact,stem|lang:de`."""
        return "|".join(fragments(self, needs))

    def fingerprint(self, needs: Iterable[Need] = tuple(Need)) -> str:
        """A digest of everything that can change a number, contents of files included.

        Of all needs, or only of those given; then what other needs depend on does not matter.
        """
        return digest_of(fragments(self, needs, absent_models=True))


def context_of_given(context: Context, test_set: TestSet, outputs: Mapping[str, Output]) -> Context:
    """The context with what is given beside the texts in place of aligner and parser.

    Raises:
        OptionError: something is given for some systems only.
    """
    given = {
        name: [getattr(output, name) is not None for output in outputs.values()]
        for name in ("links", "source_links", "trees")
    }
    for name, found in given.items():
        if any(found) and not all(found):
            raise OptionError(f"{name}: given for {sum(found)} of {len(found)} systems; give all")
    return context.with_given(
        links=any(given["links"]),
        source_links=any(given["source_links"]) or test_set.source_links is not None,
        trees=any(given["trees"]) or test_set.trees is not None,
    )
