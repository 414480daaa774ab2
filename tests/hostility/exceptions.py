"""Every exception class of the package, with an example; workers import this by its name."""

import importlib
import inspect
import pkgutil

import hyperbaton
from hyperbaton import errors
from hyperbaton.errors import HyperbatonError

OPTIONAL = {"hyperbaton.parsing.external"}
ARGUMENTS = {  # of initialisers, by the name of the parameter
    "accepted": "a text",
    "command": "pip install x",
    "hint": "write x",
    "index": 3,
    "key": "blue",
    "kind": "metric",
    "known": ("bleu", "pef"),
    "length": 2,
    "lines": "something is wrong",
    "name": "texts",
    "position": 1,
    "program": "hyperbaton score",
    "reason": "is wrong",
    "received": "3",
    "text": "pef(",
    "what": "a parser",
    "word": 2,
}


def every_class():
    """The exceptions defined anywhere in the package."""
    for module in pkgutil.walk_packages(hyperbaton.__path__, "hyperbaton."):
        if not module.name.endswith("__main__") and module.name not in OPTIONAL:
            importlib.import_module(module.name)
    found, waiting = [], [HyperbatonError]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].__subclasses__()
    ours = (kind for kind in found if kind.__module__.startswith("hyperbaton"))
    return sorted(set(ours), key=lambda kind: kind.__name__)


CLASSES = every_class()


def example(kind):
    """An exception of a class, with a note, a cause and an attribute that somebody set."""
    given, named = [], {}
    for spec in inspect.signature(kind.__init__).parameters.values():
        if spec.name != "self":
            value = ARGUMENTS[spec.name]
            if spec.kind is spec.KEYWORD_ONLY:
                named[spec.name] = value
            else:
                given.append(value)
    error = kind(*given, **named)
    error.__notes__ = ["while it was tested"]
    error.seen_by = {"tests": 1}
    error.__cause__ = ValueError("behind it")
    return error


def state(error):
    return type(error), str(error), error.args, vars(error)


def raise_example(name):
    raise example(next(kind for kind in CLASSES if kind.__name__ == name))


def raise_of_others(kind):
    """Errors of others inside a worker, some behind one of ours."""
    if kind == "chained":
        try:
            raise_of_others("decoding")
        except UnicodeDecodeError as error:
            raise errors.InputError("x: cannot be read") from error
    if kind == "decoding":
        b"\xff".decode()
    if kind == "array":
        import numpy as np

        np.zeros(2).reshape(3)
    if kind == "score":
        hyperbaton.score("a", [["a"]])
    if kind == "notation":
        hyperbaton.metrics.parse("pef(bta=1)")
    if kind == "tokenizer":
        hyperbaton.score(["a"], [["a"]], "wer", tokenize=int)
    raise AssertionError(kind)
