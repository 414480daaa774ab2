"""The way data flows: a module imports only from modules to its left."""

import ast
from importlib.metadata import version
from pathlib import Path

import hyperbaton

PACKAGE = Path(hyperbaton.__file__).parent
REPOSITORY = Path(__file__).parents[1]

# From left to right. What stands in one tuple is of one level and may import each other only
# within the same package.
LEVELS = [
    ("errors",),
    ("_core", "threads", "progress"),
    ("text", "edit_script"),
    ("inversion", "trees"),
    ("permutation",),
    ("permutation_reader", "forest", "alignment", "bitext", "parsing"),
    ("metrics",),
    ("permutation_scoring", "resampling"),
    ("scoring",),
    ("meta",),
    ("reproduction",),
    ("cli",),
    ("__main__",),
]
LEVEL_OF = {module: level for level, modules in enumerate(LEVELS) for module in modules}


def imports_of(path):
    """Modules of the package that a file imports when it runs, not for type checking only."""
    for node in ast.walk(without_type_checking(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def without_type_checking(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


def test_every_module_has_a_level():
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names - {"__init__", "__pycache__", "data"} <= set(LEVEL_OF)


def test_modules_import_only_from_their_left():
    for path in PACKAGE.rglob("*.py"):
        home = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if home == "__init__":
            continue
        for name in imports_of(path):
            parts = name.split(".")
            if parts[0] != "hyperbaton" or parts[1] in ("__version__", home):
                continue
            assert LEVEL_OF[parts[1]] < LEVEL_OF[home], f"{path.name} imports {name}"


def test_the_version_is_the_same_in_both_places():
    assert hyperbaton.__version__ == version("hyperbaton")


def test_exported_names():
    assert sorted(hyperbaton.__all__) == [
        "Aligner",
        "HyperbatonError",
        "PermutationBatch",
        "PermutationForest",
        "PermutationTree",
        "Preprocessing",
        "Resampling",
        "ScoreReport",
        "WeakFactorization",
        "__version__",
        "metrics",
        "score",
        "score_permutations",
    ]
    for name in hyperbaton.__all__:
        assert getattr(hyperbaton, name) is not None
    assert set(hyperbaton._HOMES) | {"metrics", "__version__"} == set(hyperbaton.__all__)
