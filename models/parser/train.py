"""Trains a parser: teachers on a treebank, their answers for text, and a student of those.

    python models/parser/train.py TREEBANK OUTPUT --language en --encoder FOLDER --text TEXT.xz

Without an encoder the student learns from the treebank alone. The stages can be run one by one,
the teachers beside each other: `--stage teacher --seed K` for each K, `--stage targets`, and
`--stage student` for as many sizes as wanted. docs/parsing.md has the figures.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from data import Corpus, Sentence, accuracy, noisy, read_lines, read_treebank
from export import export
from student import Features, Lesson, Shape, Student, answers, choose_vocabulary, train_student
from teacher import Gold, Targets, Teacher, WordPieces, evaluate, gold_targets, teach, train_teacher

HELD_OUT = 3000  # sentences of the text on which student and teacher are compared
NOISY_COPIES = 8  # of each sentence of the treebank, with other words
TREEBANK_COPIES = 4  # in each pass


def main() -> None:
    """Runs all stages, or one."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    option = arguments.add_argument
    option("treebank", type=Path, help="folder with *-ud-{train,dev,test}.conllu, .gz or not")
    option("output", type=Path, help="folder for the model and what is kept between stages")
    option("--language", required=True, help="code of the language, such as de")
    option("--encoder", type=Path, help="folder of a BERT, to be the teachers")
    option("--text", type=Path, help="sentences, words separated by spaces; see split_text.py")
    option("--stage", choices=["teacher", "targets", "student"], help="all if not given")
    option("--teachers", type=int, default=3)
    option("--seed", type=int, default=0, help="of a teacher or the student")
    option("--epochs", type=int, default=14, help="of a teacher")
    option("--vocabulary", type=int, default=40_000)
    option("--width", type=int, default=128, help="of the student")
    option("--layers", default="crcrcr", help="of the student: c convolution, r recurrence")
    option("--passes", type=float, default=6, help="over all sentences")
    option("--seconds", type=float, help="in place of passes")
    option("--words", type=int, default=8192, help="in a batch of the student")
    option("--name", default="model", help="of the student's file")
    options = arguments.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if options.encoder and options.stage in (None, "teacher"):
        seeds = [options.seed] if options.stage else range(options.teachers)
        for seed in seeds:
            make_teacher(options, seed, device)
    if options.stage in (None, "targets"):
        make_targets(options, device)
    if options.stage in (None, "student"):
        make_student(options, device)


def inventory(train: list[Sentence]) -> tuple[list[str], list[str]]:
    """The relations and parts of speech of a treebank."""
    return (
        sorted({label for sentence in train for label in sentence.labels}),
        sorted({tag for sentence in train for tag in sentence.tags}),
    )


def make_teacher(options: argparse.Namespace, seed: int, device: torch.device) -> None:
    """Trains one teacher."""
    train = read_treebank(options.treebank, "train")
    model = train_teacher(
        options.encoder, train, *inventory(train), device, seed=seed, epochs=options.epochs
    )
    weights = {key: value.half() for key, value in model.state_dict().items()}
    torch.save(weights, options.output / f"teacher-{seed}.pt")


def make_targets(options: argparse.Namespace, device: torch.device) -> None:
    """Has all text parsed by the teachers."""
    train = read_treebank(options.treebank, "train")
    labels, tags = inventory(train)
    known = Corpus(sentence.words for sentence in train)
    gold = Gold.of(train, known, labels, tags, device)
    text = [line.split(" ") for line in read_lines(options.text)] if options.text else []
    np.random.default_rng(7).shuffle(text)
    held, text = text[:HELD_OUT], text[HELD_OUT:]
    if not options.encoder:
        text, held = [], []
        parts = {"treebank": (known, gold_targets(known, gold, len(labels), len(tags)))}
    else:
        splitter = WordPieces(options.encoder)
        teachers = []
        for seed in range(options.teachers):
            model = Teacher(options.encoder, labels, tags)
            model.load_state_dict(torch.load(options.output / f"teacher-{seed}.pt"))
            teachers.append(model.to(device).eval())
        for part in ("dev", "test"):
            right = read_treebank(options.treebank, part)
            corpus = Corpus(sentence.words for sentence in right)
            for few in (teachers[:1], teachers):
                uas, las = evaluate(teach(few, splitter, corpus, device), corpus, right, labels)
                print(f"{len(few)} teachers, {part}: UAS {uas:.2f} LAS {las:.2f}", flush=True)
        text += noisy(train, NOISY_COPIES, np.random.default_rng(8))
        parts = {"treebank": (known, teach(teachers, splitter, known, device, gold))}
        for name, sentences in (("text", text), ("held", held)):
            corpus = Corpus(sentences)
            parts[name] = (corpus, teach(teachers, splitter, corpus, device))
    vocabulary = choose_vocabulary(text, options.vocabulary, [s.words for s in train])
    torch.save((parts, vocabulary, labels, tags), options.output / "targets.pt")


def make_student(options: argparse.Namespace, device: torch.device) -> None:
    """Trains a student and writes it."""
    parts, vocabulary, labels, tags = torch.load(
        options.output / "targets.pt", weights_only=False, map_location=device
    )
    corpus, targets = joined([parts["treebank"]] * TREEBANK_COPIES + [parts.get("text")])
    torch.manual_seed(options.seed)
    shape = Shape(options.width, options.layers)
    model = Student(shape, len(vocabulary), len(labels), len(tags)).to(device)
    begin = time.time()

    def measure(part: str) -> str:
        gold = read_treebank(options.treebank, part)
        sentences = Corpus(sentence.words for sentence in gold)
        heads, relations = answers(model, Features(sentences, vocabulary, device), sentences)
        uas, las = accuracy(gold, heads, [[labels[x] for x in row] for row in relations])
        return f"{part} UAS {uas:.2f} LAS {las:.2f}"

    def report(step: int, loss: float) -> None:
        model.eval()
        seconds = time.time() - begin
        print(f"{options.name}: step {step}, {seconds:.0f} s, loss {loss:.4f}, {measure('dev')}")
        model.train()

    train_student(
        model,
        Lesson(corpus, Features(corpus, vocabulary, device), targets),
        passes=options.passes,
        seconds=options.seconds,
        words=options.words,
        seed=options.seed,
        report=report,
    )
    print(f"{options.name}: {measure('test')}")
    if "held" in parts and len(parts["held"][0].lengths):
        held, expected = parts["held"]
        heads, _ = answers(model, Features(held, vocabulary, device), held)
        same = np.concatenate(heads) == expected.heads.cpu().numpy()
        print(f"{options.name}: {100 * same.mean():.2f} % of heads are the teachers'")
    export(
        model.cpu(),
        vocabulary,
        labels,
        tags,
        options.output / f"{options.name}.safetensors",
        {"language": options.language},
    )


def joined(parts: list[tuple[Corpus, Targets] | None]) -> tuple[Corpus, Targets]:
    """Several corpora and what teachers say of them as one."""
    there = [part for part in parts if part is not None]
    corpora, targets = [part[0] for part in there], [part[1] for part in there]
    result = Corpus([])
    starts = np.cumsum([0] + [len(corpus.types) for corpus in corpora])
    result.types = [word for corpus in corpora for word in corpus.types]
    result.tokens = np.concatenate(
        [corpus.tokens + start for corpus, start in zip(corpora, starts, strict=False)]
    )
    result.lengths = np.concatenate([corpus.lengths for corpus in corpora])
    result.offsets = np.concatenate([[0], np.cumsum(result.lengths, dtype=np.int64)])
    sizes = result.lengths.astype(np.int64)
    return result, Targets(
        torch.cat([target.arcs for target in targets]),
        np.concatenate([[0], np.cumsum(sizes * (sizes + 1))]),
        torch.cat([target.heads for target in targets]),
        torch.cat([target.labels for target in targets]),
        torch.cat([target.tags for target in targets]),
    )


if __name__ == "__main__":
    main()
