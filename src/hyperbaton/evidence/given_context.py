"""What is given beside texts takes the place of aligner and parser."""

from __future__ import annotations

from collections.abc import Mapping

from hyperbaton.errors import OptionError
from hyperbaton.evidence.context import Context
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.test_set import TestSet


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
