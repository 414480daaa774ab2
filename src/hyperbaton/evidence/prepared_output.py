"""One system's outputs after preprocessing, and what is derived from them, each thing once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from hyperbaton._core import Vocabulary
from hyperbaton.alignment import Alignments
from hyperbaton.alignment.given import Kept, given_alignments, restricted
from hyperbaton.alignment.matches import ReferenceMatches
from hyperbaton.bitext import relative, source_orders
from hyperbaton.errors import InputError, LinkError
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.prepared_references import PreparedReferences, parsed_trees
from hyperbaton.evidence.words import AlignableWords, PlainWords
from hyperbaton.once import OncePer
from hyperbaton.parsing import Parser
from hyperbaton.permutation import PermutationBatch, order_of
from hyperbaton.resources import Resources
from hyperbaton.text.characters import characters, split_marks
from hyperbaton.text.numbering import number_texts
from hyperbaton.text.ragged import Ragged
from hyperbaton.text.segments import References, SegmentArrays, Segments, Words
from hyperbaton.text.text_column import TextColumn
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.dependency import joined


class PreparedOutput:
    """One system's outputs, prepared in one way, and what is derived from them."""

    def __init__(
        self, output: Output, references: PreparedReferences, resources: Resources
    ) -> None:
        self.output = output
        self.references = references
        self.resources = resources
        self.threads = resources.thread_count
        self.trees: OncePer[Parser, tuple[list[DependencyTree], list[DependencyTree]]] = OncePer(
            self._parsed
        )
        self.own_trees: OncePer[Parser, list[DependencyTree]] = OncePer(
            lambda parser: parsed_trees(self.tokens, parser, resources)
        )

    @cached_property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self.references.preprocessing.cleaned(self.output.texts, self.threads)

    @property
    def tokens(self) -> Words:
        """The words of the hypotheses."""
        return self.words.segments.tokens

    @cached_property
    def words(self) -> AlignableWords:
        """Words of hypotheses and references, and their alignments."""
        references = self.references.words
        lexicon = Vocabulary(references.lexicon)
        words = number_texts(
            self.output.texts,
            self.references.preprocessing,
            lexicon,
            name="hypotheses",
            threads=self.threads,
        )
        segments = Segments(words, lexicon, references)
        return AlignableWords(segments, self.references.matches, self.threads)

    @cached_property
    def characters(self) -> SegmentArrays:
        """Characters without spaces."""
        ours, theirs = characters(self.texts, self.threads), self.references.characters
        return SegmentArrays(*ours, *theirs, self.references.groups)

    @cached_property
    def spaced_words(self) -> SegmentArrays:
        """Words as chrF++ splits them."""
        words = list(map(split_marks, self.texts))
        return Segments.of(words, self.references.spaced_words).arrays

    @cached_property
    def plain(self) -> PlainWords:
        """Words in lower case, without marks."""
        segments = self.words.segments
        words = Ragged(segments.arrays.hypothesis_values, segments.arrays.hypothesis_offsets)
        lexicon = Vocabulary(self.references.plain.lexicon)
        return PlainWords.of(words, segments.lexicon, lexicon)

    @cached_property
    def plain_words(self) -> AlignableWords:
        """The same beside those of the references, and their alignments."""
        segments = Segments(self.plain.words, self.plain.lexicon, self.references.plain_words)
        return AlignableWords(segments, self.references.plain_matches, self.threads)

    @cached_property
    def given_alignments(self) -> Alignments:
        """The links given, as alignments."""
        return self._given(self.words.segments)

    @cached_property
    def given_order(self) -> PermutationBatch:
        """The permutations of the words linked."""
        return order_of(self.given_alignments)

    @cached_property
    def given_tree_alignments(self) -> Alignments:
        """The links given, between the words of the trees given."""
        return self._given(self.tree_words.segments)

    def _given(self, segments: Segments) -> Alignments:
        streams = self.output.links
        if streams is None:
            raise InputError("the aligner 'given' needs links of hypothesis and reference")
        test_set = self.references.test_set
        used = int(test_set.stream_of.max(initial=-1)) + 1
        if len(streams) < used:
            raise InputError(
                f"links: there are {len(streams)} streams of links but {used} of references; "
                "every stream of references needs one"
            )
        segment_of, stream_of = segments.hypothesis_of.tolist(), test_set.stream_of.tolist()
        words = zip(
            segments.lengths_by_reference.astype(np.int64).tolist(),
            segments.references.lengths.astype(np.int64).tolist(),
            strict=True,
        )
        chosen = [
            streams[stream].of_reference(segment, counts)
            for segment, stream, counts in zip(segment_of, stream_of, words, strict=True)
        ]
        try:
            return given_alignments(chosen, segments)
        except LinkError as error:
            place = f"{streams[stream_of[error.index]].name}: segment {segment_of[error.index] + 1}"
            raise InputError(f"{place}: {error.reason}") from None

    @cached_property
    def given_plain_alignments(self) -> Alignments:
        """The links given between plain words."""
        arrays = self.words.segments.arrays
        kept = Kept(
            self.plain.before,
            arrays.hypothesis_offsets,
            self.words.segments.hypothesis_of,
            self.references.plain.before,
            arrays.reference_offsets,
            self.references.plain_words.offsets,
        )
        return restricted(self.given_alignments, kept)

    @cached_property
    def order_over_source(self) -> PermutationBatch:
        """For every reference the order of the source words against that in the hypothesis."""
        links = self.output.source_links
        if links is None:
            raise InputError("word order over the source needs links of source and output")
        lengths = self.words.segments.lengths.astype(np.int64)
        ours = source_orders(links.alignments(self.references.source_lengths, lengths))
        counts = self.references.words.counts
        return relative(self.references.source_orders, ours.repeated(counts))

    def _by_reference(self, trees: Sequence[DependencyTree]) -> list[DependencyTree]:
        counts = np.diff(self.references.groups)
        return [trees[k] for k in np.repeat(np.arange(len(trees)), counts).tolist()]

    def _parsed(self, parser: Parser) -> tuple[list[DependencyTree], list[DependencyTree]]:
        return self._by_reference(self.own_trees[parser]), self.references.trees[
            parser, self.resources
        ]

    @cached_property
    def given_trees(self) -> list[DependencyTree]:
        """The trees given, one for every reference."""
        if self.output.trees is None and self.references.test_set.trees is None:
            raise InputError("the parser 'given' needs trees of references and outputs")
        if self.output.trees is None:
            raise InputError("trees are given for references alone; give both")
        return self._by_reference([joined(trees) for trees in self.output.trees])

    @cached_property
    def tree_words(self) -> AlignableWords:
        """The words of given trees, in the case of the text."""
        groups = self.references.groups
        theirs = References.of(self._cased(self.references.given_trees), groups)
        first = groups[:-1].tolist()
        ours = Segments.of(self._cased([self.given_trees[k] for k in first]), theirs)
        return AlignableWords(ours, ReferenceMatches(theirs), self.threads)

    def _cased(self, trees: Sequence[DependencyTree]) -> list[list[str]]:
        if self.references.preprocessing.lowercase:
            return [[word.lower() for word in tree.words] for tree in trees]
        return [list(tree.words) for tree in trees]
