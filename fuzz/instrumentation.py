"""Lets atheris see where the package has been."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from types import CodeType

PACKAGE = "hyperbaton"


def is_available() -> bool:
    """Whether atheris is installed; it is not for every Python and every system."""
    try:
        import atheris  # noqa: F401
    except ImportError:
        return False
    return True


def instrument_package() -> None:
    """Has every module of the package that is imported from now on tell atheris its branches.

    The import hook of atheris itself does not reach modules of an editable installation, which have
    a loader of their own; that one asks the loader patched here for the code.
    """
    from atheris.instrument_bytecode import patch_code

    if PACKAGE in sys.modules:
        raise RuntimeError(f"{PACKAGE} is imported already")
    plain_code = SourceFileLoader.get_code

    def code_with_branches(self: SourceFileLoader, fullname: str) -> CodeType | None:
        code = plain_code(self, fullname)
        is_ours = fullname.partition(".")[0] == PACKAGE
        return patch_code(code, True) if code is not None and is_ours else code

    SourceFileLoader.get_code = code_with_branches
