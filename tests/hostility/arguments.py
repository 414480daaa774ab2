"""Arguments of a valid call of every public function and method that needs some, by name.

A parameter that is not named here takes the value that `BY_NAME` has for it, if any; then its
default.
"""

from __future__ import annotations

import numpy as np

from hostility.world import HYPOTHESES, JUDGED, REFERENCES, SAMPLE, World
from hyperbaton import alignment, meta, metrics, parsing, trees, vectors
from hyperbaton.evidence import Need
from hyperbaton.evidence.evidence import ComparedTrees
from hyperbaton.text.text_column import TextColumn
from hyperbaton.values import parameters


def by_name(world: World) -> dict[str, object]:
    """What parameters of these names take wherever they are."""
    return {
        "alignments": world.word_alignments,
        "context": world.context,
        "evidence": world.evidence,
        "explicit": True,
        "hypothesis": HYPOTHESES[0],
        "judged": world.judged,
        "matches": world.matches,
        "metrics": ["kendall"],
        "objective": "tau",
        "output": world.output,
        "pair": "de-en",
        "permutation": [2, 1, 3],
        "permutations": [[2, 1, 3]],
        "sets": [world.tuning_set],
        "source_lengths": [2, 3],
        "target_lengths": [2, 1],
        "test_set": world.test_set,
        "threads": 1,
        "words": ["noon", "in"],
    }


def arguments(world: World) -> dict[str, dict[str, object]]:
    """By the name of a function, `Class.method` or class, the arguments of a valid call."""
    preferences = world.judged.judgements.preferences
    numbers, table = trees.label_numbers([world.tree.words], [world.tree.words])
    ordered = trees.OrderedTrees([world.tree])
    every = np.ones(len(world.judged.data), np.bool_)
    systems = list(world.judged.data.systems)
    differences = [np.array([[1.0, 0.5], [-0.5, 1.0], [0.5, 0.5]])]
    reference = REFERENCES[0].split()
    tunables = {"metric": metrics.Pef(), "parameters": [world.tunable], "folds": 2, "restarts": 1}
    archive = vectors.read_archive(world.archive)
    scores = world.metric_scores
    batch = world.batch
    aligned = world.alignments
    links = world.word_alignments
    rows = {"systems": systems, "segments": scores[0].segments}
    return {
        # functions
        "accepted_values": {"spec": parameters(metrics.Pef)[0]},
        "align": {"reference": REFERENCES[0]},
        "align_with_eflomal": {"source": [["a", "b"]], "target": [["x", "y"]]},
        "anticipation": {"k": 3},
        "as_aligner": {"value": "best"},
        "as_integers": {"values": [1, 2], "name": "values"},
        "as_metric": {"value": "pef"},
        "as_metrics": {"value": ["pef", "bleu"]},
        "as_offsets": {"offsets": [0, 2], "elements": 2},
        "as_parser": {"value": "english"},
        "attained": {"metric": metrics.Kendall()},
        "clusters": {"values": np.array([0.5, 0.4]), "p_values": np.full((2, 2), 0.5)},
        "completed_rows": {"table": archive},
        "edit_distance": {"a": world.tree, "b": world.tree},
        "edit_distances": {
            "a": ordered,
            "b": ordered,
            "labels": tuple(ordered.by_node(each) for each in numbers),
            "costs": trees.EditCosts().table(table),
        },
        "evaluate": {
            "judgements": world.judged.judgements,
            "metrics": scores,
            "protocol": meta.Protocol(samples=0),
        },
        "explain": {"references": [REFERENCES[0]]},
        "score_batches": {"reader": world.table},
        "score_statistics": {"systems": {"loom": world.scored}},
        "find_paper": {"name": "stanojevic-simaan-2014"},
        "fit_features": {
            "features": world.features,
            "sets": [world.feature_set],
            "options": meta.MixtureOptions(folds=2, l2=1.0),
        },
        "fit_logistic": {"differences": differences, "l2": 1.0},
        "fit_mixture": {
            "sets": [world.judged],
            "scoring": world.scoring,
            "options": meta.MixtureOptions(folds=2, l2=1.0),
        },
        "flattened": {"segment": world.tree},
        "format_value": {"value": 0.5},
        "largest_mappings": {"a": ordered, "b": ordered},
        "logistic_weights": {"differences": differences, "l2": 1.0},
        "make_feature_set": {
            "folder": "demo",
            "features": world.features,
            "preferences": preferences,
            "scores": [each.segments for each in scores],
        },
        "mbr": {"candidates": HYPOTHESES, "metric": "kendall"},
        "mean_ranks": {"values": np.array([[0.5, 0.4], [0.3, 0.2]])},
        "of_segments": {"name": "m", "signature": "m", **rows},
        "of_systems": {
            "name": "m",
            "signature": "m",
            "systems": systems,
            "scores": scores[0].system_scores,
        },
        "pairwise": {"hypotheses": HYPOTHESES, "references": REFERENCES, "metric": "kendall"},
        "parameter": {"default": 0.5, "description": "a number"},
        "parameter_counts": {
            "metric": metrics.Pef(),
            "parameter": world.tunable,
            "values": [0.2, 0.3],
        },
        "parameter_curve": {
            "metric": metrics.Pef(),
            "parameter": world.tunable,
            "values": [0.2, 0.3],
        },
        "parameters": {"value": metrics.Pef},
        "parse": {"text": "pef(beta=0.3)"},
        "parse_segments": {"segments": [["he", "sings"]], "parser": "english"},
        "read_alignments": {"path": world.links},
        "read_archive": {"path": world.archive},
        "read_bitext": {"path": world.bitext_file},
        "read_evaluation_set": {"folder": JUDGED},
        "read_judged_folders": {"folders": {JUDGED: meta.DataOptions()}, "pairs": ["de-en"]},
        "read_judged_sets": {"folder": JUDGED, "pairs": ["de-en"]},
        "read_judgements": {"data": world.judged.data},
        "read_segment_trees": {"path": SAMPLE},
        "read_sentences": {"path": SAMPLE},
        "read_vectors": {"file": world.vector_file},
        "record": {"p_better": [0.01, 0.5], "p_worse": [0.99, 0.5]},
        "relative": {"reference": batch, "translation": batch},
        "run_study": {
            "sets": [world.judged],
            "scoring": world.scoring,
            "protocols": [meta.Protocol(samples=0)],
        },
        "score": {"hypotheses": HYPOTHESES, "references": [REFERENCES]},
        "symmetrize": {"forward": links, "reverse": links},
        "tunable": {"metric": metrics.Pef(), "path": "beta"},
        "tune": tunables,
        "tune_all": {"metrics": [metrics.Pef()], "parameters": [[world.tunable]]},
        "tuning_curve": {
            "metrics": [metrics.Pef()],
            "parameters": [world.tunable],
            "points": 2,
        },
        "unit_rows": {"vectors": np.eye(2, dtype=np.float32)},
        "vectors_of_file": {"file": world.vector_file},
        "vectors_of_language": {"code": "en"},
        "write_archive": {
            "path": str(world.folder / "written.npz"),
            "words": list(archive.words),
            "vectors": archive.rows,
            "information": archive.information,
            "description": dict(archive.description),
        },
        "write_report": {"scores": world.report, "path": str(world.folder / "report.html")},
        # classes that are no dataclasses
        "Alignments": {
            name: getattr(aligned, name)
            for name in [
                "matchers",
                "matches",
                "weights",
                "offsets",
                "chunks",
                "exact",
                "reference_offsets",
            ]
        },
        "RowScorer": {"description": world.description},
        "CostTable": {"deletion": [1.0], "insertion": [1.0], "rename": [[0.0]]},
        "Evidence": {},
        "Link": {"hypothesis": 0, "reference": 0, "matcher": "exact", "weight": 1.0},
        "NamedValues": {"kind": "metric", "members": (metrics.Pef,)},
        "Omissions": {"skip": True},
        "OrderedTrees": {"segments": [world.tree]},
        "Output": {"texts": HYPOTHESES},
        "PairScorer": {"data": world.judged.data},
        "ParseCache": {"folder": world.folder / "parses"},
        "PermutationBatch": {"values": [1, 2, 2, 1], "offsets": [0, 2, 4]},
        "PermutationForest": {"tree": world.forest.canonical},
        "PermutationScore": {"score": 0.5, "metric": metrics.Kendall(), "evidence": {}},
        "PermutationTree": {
            "permutation": world.forest.canonical.permutation,
            "spans": world.forest.canonical.spans,
        },
        "StatisticsCache": {"folder": world.folder / "statistics"},
        "TestSet": {"references": [REFERENCES]},
        "WordAlignments": {"source": [0, 1], "target": [1, 0], "offsets": [0, 1, 2]},
        "WordRows": {"rows": archive.rows, "information": archive.information, "known": [True]},
        # methods
        "Agreement.why": {"k": 0},
        "AgreementTable.record": {"new": "kendall", "baseline": "wer"},
        "Alignments.reweighted": {"weights": aligned.weights},
        "Cell.written": {"decimals": 3},
        "Preparation.aligned_softly": {"similarity": 0.5},
        "Preparation.in_language": {"language": "de"},
        "Preparation.prepared_as": {"own": metrics.Bleu.preparation},
        "Preparation.signature": {"needs": [Need.TOKENS]},
        "Preparation.with_given": {"links": False, "source_links": False, "trees": False},
        "Dted.text_evidence": {"evidence": world.one_segment},
        "Dted.tree_scores": {"trees": ComparedTrees([world.tree], [world.tree])},
        "EditCosts.table": {"labels": {"a": 0, "b": 1}},
        "EditRate.nearest": {},
        "EvaluationSet.among": {"systems": systems[:2]},
        "EvaluationSet.limited_to": {"segments": every},
        "EvaluationSet.longest": {"preparation": metrics.Bleu.preparation},
        "EvaluationSet.make_output": {"system": systems[0]},
        "EvaluationSet.mean_lengths": {"preparation": metrics.Bleu.preparation},
        "Evidence.ngram_information": {"n": 2},
        "Evidence.under": {"needs": [Need.TOKENS]},
        "Explanation.from_dict": {"record": world.report.explain("calque", 1).to_dict()},
        "FeatureSet.counts": {"weights": np.array([0.5, 0.5])},
        "FeatureSet.limited_to": {"segments": every},
        "GivenFiles.of_pair": {"references": ["refA"]},
        "InvWer.derivation": {"hypothesis": HYPOTHESES[0].split(), "reference": reference},
        "JudgedSet.limited_to": {"segments": every},
        "JudgedSet.with_lengths": {"counted": metrics.Bleu.preparation},
        "JudgedSet.without_long": {"max_words": 5, "counted": metrics.Bleu.preparation},
        "Judgements.among": {"systems": systems[:2]},
        "Judgements.limited_to": {"segments": every},
        "LinkText.of": {"links": ["0-0 1-1"], "name": "links"},
        "LinkText.read": {"path": world.links},
        "MetricScores.among": {"systems": systems[:2]},
        "MetricScores.judged_only": {"judged": world.judged.judgements.judged()},
        "Mixture.held_out": {"how": "segments"},
        "MixtureOptions.fit": {"sets": [world.feature_set]},
        "MixtureOptions.value": {"counts": np.array([4.0, 1.0, 1.0, 0.0, 0.0])},
        "NamedValues.parse": {"text": "pef"},
        "Omissions.add": {"reason": "r", "detail": "d"},
        "OrderedTrees.by_node": {"values": np.zeros(3, np.int32)},
        "Output.chosen": {"segments": [1, 0]},
        "PairScorer.score": {"metrics": [metrics.Kendall()]},
        "PairScorer.signature": {"metric": metrics.Kendall()},
        "ParseCache.add": {"parser": parsing.PARSERS.parse("english"), "parses": []},
        "ParseCache.get": {"parser": parsing.PARSERS.parse("english")},
        "PermutationBatch.part": {"begin": 0, "end": 1},
        "PermutationBatch.parts": {"elements": 2},
        "PermutationBatch.repeated": {"counts": np.array([1, 2])},
        "PermutationForest.pet": {"index": 0},
        "PermutationTree.of_batch": {"batch": batch, "k": 0},
        "Preferences.among": {"systems": systems[:2]},
        "Preferences.chosen": {"keep": np.ones(len(preferences), np.bool_)},
        "Preparation.clean": {"text": "A b"},
        "Preparation.cleaned": {"texts": TextColumn.of(["A b"])},
        "Resampling.number": {"test": "bootstrap"},
        "ScoreReport.explain": {"system": "calque", "segment": 1},
        "Sentence.comment": {"key": "text"},
        "Setup.campaigns": {"test_sets": ["judged"], "pairs": ["de-en"]},
        "Setup.data_options": {"folder": world.folder},
        "Setup.folder": {"test_set": "judged"},
        "Setup.present": {"folder": JUDGED, "pairs": ["de-en"]},
        "Setup.read": {"folder": JUDGED, "pairs": ["de-en"]},
        "Setup.scoring": {"metrics": [metrics.Kendall()]},
        "StatisticsCache.find": {"key": "ab12"},
        "StatisticsCache.store": {"key": "ab12", "statistics": np.zeros((2, 2))},
        "TestSet.chosen": {"segments": [1, 0]},
        "TextMetric.corpus_score": {"hypotheses": HYPOTHESES, "references": [REFERENCES]},
        "TextMetric.sentence_score": {"references": [REFERENCES[0]]},
        "Tunable.applied": {"metric": metrics.Pef(), "value": 0.3},
        "Tunable.share": {"value": 0.3},
        "Tunable.value": {"step": 3},
        "TuningSet.scores": {"metric": metrics.Kendall()},
        "Wer.script": {"hypothesis": HYPOTHESES[0].split(), "reference": reference},
        "BatchDescription.from_json": {"text": world.description.to_json()},
        "RowScorer.schema": {"input_schema": world.table.schema},
        "SummedStatistics.from_json": {"text": world.sums.to_json()},
        "SummedStatistics.merged": {"parts": [world.sums]},
        "SummedStatistics.of": {"statistics": {"pef": np.zeros((2, 2))}},
        "SummedStatistics.of_batch": {"batch": world.scored},
        "SummedStatistics.totals": {"metric": "pef"},
        "TextMetric.signature_after": {"preparation": "tok:13a", "references": "1"},
        "Ter.script": {"hypothesis": HYPOTHESES[0].split(), "reference": reference},
        "WordAligner.align": {"reference": REFERENCES[0]},
        "WordAligner.align_all": {"hypotheses": HYPOTHESES, "references": REFERENCES},
        "WordAligner.converted_to": {"kind": alignment.MeteorAligner},
        "WordAlignments.of": {"links": [[(0, 1)], []]},
        "WordAlignments.select": {"chosen": np.ones(len(links.source), np.bool_)},
    }
