"""Small, valid objects of every public kind, from which calls are made: see `calls`."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pyarrow

import hyperbaton
from hyperbaton import (
    alignment,
    batch,
    bitext,
    evidence,
    meta,
    metrics,
    parsing,
    trees,
)
from hyperbaton import vectors as word_vectors
from hyperbaton.alignment.matches import SegmentMatches
from hyperbaton.meta.tuning.mixture_result import SetAgreement
from hyperbaton.text.segments import Segments

REPOSITORY = Path(__file__).parents[2]
JUDGED = str(REPOSITORY / "demo" / "judged")
SAMPLE = str(REPOSITORY / "tests" / "parsing" / "sample.conllu")
HYPOTHESES = ["we met at noon in the lobby", "the book has he read", "he sings"]
REFERENCES = ["we met in the lobby at noon", "he has read the book", "he sings well"]


class World:
    """Valid objects, each made when it is first asked for, in a folder for files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.links = str(folder / "links.txt")
        (folder / "links.txt").write_text("0-0 1-1\n0-1\n", "utf-8")
        self.bitext_file = str(folder / "bitext.naacl")
        (folder / "bitext.naacl").write_text("", "utf-8")
        self.vector_file = str(folder / "vectors.txt")
        (folder / "vectors.txt").write_text("noon 1 0\nlobby 0 1\n", "utf-8")

    @cached_property
    def tree(self):
        return trees.DependencyTree(("she", "sang", "well"), (2, 0, 2))

    @cached_property
    def test_set(self):
        tree = (self.tree,)
        return hyperbaton.TestSet([REFERENCES], source=REFERENCES, trees=[[tree, tree, tree]])

    @cached_property
    def output(self):
        return hyperbaton.Output(HYPOTHESES, trees=[self.tree] * 3)

    @cached_property
    def context(self):
        return evidence.Preparation(given_trees=True)

    @cached_property
    def evidence(self):
        return evidence.Evidence(self.test_set, self.output, self.context)

    @cached_property
    def one_segment(self):
        chosen = [0]
        return evidence.Evidence(
            self.test_set.chosen(chosen), self.output.chosen(chosen), self.context
        )

    @cached_property
    def report(self):
        return hyperbaton.score({"calque": HYPOTHESES}, [REFERENCES], ["kendall", "wer"])

    @cached_property
    def batch(self):
        return hyperbaton.PermutationBatch.of([[1, 2, 3], [2, 3, 1]])

    @cached_property
    def table(self):
        return pyarrow.table({"hyp": HYPOTHESES, "ref": REFERENCES})

    @cached_property
    def description(self):
        return batch.BatchDescription(["pef"], statistics=True)

    @cached_property
    def scored(self):
        return batch.RowScorer(self.description)(self.table.to_batches()[0])

    @cached_property
    def sums(self):
        return batch.SummedStatistics.of_batch(self.scored)

    @cached_property
    def alignments(self):
        return alignment.Aligner(matchers="exact").align_all(HYPOTHESES, REFERENCES)

    @cached_property
    def matches(self):
        words = [text.split() for text in REFERENCES]
        return SegmentMatches(Segments.of(words, words))

    @cached_property
    def word_alignments(self):
        return bitext.WordAlignments.of([[(0, 1), (1, 0)], [(0, 0)]], [2, 3], [2, 1])

    @cached_property
    def judged(self):
        (found,) = meta.read_judged_sets(JUDGED, ["de-en"])
        return found

    @cached_property
    def scoring(self):
        return meta.Scoring(("kendall", "wer"))

    @cached_property
    def pair_scorer(self):
        return self.scoring.scorer(self.judged, keep=True)

    @cached_property
    def metric_scores(self):
        return self.pair_scorer.score([metrics.Kendall(), metrics.Wer()])

    @cached_property
    def tuning_set(self):
        return self.scoring.tuning_set(self.judged)

    @cached_property
    def tunable(self):
        return meta.tunable(metrics.Pef(), "beta", 0.2, 0.4)

    @cached_property
    def tuned(self):
        return meta.Tuned(metrics.Pef(), {"beta": 0.3}, "hill climbing", 0.5, 0.4, 0.3, ())

    @cached_property
    def tuning_report(self):
        return meta.tune_all(
            [metrics.Pef()], [[self.tunable]], [self.tuning_set], folds=2, restarts=1
        )

    @cached_property
    def features(self):
        return (meta.Feature("a"), meta.Feature("b"))

    @cached_property
    def feature_set(self):
        judgements = self.judged.judgements.preferences
        scores = [each.segments for each in self.metric_scores]
        return meta.make_feature_set("demo", "de-en", self.features, judgements, scores)

    @cached_property
    def mixture(self):
        options = meta.MixtureOptions(folds=2, l2=1.0)
        return meta.fit_features(self.features, [self.feature_set], options)

    @cached_property
    def study(self):
        return meta.run_study([self.judged], self.scoring, [meta.Protocol(samples=40)])

    @cached_property
    def archive(self):
        path = self.folder / "vectors.npz"
        described = dict.fromkeys(("language", "sources", "licence", "recipe"), "")
        word_vectors.write_archive(
            path,
            ["noon", "lobby"],
            np.array([[1, 0], [0, 1]], np.int8),
            np.array([1.0, 2.0]),
            {**described, "unit": 1},
        )
        return str(path)

    @cached_property
    def instances(self):
        """An instance of every public class, by name; metrics, aligners and parsers are found."""
        set_agreement = SetAgreement("demo", "de-en", 0.1, 0.2, (0.1, 0.2), 0.3)
        curve = {"kendall": [0.1, 0.2]}
        (bitext_alignment, *_) = (self.word_alignments,)
        return {
            "Agreement": self.study.tables[0].agreements[0],
            "AgreementTable": self.study.tables[0],
            "Alignment": self.alignments[0],
            "Alignments": self.alignments,
            "Bitext": bitext.Bitext(
                (("a", "b"), ("c", "d", "e")), (("x", "y"), ("z",)), bitext_alignment
            ),
            "Preparation": self.context,
            "CostTable": trees.CostTable([1.0], [1.0], [[0.0]]),
            "DataOptions": meta.DataOptions(),
            "DependencyTree": self.tree,
            "EditCosts": trees.EditCosts(),
            "EvaluationSet": self.judged.data,
            "Evidence": self.evidence,
            "Explanation": self.report.explain("calque", 1),
            "Feature": meta.Feature("bleu"),
            "FeatureSet": self.feature_set,
            "ForestEntry": next(iter(self.forest.entries())),
            "GivenFiles": meta.GivenFiles(),
            "HeldOut": meta.HeldOut("year", "tau", ("a", "b"), (set_agreement,), {"w": (0.5, 0.5)}),
            "JudgedSet": self.judged,
            "Judgements": self.judged.judgements,
            "Link": alignment.Link(0, 0, "exact", 1.0),
            "LinkText": bitext.LinkText("links", "0-0 1-1\n0-0\n"),
            "LogisticFit": self.mixture.fit,
            "MbrChoice": hyperbaton.mbr(HYPOTHESES, "kendall"),
            "Measurement": bitext.crossings(self.word_alignments),
            "MetricScores": self.metric_scores[0],
            "Mixture": self.mixture,
            "MixtureOptions": meta.MixtureOptions(folds=2),
            "MultiwordToken": trees.MultiwordToken("im", 1, 2),
            "NamedValues": metrics.METRICS,
            "Node": self.forest.canonical.root,
            "Omissions": meta.Omissions(skip=True),
            "OrderedTrees": trees.OrderedTrees([self.tree]),
            "Output": self.output,
            "PairScorer": self.pair_scorer,
            "ParameterCurve": meta.ParameterCurve("t", "tau", "beta", [0.1, 0.2], curve),
            "ParseCache": parsing.ParseCache(self.folder / "parses"),
            "PermutationBatch": self.batch,
            "PermutationForest": self.forest,
            "PermutationScore": metrics.Kendall().permutation_score([2, 1]),
            "PermutationTree": self.forest.canonical,
            "Preferences": self.judged.judgements.preferences,
            "Protocol": meta.Protocol(samples=0),
            "Record": meta.Record(1, 2, 3),
            "Resampling": hyperbaton.Resampling(),
            "Resources": hyperbaton.Resources(threads=1),
            "ScoreMatrix": hyperbaton.pairwise(HYPOTHESES, REFERENCES, "kendall"),
            "RowScorer": batch.RowScorer(self.description),
            "BatchDescription": self.description,
            "SummedStatistics": self.sums,
            "ScoreReport": self.report,
            "Scoring": self.scoring,
            "Sentence": trees.Sentence(self.tree),
            "StatisticsCache": meta.StatisticsCache(self.folder / "statistics"),
            "StudyResult": self.study,
            "TestSet": self.test_set,
            "TextScore": metrics.Kendall().sentence_score("a b", ["b a"]),
            "TextVectors": word_vectors.TextVectors(self.vector_file),
            "TreeEdit": trees.edit_distance(self.tree, self.tree),
            "Tunable": self.tunable,
            "Tuned": self.tuned,
            "TuningReport": self.tuning_report,
            "TuningSet": self.tuning_set,
            "WeakFactorization": hyperbaton.WeakFactorization.of([2, 1, 3]),
            "WordAlignments": self.word_alignments,
            "WordRows": word_vectors.read_archive(self.archive).lookup(["noon"]),
            "WordVectors": word_vectors.read_archive(self.archive),
        }

    @cached_property
    def lookups(self):
        """Objects with `[]`, by name."""
        found = {
            **self.instances,
            "ALIGNERS": alignment.ALIGNERS,
            "PARSERS": parsing.PARSERS,
            "PermutationReport": hyperbaton.score_permutations([[2, 1]], ["pef"]),
            "SystemResult": self.report["calque"],
        }
        return {
            name: made
            for name, made in found.items()
            if hasattr(type(made), "__getitem__") and not isinstance(made, tuple)
        }

    @cached_property
    def forest(self):
        return hyperbaton.PermutationForest.from_permutation([2, 1, 3])


@cache
def world(folder: Path) -> World:
    """The objects of a folder."""
    return World(folder)
